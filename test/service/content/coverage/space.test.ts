import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { aContent, type TestContent } from '../../../support/a-content.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

type TestHeadset = Awaited<ReturnType<typeof station.enrolled>>;

async function configure(headset: TestHeadset, body: object): Promise<void> {
  const { status } = await station.call(contract.configureDevice, { params: { deviceId: headset.id }, body });
  expect(status).toBe(200);
}

/** A headset's report, with this much free space. */
async function report(headset: TestHeadset, freeSpace: number, more: object = {}): Promise<void> {
  const { status } = await station.call(contract.updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { storages: [{ totalSpace: 1e9, freeSpace, isRemovable: false }], ...more },
  });
  expect(status).toBe(200);
}

/** A preview before an assignment; a plan that adds the same returns the same for every headset. */
async function room(contents: readonly TestContent[], headsets: readonly TestHeadset[]) {
  const devicesId = headsets.map(({ id }) => id);
  const { body } = await station.call(contract.estimateSpace, {
    body: { sha256: contents.map(({ sha256 }) => sha256), devicesId },
  });
  const { body: plan } = await station.call(contract.createPlan, {
    body: { devicesId, lists: 'add', settings: asSettings(contents) },
  });
  expect(plan.devices.map(({ id, missingBytes, room: basis }) => ({ id, missingBytes, basis }))).toEqual(
    body.items.map(({ deviceId: id, state, missingBytes, ...rest }) => {
      const { freeBytes, waitingBytes, waitingUnknown, leavingBytes } = rest;
      const basis = { freeBytes, waitingBytes, waitingUnknown, leavingBytes };
      return state === 'short' ? { id, missingBytes, basis } : { id, missingBytes: null, basis: null };
    }),
  );
  return body;
}

function asSettings(contents: readonly TestContent[]) {
  const ofKind = (isApplication: boolean) =>
    contents.filter(({ name }) => name.endsWith('.apk') === isApplication);
  return {
    ...(ofKind(true).length === 0
      ? {}
      : {
          applications: ofKind(true).map(({ sha256, path }) => ({
            id: sha256,
            packageName: 'org.lab',
            url: path,
          })),
        }),
    ...(ofKind(false).length === 0 ? {} : videos(...ofKind(false))),
  };
}

const film = (name: string, length: number) =>
  aContent(station, { name, kind: 'video', mediaType: 'video/mp4', bytes: Buffer.alloc(length, name) });
const videos = (...films: readonly TestContent[]) => ({
  videos: films.map(({ sha256, name, path }) => ({ id: sha256, title: name, url: path })),
});

test('free space covers the request and pending downloads, with the time of the headset’s report', async () => {
  const wanted = film('wanted.mp4', 1_000);
  const other = film('other.mp4', 4_000);
  const app = aContent(station, { name: 'lab.apk', bytes: Buffer.alloc(10_000, 3) });
  const [free, waits, loads, silent] = await Promise.all(
    ['free', 'waits', 'loads', 'silent'].map((name) => station.enrolled(name)),
  );
  if (free === undefined || waits === undefined || loads === undefined || silent === undefined)
    throw new Error('no headsets');
  const url = 'https://content.example/of-nobody.mp4';
  await configure(waits, { videos: [...videos(other).videos, { id: 'far', title: 'Far', url }] });
  await configure(loads, videos(other));
  await report(free, 1_000);
  await report(waits, 4_500);
  const download = { downloadId: 1, url: other.path, fileName: 'other.mp4', status: 'DOWNLOADING' };
  await report(loads, 2_000, { downloads: [{ ...download, progress: 0.75 }] });

  const { neededBytes, items } = await room([wanted], [free, waits, loads, silent]);

  expect(neededBytes).toBe(1_000);
  expect(items).toMatchObject([
    { deviceId: free.id, state: 'fits', freeBytes: 1_000, waitingBytes: 0, missingBytes: 0 },
    { deviceId: waits.id, state: 'short', waitingBytes: 4_000, waitingUnknown: 1, missingBytes: 500 },
    // Three quarters of it are already written.
    { deviceId: loads.id, state: 'fits', waitingBytes: 1_000, missingBytes: 0 },
    { deviceId: silent.id, state: 'unknown', freeBytes: null, reportedAt: null, missingBytes: 0 },
  ]);
  const { body } = await station.call(contract.getDevice, { params: { deviceId: waits.id } });
  expect(items[1]?.reportedAt).toBe(body.lastHeartbeatAt);

  // Installing an app takes three times its size; a headset that has everything needs nothing.
  expect((await room([app], [waits])).items).toMatchObject([{ missingBytes: 22_000 + 4_000 - 4_500 }]);
  await report(waits, 0, { contentPresence: [{ contentId: other.sha256, type: 'video', present: true }] });
  expect((await room([other], [waits])).items).toMatchObject([{ state: 'held', missingBytes: 0 }]);
  expect((await room([wanted], [waits])).items).toMatchObject([{ state: 'short', waitingBytes: 0 }]);
});

