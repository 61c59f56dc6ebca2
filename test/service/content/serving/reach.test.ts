import { rmSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getContent, getContentPieces } from '../../../../shared/contract/content/library-serving.ts';
import { aContent, type TestContent } from '../../../support/a-content.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

function ask(content: TestContent, token: string | null) {
  return station.call(getContent, { params: { sha256: content.sha256, name: content.name }, token });
}

function assign(id: string, url: string) {
  const body = { files: [{ id: 'f', name: 'f.bin', url }] };
  return station.call(configureDevice, { params: { deviceId: id }, body });
}

const missing = refused(404, 'NOT_FOUND');

test('a headset gets its assigned content by the address that the content replaces, and no other', async () => {
  const url = 'https://content.example/reach/one.bin';
  const [served, other] = [aContent(station, { sourceUrl: url }), aContent(station)];
  const headset = await station.enrolled();
  expect(await ask(served, headset.token)).toMatchObject(missing);
  await assign(headset.id, url);

  expect((await ask(served, headset.token)).status).toBe(200);
  expect(await ask(other, headset.token)).toMatchObject(missing);
});

test('a headset gets its assigned content by the address of any library, whatever station that is of', async () => {
  const content = aContent(station);
  for (const base of ['', 'https://192.168.7.9:7443', station.url]) {
    const headset = await station.enrolled();
    await assign(headset.id, base + content.path);
    expect((await ask(content, headset.token)).status).toBe(200);
  }
});

test('unassigned content can no longer be downloaded', async () => {
  const content = aContent(station);
  const headset = await station.enrolled();
  await assign(headset.id, content.path);
  expect((await ask(content, headset.token)).status).toBe(200);
  await station.call(configureDevice, { params: { deviceId: headset.id }, body: { files: [] } });

  expect(await ask(content, headset.token)).toMatchObject(missing);
});

test('the expansion file of an application belongs to its headset too', async () => {
  const [apk, obb] = [aContent(station), aContent(station, { name: 'main.obb', kind: 'obb' })];
  const headset = await station.enrolled();
  const applications = [{ id: 'a', packageName: 'org.school.lab', url: apk.path, obbUrl: obb.path }];
  await station.call(configureDevice, { params: { deviceId: headset.id }, body: { applications } });

  expect((await ask(obb, headset.token)).status).toBe(200);
});

test('the organisation gets all its content, and nothing of another’s', async () => {
  const school = await station.enterprise();
  const [mine, theirs] = [aContent(station), aContent(station, { enterpriseId: school.id })];
  const headset = await station.enrolled();
  await assign(headset.id, theirs.path);

  expect((await ask(mine, station.token)).status).toBe(200);
  expect((await ask(theirs, school.token)).status).toBe(200);
  expect(await ask(theirs, station.token)).toMatchObject(missing);
  expect(await ask(mine, school.token)).toMatchObject(missing);
  // Assigned or not: the bytes belong to another organisation.
  expect(await ask(theirs, headset.token)).toMatchObject(missing);
});

test('the same bytes in two organisations belong to each separately', async () => {
  const school = await station.enterprise();
  const mine = aContent(station);
  const theirs = aContent(station, { bytes: mine.bytes, enterpriseId: school.id, name: 'theirs.apk' });

  expect((await ask(mine, station.token)).headers.get('content-disposition')).toContain('lab.apk');
  expect((await ask(theirs, school.token)).headers.get('content-disposition')).toContain('theirs.apk');
});

test('a token with access to another fleet gets its contents too', async () => {
  const school = await station.enterprise();
  const theirs = aContent(station, { enterpriseId: school.id });
  const token = await station.issue({ fleetAccess: [school.id] });

  expect((await ask(theirs, token)).status).toBe(200);
});

test('without a token, or with an enrol token, no content is served', async () => {
  const content = aContent(station);

  expect(await ask(content, null)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  expect(await ask(content, await station.issue({ scope: 'enroll' }))).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
});

test('the manifest has the same access rules as the bytes', async () => {
  const content = aContent(station);
  const headset = await station.enrolled();
  const params = { sha256: content.sha256, name: content.name };
  expect(await station.call(getContentPieces, { params, token: headset.token })).toMatchObject(missing);
  await assign(headset.id, content.path);

  expect((await station.call(getContentPieces, { params, token: headset.token })).status).toBe(200);
});

test('bytes that are missing from the disk, or have another size, are not sent', async () => {
  const [gone, cut] = [aContent(station), aContent(station)];
  rmSync(gone.file);
  writeFileSync(cut.file, 'short');

  expect(await ask(gone, station.token)).toMatchObject(missing);
  expect(await ask(cut, station.token)).toMatchObject(missing);
});
