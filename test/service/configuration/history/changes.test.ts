import { expect, test } from 'vitest';

import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import {
  patchFiles,
  patchVideos,
  removeContentEverywhere,
  removeFiles,
} from '../../../../shared/contract/configuration/contents.ts';
import { getDevice, patchDevice, patchDevices } from '../../../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { getChange, listChanges, revertChange } from '../../../../shared/contract/configuration/history.ts';
import {
  removeMetadata,
  setMetadata,
  setMetadataOfMany,
} from '../../../../shared/contract/devices/metadata.ts';
import { createPlan } from '../../../../shared/contract/configuration/plans/plans.ts';
import { applyPlan, getPlanResults } from '../../../../shared/contract/configuration/plans/rollouts.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const slotIds = async (count: number) => (await station.slots(count)).map(({ id }) => id);
const historyOf = async (deviceId: string) =>
  (await station.call(listChanges, { query: { deviceId } })).body.items;
const newestOf = async (deviceId: string) => (await historyOf(deviceId))[0]?.id ?? '';
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;
const revert = (changeId: string, body: object = {}) =>
  station.call(revertChange, { params: { changeId }, body });

test('every write of target settings is in the history, newest first, with its author and changes', async () => {
  const [id = '', other = ''] = await slotIds(2);
  const params = { deviceId: id };
  const devicesId = [id, other];
  const file = { id: 'f', name: 'f.pdf', url: 'http://files.test/f.pdf' };
  const video = { id: 'v', url: 'http://files.test/v.mp4' };
  await station.call(configureDevice, { params, body: { volume: 25, display: { brightness: 70 } } });
  await station.call(configureDevices, { body: { devicesId, settings: { volume: 30 } } });
  await station.call(patchFiles, { body: { devicesId, files: [file] } });
  await station.call(removeFiles, { body: { devicesId, files: ['f'] } });
  await station.call(patchVideos, { body: { devicesId, videos: [video] } });
  await station.call(removeContentEverywhere, { params: { contentId: 'v' } });
  await station.call(patchDevice, { params, body: { label: 'B-01', license: { level: 'school' } } });
  await station.call(patchDevices, { body: { devicesId, license: { level: 'trial' } } });
  await station.call(setMetadata, { params: { ...params, namespace: 'timetable' }, body: { room: 3 } });
  await station.call(setMetadataOfMany, {
    params: { namespace: 'timetable' },
    body: { devicesId, value: { room: 4 } },
  });
  await station.call(removeMetadata, { params: { ...params, namespace: 'timetable' } });
  await station.call(updateDevice, { params, body: { label: 'C-01' } });

  const reported = (await historyOf(id)).map(({ kind, devices, paths }) => [kind, devices, paths.join()]);

  expect(reported).toEqual([
    ['identity', 1, 'label'],
    ['metadata', 1, 'metadata.timetable'],
    ['metadata', 2, 'metadata.timetable'],
    ['metadata', 1, 'metadata.timetable'],
    ['identity', 2, 'license'],
    ['identity', 1, 'label,license'],
    ['contents', 2, 'videos[]'],
    ['videos', 2, 'videos[]'],
    ['files', 2, 'files[]'],
    ['files', 2, 'files[]'],
    ['configure', 2, 'volume'],
    ['configure', 1, 'volume,display.brightness'],
  ]);
  const named = await station.issue({ label: 'Timetable' });
  await station.call(patchDevice, { params, body: { label: 'D-01' }, token: named });
  expect((await historyOf(id))[0]?.author).toMatchObject({ kind: 'token', label: 'Timetable' });
});

test('a write that changes nothing or is refused leaves no trace', async () => {
  const [id = ''] = await slotIds(1);
  const params = { deviceId: id };
  await station.call(patchDevice, { params, body: { label: 'X' } });
  await station.call(patchDevice, { params, body: { label: 'X' } });
  const kiosk = { kioskMode: { isActive: true, packageName: 'org.nowhere' } };
  expect((await station.call(configureDevice, { params, body: kiosk })).status).toBe(422);
  await station.call(updateDevice, { params, body: { osVersion: '5.9', worn: true } });

  expect(await historyOf(id)).toHaveLength(1);
});

test('a change has old and new values, without passwords, and groups headsets that changed alike', async () => {
  const [one = '', two = '', three = ''] = await slotIds(3);
  await station.call(configureDevice, { params: { deviceId: three }, body: { volume: 9 } });
  const wifi = [{ ssid: 'CART-A', password: 'coral-lagoon-tide' }];
  await station.call(configureDevices, {
    body: { devicesId: [one, two, three], settings: { volume: 25, wifi } },
  });

  const { body } = await station.call(getChange, { params: { changeId: await newestOf(one) } });

  expect(body.groups.map(({ devicesId, rows }) => [devicesId, rows[0]])).toMatchObject([
    [[one, two], { path: 'volume', kind: 'set', now: null, wanted: 25 }],
    [[three], { path: 'volume', kind: 'change', now: 9, wanted: 25 }],
  ]);
  expect(body.groups[0]?.rows[1]).toMatchObject({
    path: 'wifi[]',
    wanted: { ssid: 'CART-A', hasPassword: true },
  });
  expect(body.movedIds).toEqual([]);
  expect(JSON.stringify(body)).not.toMatch(/coral|sealed/);
});

