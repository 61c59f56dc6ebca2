import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { libraryPath } from '../../../../shared/domain/content/library-address.ts';
import { aContent } from '../../../support/a-content.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

async function configure(deviceId: string, body: object): Promise<void> {
  const { status } = await station.call(contract.configureDevice, { params: { deviceId }, body });
  expect(status).toBe(200);
}

async function report(headset: { id: string; token: string }, body: object): Promise<void> {
  const { status } = await station.call(contract.updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body,
  });
  expect(status).toBe(200);
}

async function coverage(query: Record<string, string> = {}) {
  return (await station.call(contract.getLibraryCoverage, { query })).body.items;
}

test('coverage is counted per headset, from the headsets’ own reports', async () => {
  const url = 'https://content.example/lab-2.apk';
  const app = aContent(station, { sourceUrl: url });
  const film = aContent(station, { name: 'reef.mp4', kind: 'video', mediaType: 'video/mp4' });
  aContent(station, { name: 'unused.bin', kind: 'file' });
  const [has, loads, failed, waits] = await Promise.all(
    ['has', 'loads', 'failed', 'waits'].map((name) => station.enrolled(name)),
  );
  const applications = [{ id: 'lab', packageName: 'org.example.lab', url, codeVersion: 2 }];
  for (const headset of [has, loads, failed, waits]) await configure(headset?.id ?? '', { applications });
  const ofLibrary = libraryPath(film.sha256, film.name);
  await configure(waits?.id ?? '', {
    videos: [{ id: 'reef', title: 'Reef', url: `http://10.0.0.9:7440${ofLibrary}` }],
  });
  await report(has ?? { id: '', token: '' }, {
    installedPackages: [{ packageName: 'org.example.lab', versionCode: 2 }],
  });
  const download = { downloadId: 1, url, fileName: 'lab-2.apk' };
  await report(loads ?? { id: '', token: '' }, {
    downloads: [{ ...download, status: 'DOWNLOADING', progress: 0.5 }],
  });
  await report(failed ?? { id: '', token: '' }, {
    downloads: [{ ...download, status: 'FAILED', progress: 0.1 }],
  });

  const items = await coverage();

  expect(items).toHaveLength(2);
  const ofApp = items.find(({ sha256 }) => sha256 === app.sha256);
  expect(ofApp).toMatchObject({ assigned: 4, installed: 1, loading: 1, failed: 1, pending: 1, outdated: 0 });
  const statuses = new Map(ofApp?.headsets?.map(({ deviceId, status }) => [deviceId, status]));
  expect([has, loads, failed, waits].map((headset) => statuses.get(headset?.id ?? ''))).toEqual([
    'INSTALLED',
    'DOWNLOADING',
    'FAILED',
    'ASSIGNED',
  ]);
  expect(items.find(({ sha256 }) => sha256 === film.sha256)).toMatchObject({
    assigned: 1,
    pending: 1,
    headsets: [{ deviceId: waits?.id, status: 'ASSIGNED', progress: 0 }],
  });
});

test('another organisation sees nothing of it, and one item can be requested alone', async () => {
  const url = 'https://content.example/alone.pdf';
  const file = aContent(station, { name: 'alone.pdf', kind: 'file', sourceUrl: url });
  const { id } = await station.enrolled('alone');
  await configure(id, { files: [{ name: 'alone.pdf', url }] });
  const other = await station.enterprise();

  expect(await coverage({ sha256: file.sha256 })).toMatchObject([{ sha256: file.sha256, assigned: 1 }]);
  const { body } = await station.call(contract.getLibraryCoverage, { token: other.token });
  expect(body.items).toEqual([]);
});

test('the library reports how much of each kind there is, and the free disk space', async () => {
  const other = await station.enterprise();
  aContent(station, {
    name: 'sum.mp4',
    kind: 'video',
    enterpriseId: other.id,
    bytes: Buffer.alloc(2_000, 7),
  });
  aContent(station, { name: 'sum.apk', enterpriseId: other.id, bytes: Buffer.alloc(3_000, 8) });

  const { body } = await station.call(contract.listLibrary, { token: other.token, query: { kind: 'video' } });

  expect(body.total).toBe(1);
  expect(body.summary).toMatchObject({
    counts: { application: 1, obb: 0, video: 1, file: 0 },
    usedBytes: 5_000,
  });
  expect(body.summary.freeBytes).toBeGreaterThan(0);
});
