import { rmSync, statfsSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { createProfile } from '../../shared/contract/configuration/profiles.ts';
import { patchDevice } from '../../shared/contract/devices/devices.ts';
import { aFailingDisk } from '../support/a-small-disk.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { sized, some } from '../support/long.ts';
import { StoreWatch } from '../support/store-watch.ts';
import { goodBodyOf, readingBodies } from '../service/hostile/good-bodies.ts';
import { fillPath, OPERATIONS, REFUSALS_ONLY, tokenFor } from '../service/hostile/operations.ts';

type Sent = { readonly name: string; readonly status: number; readonly isChanged: boolean };

/** About how many operations are tried in the short form, of each kind. */
const ABOUT = 12;

const [reads, writes] = ['GET', 'not GET'].map((kind) =>
  OPERATIONS.filter(
    ({ name, operation }) =>
      (operation.method === 'GET') === (kind === 'GET') && name in contract && !(name in REFUSALS_ONLY),
  ),
);

/** Operations of which every sample has some: they store something whatever was sent before. */
const STORES: ReadonlySet<string> = new Set(['createProfile', 'patchDevice', 'setMetadata']);

/** Reads that create what they return. */
const CREATES: ReadonlySet<string> = new Set(['getTemporaryCode']);

/** A station on a disk of its own, with a headset and a profile, and what sends any operation to it. */
async function onItsOwnDisk(path: string) {
  const station = await aStation({ dataFolder: path, rateLimit: 0 });
  const headset = await station.enrolled();
  const { body: profile } = await station.call(createProfile, { body: { name: 'Before', settings: {} } });
  const { enterpriseId } = station;
  const existing = { deviceId: headset.id, enterpriseId, profileId: profile.id };
  const send = async (watch: StoreWatch, { name, operation }: (typeof OPERATIONS)[number]): Promise<Sent> => {
    const before = watch.version;
    const isReading = readingBodies.some((each) => each === name);
    const { status } = await station.send(operation.method, fillPath(operation.path, existing), {
      token: tokenFor(operation, { enterprise: station.token, device: headset.token }),
      ...(isReading ? { body: goodBodyOf(name as keyof typeof contract, existing) } : {}),
    });
    return { name, status, isChanged: watch.version !== before };
  };
  return { station, deviceId: headset.id, send };
}

function fill(path: string): void {
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(`${path}/filler`, Buffer.alloc(Number(bavail) * Number(bsize)));
}

/** Small writes fit into space that the log has already allocated, so that is used up first. */
async function untilRefused(station: TestStation, deviceId: string, status: number): Promise<void> {
  for (let refusals = 0, round = 0; refusals < 3 && round < 20_000; round += 1) {
    const answer = await station.call(patchDevice, {
      params: { deviceId },
      body: { label: `round ${round}` },
    });
    refusals = answer.status === status ? refusals + 1 : 0;
  }
}

test.for([
  ['full', 507, 'STORAGE_FULL', sized({ long: 25, short: 1 })],
  ['read-only', 503, 'STORAGE_UNAVAILABLE', sized({ long: 50, short: 2 })],
] as const)(
  'on a %s disk no operation fails other than with %i, none of those changed anything, and every read is answered',
  { timeout: 300_000 },
  async ([kind, refusal, code, least], { skip, annotate }) => {
    const disk = aFailingDisk(160);
    if (typeof disk === 'string') return skip(disk);
    using at = disk;
    const { station, deviceId, send } = await onItsOwnDisk(at.path);
    await using _ = station;
    using watch = new StoreWatch(at.path);
    void watch.version;
    if (kind === 'full') fill(at.path);
    else at.fail();
    await untilRefused(station, deviceId, refusal);

    const read: Sent[] = [];
    for (const each of some(reads ?? [], ABOUT)) read.push(await send(watch, each));
    const written: Sent[] = [];
    const sample = new Set(some(writes ?? [], ABOUT));
    for (const each of (writes ?? []).filter((one) => sample.has(one) || STORES.has(one.name))) {
      // A checkpoint in between makes room in the log again.
      await untilRefused(station, deviceId, refusal);
      written.push(await send(watch, each));
    }

    const refused = written.filter(({ status }) => status === refusal);
    await annotate(`${refused.length} of ${written.length} refused, ${read.length} read`);
    expect(read.filter(({ name, status }) => status >= 500 && !CREATES.has(name))).toEqual([]);
    expect(written.filter(({ status }) => status >= 500 && status !== refusal)).toEqual([]);
    expect((kind === 'full' ? refused : written).filter(({ isChanged }) => isChanged)).toEqual([]);
    expect(refused.length).toBeGreaterThanOrEqual(least);
    await untilRefused(station, deviceId, refusal);
    const again = await station.call(patchDevice, { params: { deviceId }, body: { label: 'after' } });
    expect(again).toMatchObject({ status: refusal, body: { code } });

    if (kind === 'read-only') return;
    rmSync(`${at.path}/filler`);
    const saved = await station.call(patchDevice, { params: { deviceId }, body: { label: 'room again' } });
    expect(saved).toMatchObject({ status: 200, body: { label: 'room again' } });
  },
);
