import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { findDamage } from '../../main/service/kernel/store/soundness.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import { aStation } from '../support/a-station.ts';
import { sized } from '../support/long.ts';
import { aFolder } from '../support/temp-folder.ts';

const FLIPS = sized({ long: 400, short: 60 });

/** The store of a stopped station with some events, settings and history. */
async function aUsedStore(to: string): Promise<void> {
  await using station = await aStation();
  const headsets = await Promise.all(Array.from({ length: 10 }, () => station.enrolled()));
  for (const { id, token } of headsets) {
    const events = Array.from({ length: 100 }, (_, index) => ({
      eventId: `event-${index}`,
      type: 'APP_STARTED',
      timestamp: Date.now() - index * 1_000,
      payload: { packageName: 'org.lumiere.volcano' },
    }));
    await station.call(updateDevice, { params: { deviceId: id }, token, body: { events } });
  }
  const devicesId = headsets.map(({ id }) => id);
  await station.call(configureDevices, { body: { devicesId, settings: { volume: 40 } } });
  await station.service.stop();
  copyFileSync(join(station.folder, 'muster.db'), to);
}

/** Returns the result of a check of the file with one bit flipped. */
function isSeen(path: string, check: 'quick_check' | 'integrity_check'): boolean {
  let db: Database.Database | undefined;
  try {
    db = new Database(path);
    return findDamage(db, check) !== undefined;
  } catch {
    return true;
  } finally {
    db?.close();
  }
}

test(`of ${FLIPS} bits that flip in a store the daily check sees more than the one at the start`, async ({
  annotate,
}) => {
  using folder = aFolder();
  const sound = join(folder.path, 'sound.db');
  await aUsedStore(sound);
  const bytes = readFileSync(sound);
  const path = join(folder.path, 'flipped.db');
  const seen = { quick_check: 0, integrity_check: 0 };
  let missed = 0;
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const flipped = Buffer.from(bytes);
    const at = Math.floor(((flip + 0.5) / FLIPS) * bytes.length);
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (flip % 8)), at);
    writeFileSync(path, flipped);
    const [quick, whole] = [isSeen(path, 'quick_check'), isSeen(path, 'integrity_check')];
    if (quick) seen.quick_check += 1;
    if (whole) seen.integrity_check += 1;
    if (quick && !whole) missed += 1;
  }
  await annotate(`${seen.quick_check} seen at the start, ${seen.integrity_check} by the daily check`);

  expect(missed).toBe(0);
  expect(seen.integrity_check).toBeGreaterThan(seen.quick_check);
  expect(isSeen(sound, 'integrity_check')).toBe(false);
});