test('removed contents free their space, and unknown contents, headsets and other organisations are reported', async () => {
  const wanted = film('next.mp4', 1_000);
  const old = film('old.mp4', 3_000);
  const headset = await station.enrolled('leaves');
  const there = {
    contentPresence: [{ contentId: old.sha256, type: 'video', present: true, sizeBytes: 3_000 }],
  };
  const expired = videos(old).videos.map((each) => ({ ...each, expirationDate: '2020-01-01T00:00:00Z' }));
  await configure(headset, { videos: expired });
  await report(headset, 100, there);

  expect((await room([wanted], [headset])).items).toMatchObject([
    { state: 'fits', freeBytes: 100, leavingBytes: 3_000, missingBytes: 0 },
  ]);

  // An unassigned content is removed as soon as the headset has read the change.
  const { body } = await station.call(contract.getDevice, { params: { deviceId: headset.id } });
  await report(headset, 100, { ...there, settingsRevision: body.settingsRevision });
  await configure(headset, { videos: [] });
  expect((await room([wanted], [headset])).items).toMatchObject([{ state: 'fits', leavingBytes: 3_000 }]);
  const after = await station.call(contract.getDevice, { params: { deviceId: headset.id } });
  await report(headset, 100, { ...there, settingsRevision: after.body.settingsRevision });
  expect((await room([wanted], [headset])).items).toMatchObject([
    { state: 'short', leavingBytes: 0, missingBytes: 900 },
  ]);

  const nobody = await station.call(contract.estimateSpace, {
    body: { sha256: [wanted.sha256], devicesId: ['no-such-headset'] },
  });
  expect(nobody.body).toMatchObject({ items: [], invalidIds: ['no-such-headset'] });
  const body404 = { sha256: ['0'.repeat(64)], devicesId: [headset.id] };
  expect(await station.call(contract.estimateSpace, { body: body404 })).toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
  const other = await station.enterprise();
  const asOther = { token: other.token, body: { sha256: [wanted.sha256], devicesId: [headset.id] } };
  expect(await station.call(contract.estimateSpace, asOther)).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('a plan that removes content counts the freed space, and no longer the pending downloads of it', async () => {
  const [present, pending, wanted] = [
    film('present.mp4', 3_000),
    film('pending.mp4', 2_000),
    film('new.mp4', 3_500),
  ];
  const headset = await station.enrolled('changes');
  await configure(headset, videos(present, pending));
  const contentPresence = [{ contentId: present.sha256, type: 'video', present: true, sizeBytes: 3_000 }];
  await report(headset, 1_000, { contentPresence });
  const missing = async (lists: 'add' | 'replace', ...films: readonly TestContent[]) => {
    const body = { devicesId: [headset.id], lists, settings: videos(...films) };
    const { devices } = (await station.call(contract.createPlan, { body })).body;
    return devices.map(({ missingBytes, room: basis }) => ({ missingBytes, ...basis }));
  };

  const basis = { freeBytes: 1_000, waitingUnknown: 0 };
  expect(await missing('add', wanted)).toEqual([
    { ...basis, missingBytes: 4_500, waitingBytes: 2_000, leavingBytes: 0 },
  ]);
  // The installed one stays, the waiting one is cancelled.
  expect(await missing('replace', present, wanted)).toEqual([
    { ...basis, missingBytes: 2_500, waitingBytes: 0, leavingBytes: 0 },
  ]);
  expect(await missing('replace', pending, wanted)).toEqual([
    { ...basis, missingBytes: 1_500, waitingBytes: 2_000, leavingBytes: 3_000 },
  ]);
  expect(await missing('replace', wanted)).toEqual([{ missingBytes: null }]);
});
