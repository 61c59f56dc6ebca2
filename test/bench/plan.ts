import Database from 'better-sqlite3';
import { Client } from 'undici';
import { z } from 'zod';

import { openStates } from '../../main/service/devices/registry/index.ts';
import { aFolder, startWatched } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 1_000;
const ROUNDS = 5;
const WARM_UP = 1;
const BAR_MS = 700;
const HOLD_BAR_MS = 50;

const planSchema = z.object({
  groups: z.array(z.unknown()),
  counts: z.object({ change: z.int() }),
  devices: z.array(z.object({ missingBytes: z.int().nullable() })),
});

/** Version of the entries in the first round, and before that. */
const FIRST_VERSION = 10;
const OLD_VERSION = 1;

/**
 * Measures a plan over a thousand different headsets without free space, answered and stored: total time, and how
 * long it blocks the event loop.
 */
export async function plan(): Promise<Result> {
  await using folder = await aFolder();
  const file = await seedStore(folder.path, DEVICES, 'without events');
  const devicesId = makeDifferent(file);
  await using station = await startWatched(folder.path);
  const client = new Client(station.url);
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
  try {
    const times: number[] = [];
    let heldMs = 0;
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const settings = {
        volume: 2_000 + round,
        display: { brightness: 70 },
        applications: entries(round + FIRST_VERSION),
      };
      const body = JSON.stringify({ devicesId, settings });
      await station.worstHold();
      const startedAtMs = performance.now();
      const answer = await client.request({ method: 'POST', path: '/station/plans', headers, body });
      const text = await answer.body.text();
      const tookMs = performance.now() - startedAtMs;
      const hold = await station.worstHold();
      if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}: ${text.slice(0, 200)}`);
      const { groups, counts, devices } = planSchema.parse(JSON.parse(text));
      const short = devices.filter(({ missingBytes }) => missingBytes !== null).length;
      if (groups.length !== DEVICES || counts.change !== DEVICES || short !== DEVICES)
        throw new Error('The plan is another one');
      if (round < 0) continue;
      times.push(tookMs);
      heldMs = Math.max(heldMs, hold.workedMs);
    }
    const typicalMs = median(times);
    return {
      name: 'plan',
      ratio: typicalMs / BAR_MS,
      bar: { limit: 1, is: 'at-most' },
      limits: [{ what: 'longest hold of the loop', value: heldMs, atMost: HOLD_BAR_MS, unit: 'ms' }],
      detail: `${typicalMs.toFixed(0)} ms for ${DEVICES} headsets with 40 entries of which no two are alike, bar ${BAR_MS} ms`,
    };
  } finally {
    await client.close();
  }
}

/** Returns 40 entries of a typical school. */
function entries(version: number): object[] {
  return Array.from({ length: 40 }, (_, index) => ({
    id: `application-${index}`,
    packageName: `com.example.lessons.application${index}`,
    url: addressOf(index, version),
    codeVersion: version,
  }));
}

function addressOf(index: number, version: number): string {
  return `https://content.example/library/application-${index}-${version}.apk`;
}

/** Stores 40 library entries, a volume of its own and little space for every device; returns the ids. */
function makeDifferent(file: string): string[] {
  const db = new Database(file);
  const ids = db.prepare('SELECT id FROM device ORDER BY id').pluck().all().map(String);
  const states = openStates(db);
  const update = db.prepare('UPDATE device SET settings_hash = ? WHERE id = ?');
  db.transaction(() => {
    for (const [index, id] of ids.entries()) {
      update.run(states.store(JSON.stringify({ volume: index, applications: entries(OLD_VERSION) })), id);
    }
    const storages = JSON.stringify([{ totalSpace: 64e9, freeSpace: 1e6, isRemovable: false }]);
    db.prepare('UPDATE device_report SET storages = ?').run(storages);
    const versions = Array.from({ length: WARM_UP + ROUNDS }, (_, index) => FIRST_VERSION - WARM_UP + index);
    for (const version of [OLD_VERSION, ...versions]) fillLibrary(db, version);
  })();
  db.close();
  return ids;
}

/** Stores the contents of this version in the library. */
function fillLibrary(db: Database.Database, version: number): void {
  const file = db.prepare(
    'INSERT INTO library_file (sha256, size_bytes, pieces, created_at_ms) VALUES (?, ?, ?, 0)',
  );
  const item = db.prepare(
    `INSERT INTO library_item (enterprise_id, sha256, name, kind, media_type, source, created_at_ms)
     SELECT enterprise_id, ?, 'app.apk', 'application', 'application/octet-stream', 'upload', 0 FROM device LIMIT 1`,
  );
  const address = db.prepare(
    'INSERT INTO library_address (enterprise_id, url, sha256) SELECT enterprise_id, ?, ? FROM device LIMIT 1',
  );
  for (let index = 0; index < 40; index += 1) {
    const sha256 = (version * 100 + index).toString(16).padStart(64, '0');
    file.run(sha256, 50_000_000, Buffer.alloc(0));
    item.run(sha256);
    address.run(addressOf(index, version), sha256);
  }
}