test('undoing restores the old values, can be previewed, needs confirmation by the headset, and can be undone', async () => {
  await using headset = await TestHeadset.linked(station);
  const { id } = headset;
  const params = { deviceId: id };
  const wifi = [{ ssid: 'CART-A', password: 'coral-lagoon-tide' }];
  await station.call(configureDevice, { params, body: { volume: 9, wifi } });
  await station.call(configureDevice, {
    params,
    body: { volume: 25, wifi: null, display: { brightness: 70 } },
  });
  const changeId = await newestOf(id);

  const { body: preview } = await revert(changeId, { apply: false });
  expect(preview).toMatchObject({ run: null, counts: { change: 1 }, source: { kind: 'revert', changeId } });
  expect(preview.groups[0]?.rows.map(({ path, kind }) => [path, kind])).toEqual([
    ['volume', 'change'],
    ['display.brightness', 'clear'],
    ['wifi[]', 'add'],
  ]);
  expect((await read(id)).settings.volume).toBe(25);

  const { body: plan } = await revert(changeId);
  await expect.poll(async () => (await read(id)).settings).toEqual({ volume: 9, wifi });
  const state = async () =>
    (await station.call(getPlanResults, { params: { planId: plan.id } })).body.results.map(
      (each) => each.state,
    );
  await expect.poll(state).toEqual(['sent']);
  await headset.report({ settingsRevision: 3 });
  await expect.poll(state).toEqual(['confirmed']);
  expect((await historyOf(id))[0]).toMatchObject({ kind: 'revert', reverts: changeId, planId: plan.id });
  expect((await historyOf(id))[1]).toMatchObject({ id: changeId, revertedBy: await newestOf(id) });

  await revert(await newestOf(id));
  await expect
    .poll(async () => (await read(id)).settings)
    .toEqual({ volume: 25, display: { brightness: 70 } });
});

test('label, licence and metadata are restored at once: no headset has to confirm them', async () => {
  await using headset = await TestHeadset.linked(station);
  const params = headset.params;
  await station.call(patchDevice, { params, body: { label: 'Before', license: { level: 'school' } } });
  await station.call(patchDevice, { params, body: { label: 'After', license: null } });
  const identity = await newestOf(headset.id);
  await station.call(setMetadata, { params: { ...params, namespace: 'timetable' }, body: { room: 3 } });
  const metadata = await newestOf(headset.id);

  await revert(identity);
  await revert(metadata);

  await expect
    .poll(() => read(headset.id))
    .toMatchObject({ label: 'Before', license: { level: 'school' }, metadata: {} });
});

test('headsets that were changed since refuse the undo unless they are skipped or overwritten', async () => {
  const cart = [await TestHeadset.linked(station), await TestHeadset.linked(station)];
  const [still = '', moved = ''] = cart.map(({ id }) => id);
  await station.call(configureDevices, { body: { devicesId: [still, moved], settings: { volume: 25 } } });
  const changeId = await newestOf(still);
  await station.call(configureDevice, { params: { deviceId: moved }, body: { volume: 50 } });
  const volumes = async () => [(await read(still)).settings.volume, (await read(moved)).settings.volume];

  const refused = await revert(changeId);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'CONFLICT', details: [{ path: moved }] });
  expect((await station.call(getChange, { params: { changeId } })).body.movedIds).toEqual([moved]);
  expect(await volumes()).toEqual([25, 50]);
  await revert(changeId, { moved: 'skip' });
  await expect.poll(volumes).toEqual([undefined, 50]);
  await revert(changeId, { moved: 'overwrite', devicesId: [moved] });
  await expect.poll(volumes).toEqual([undefined, undefined]);
  expect((await revert(changeId, { devicesId: ['nobody'] })).status).toBe(409);
  for (const headset of cart) await headset[Symbol.asyncDispose]();
});

test('the waves of a plan are one change, and another organisation cannot see it', async () => {
  const cart = [await TestHeadset.linked(station), await TestHeadset.linked(station)];
  const [one = '', two = ''] = cart.map(({ id }) => id);
  const { body: plan } = await station.call(createPlan, {
    body: { devicesId: [one, two], settings: { volume: 3 } },
  });
  await station.call(applyPlan, { params: { planId: plan.id }, body: { waves: [1] } });
  await expect.poll(async () => (await read(one)).settingsRevision).toBe(1);
  await cart[0]?.report({ settingsRevision: 1 });
  await expect.poll(async () => (await read(two)).settingsRevision).toBe(1);

  const [change] = await historyOf(two);

  expect(change).toMatchObject({ kind: 'plan', devices: 2, planId: plan.id, paths: ['volume'] });
  expect((await historyOf(one)).map(({ id }) => id)).toEqual([change?.id]);
  const { token } = await station.enterprise();
  const params = { changeId: change?.id ?? '' };
  expect((await station.call(listChanges, { token })).body.total).toBe(0);
  expect((await station.call(getChange, { params, token })).status).toBe(404);
  expect((await station.call(revertChange, { params, body: {}, token })).status).toBe(404);
  for (const headset of cart) await headset[Symbol.asyncDispose]();
});
