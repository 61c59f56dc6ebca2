import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { libraryPath } from '../../../../shared/domain/content/library-address.ts';
import { aContent } from '../../../support/a-content.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aDevice, APP, FILE } from './a-device.ts';

const station = await aSharedStation();

async function unassign(sha256: string, devicesId: readonly string[], dryRun = false) {
  const body = { devicesId: [...devicesId], dryRun };
  return station.call(contract.unassignLibraryItem, { params: { sha256 }, body });
}

test('an item is unassigned from headsets after a preview, as one change that can be undone', async () => {
  const item = aContent(station, { sourceUrl: APP.url });
  const lesson = {
    ...APP,
    id: 'other-id',
    url: `http://10.0.0.9:7440${libraryPath(item.sha256, item.name)}`,
  };
  const has = await aDevice(station, { applications: [APP], files: [FILE] });
  const waits = await aDevice(station, { applications: [lesson] });
  const kiosk = await aDevice(station, {
    applications: [APP],
    kioskMode: { isActive: true, packageName: APP.packageName },
  });
  const without = await aDevice(station, { files: [FILE] });
  const stays = await aDevice(station, { applications: [APP] });
  await has.reports({ installedPackages: [{ packageName: APP.packageName, versionCode: 7 }] });
  const requested = [has.id, waits.id, kiosk.id, without.id, 'no-such-device', has.id];
  const items = [
    { deviceId: has.id, outcome: 'taken', status: 'INSTALLED' },
    { deviceId: waits.id, outcome: 'taken', status: 'ASSIGNED' },
    { deviceId: kiosk.id, outcome: 'kept', status: 'ASSIGNED' },
    { deviceId: without.id, outcome: 'notAssigned', status: null },
  ];

  const preview = await unassign(item.sha256, requested, true);
  expect(preview.body).toEqual({ dryRun: true, items, invalidIds: ['no-such-device'], changeId: null });
  expect((await has.settings()).applications).toMatchObject([APP]);

  const { body } = await unassign(item.sha256, requested);
  expect(body).toMatchObject({ dryRun: false, items, invalidIds: ['no-such-device'] });
  expect((await has.settings()).applications).toEqual([]);
  expect((await has.settings()).files).toMatchObject([FILE]);
  expect((await waits.settings()).applications).toEqual([]);
  expect((await kiosk.settings()).applications).toMatchObject([APP]);
  expect((await stays.settings()).applications).toMatchObject([APP]);
  expect((await unassign(item.sha256, [has.id])).body).toMatchObject({
    items: [{ outcome: 'notAssigned' }],
    changeId: null,
  });

  const params = { changeId: body.changeId ?? '' };
  const change = await station.call(contract.getChange, { params });
  expect(change.body).toMatchObject({ kind: 'contents', devices: 2 });
  await station.call(contract.revertChange, { params, body: {} });
  await Promise.all([has.reports({}), waits.reports({})]);
  const entries = async () => [
    ...((await has.settings()).applications ?? []),
    ...((await waits.settings()).applications ?? []),
  ];
  await expect.poll(entries).toMatchObject([APP, lesson]);
});

test('an item that is not in the library, or of another organisation, is not unassigned', async () => {
  const item = aContent(station, { sourceUrl: APP.url });
  const device = await aDevice(station, { applications: [APP] });
  const other = await station.enterprise();

  expect(await unassign('0'.repeat(64), [device.id])).toMatchObject(refused(404, 'NOT_FOUND'));
  const params = { sha256: item.sha256 };
  const body = { devicesId: [device.id] };
  const theirs = await station.call(contract.unassignLibraryItem, { params, body, token: other.token });
  expect(theirs).toMatchObject(refused(404, 'NOT_FOUND'));
  expect((await device.settings()).applications).toMatchObject([APP]);
});
