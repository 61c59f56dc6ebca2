import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { patchDevice } from '../../../shared/contract/devices/devices.ts';
import { setMetadata } from '../../../shared/contract/devices/metadata.ts';
import {
  listConflicts,
  resolveConflict,
  resolveConflicts,
} from '../../../shared/contract/sync/sync-conflicts.ts';
import { getSyncReport } from '../../../shared/contract/sync/sync-history.ts';
import { pauseSync, resumeSync } from '../../../shared/contract/sync/sync.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { aPair, connect, syncNow } from '../../support/synced-station.ts';
import { enrolAt, read, slotAt } from './enrolment-steps.ts';

const label = (at: TestStation, deviceId: string, value: string) =>
  at.call(patchDevice, { params: { deviceId }, body: { label: value } });
const note = (at: TestStation, deviceId: string, value: Record<string, unknown>) =>
  at.call(setMetadata, { params: { deviceId, namespace: 'school' }, body: value });
const conflicts = async (at: TestStation, status: 'open' | 'resolved' = 'open') =>
  (await at.call(listConflicts, { query: { status } })).body.items;
const decide = (at: TestStation, conflictId = '', take: 'here' | 'there') =>
  at.call(resolveConflict, { params: { conflictId }, body: { take } });

/** A slot whose label both sides changed while they were apart: the station's applies, and nobody has decided. */
async function aConflict() {
  const pair = await aPair();
  const { central, station } = pair;
  const [slot = ''] = (await central.slots(1)).map(({ id }) => id);
  await connect(station, central);
  await station.call(pauseSync);
  await label(station, slot, 'ours');
  await label(central, slot, 'theirs');
  await station.call(resumeSync);
  await syncNow(station);
  expect(await conflicts(station)).toMatchObject([{ here: 'ours', there: 'theirs', winner: 'here' }]);
  return { ...pair, slot };
}

test('a conflict shows what somebody wrote at the central after it was found, and a decision against it names it', async () => {
  await using rig = await aConflict();
  const { central, station, slot } = rig;
  await label(central, slot, 'later');
  await syncNow(station);
  expect((await station.call(getSyncReport)).body.run.counts).toMatchObject({ conflicts: 1 });

  const [newest, older] = await conflicts(station);
  expect(newest).toMatchObject({ path: ['label'], here: 'ours', there: 'later', winner: 'there' });
  expect(older).toMatchObject({ here: 'ours', there: 'theirs' });
  await decide(station, newest?.id, 'here');
  await syncNow(station);

  expect(await read(central, slot)).toMatchObject({ label: 'ours' });
  expect(await conflicts(station)).toEqual([]);
  expect((await conflicts(station, 'resolved')).map(({ there }) => there)).toContain('later');
});

test('deciding for the central keeps what it has now, not what it had when the conflict was found', async () => {
  await using rig = await aConflict();
  const { central, station, slot } = rig;
  await label(central, slot, 'later');
  await syncNow(station);

  expect((await station.call(resolveConflicts, { body: { take: 'there' } })).body.failed).toBe(0);
  await syncNow(station);

  expect(await read(central, slot)).toMatchObject({ label: 'later' });
  expect(await read(station, slot)).toMatchObject({ label: 'later' });
  expect(await conflicts(station)).toEqual([]);
});

test('of several conflicts about one value that are decided together, the newest decides', async () => {
  await using rig = await aConflict();
  const { central, station, slot } = rig;
  await label(central, slot, 'later');
  await syncNow(station);
  const conflictsId = (await conflicts(station)).map(({ id }) => id);
  expect(conflictsId).toHaveLength(2);

  const { body } = await station.call(resolveConflicts, { body: { take: 'there', conflictsId } });
  expect(body).toEqual({ resolved: 1, failed: 0 });
  await syncNow(station);

  expect(await read(central, slot)).toMatchObject({ label: 'later' });
  expect(await conflicts(station)).toEqual([]);
});

test('what somebody wrote here after a conflict was found is named when it is decided before the next run', async () => {
  await using rig = await aConflict();
  const { central, station, slot } = rig;
  const [conflict] = await conflicts(station);
  await station.call(pauseSync);
  await label(station, slot, 'later');
  await decide(station, conflict?.id, 'there');
  await station.call(resumeSync);
  await syncNow(station);

  expect(await read(central, slot)).toMatchObject({ label: 'theirs' });
  expect(await conflicts(station)).toEqual([]);
  const named = await conflicts(station, 'resolved');
  expect(named.find(({ here }) => here === 'later')).toMatchObject({ settledBy: conflict?.id });
});

test('reversing a decision names what somebody wrote after it', async () => {
  await using rig = await aConflict();
  const { central, station, slot } = rig;
  const [conflict] = await conflicts(station);
  await decide(station, conflict?.id, 'here');
  await label(central, slot, 'later');
  await syncNow(station);

  await decide(station, conflict?.id, 'there');
  await syncNow(station);

  expect(await read(central, slot)).toMatchObject({ label: 'theirs' });
  expect((await conflicts(station, 'resolved')).map(({ there }) => there)).toContain('later');
});

test('a value that the central changed unread by the station is asked about again', async () => {
  await using rig = await aConflict();
  const { central, station, slot } = rig;
  const [conflict] = await conflicts(station);
  await station.call(pauseSync);
  await label(central, slot, 'later');
  await decide(station, conflict?.id, 'there');
  await station.call(resumeSync);
  await syncNow(station);

  expect(await conflicts(station)).toMatchObject([{ here: 'theirs', there: 'later', taken: null }]);
});

test('a station that was away, loses its slot and decides a value by what it wrote then, names what the others wrote', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  await using away = await aStation({ rateLimit: 0 });
  const [slot = ''] = (await central.slots(1)).map(({ id }) => id);
  await connect(away, central);
  await away.call(pauseSync);
  await note(away, slot, { room: 'ours' });
  await enrolAt(away, slot, 'headset-here');
  await note(central, slot, { room: 'theirs' });
  await enrolAt(central, slot, 'headset-there');
  await away.call(resumeSync);
  await expect.poll(async () => (await syncNow(away)) && (await conflicts(away)).length).toBe(2);
  const found = await conflicts(away);
  await note(central, slot, { room: 'later' });
  await central.call(configureDevice, { params: { deviceId: slot }, body: { volume: 7 } });
  await syncNow(away);
  await away.call(pauseSync);

  // The record of the headset that lost is no longer linked to the slot when the value is decided.
  for (const [kind, take] of [
    ['enrolment', 'there'],
    ['field', 'here'],
  ] as const) {
    const conflict = found.find((each) => each.kind === kind);
    expect((await decide(away, conflict?.id, take)).status).toBe(200);
  }
  await away.call(resumeSync);
  await expect
    .poll(async () => (await syncNow(away)) && (await slotAt(away, slot)).androidId)
    .toBe('headset-there');

  expect(await read(central, slot)).toMatchObject({
    metadata: { school: { room: 'ours' } },
    settings: { volume: 7 },
  });
  expect(JSON.stringify(await conflicts(away, 'resolved'))).toContain('"later"');
});

test('a conflict about a device that the central no longer has ends when the device is deleted here', async () => {
  await using rig = await aConflict();
  const { central, station, slot } = rig;
  await central.send('DELETE', `/devices/${slot}`);
  await syncNow(station);
  expect(await conflicts(station)).toHaveLength(1);

  expect(await station.send('DELETE', `/devices/${slot}`)).toMatchObject({ status: 200 });

  expect(await conflicts(station)).toEqual([]);
  expect(await conflicts(station, 'resolved')).toMatchObject([{ here: 'ours', there: 'theirs' }]);
});
