import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { assign, MIB, sendPart, sha256Of, someBytes, upload } from './files.ts';

const station = await aSharedStation();

function fileOf({ folder }: TestStation, sha256: string): string {
  return join(folder, 'library', sha256.slice(0, 2), sha256);
}

function arriving({ folder }: TestStation): string[] {
  return readdirSync(join(folder, 'library', 'arriving'));
}

test('an upload is stored under its digest, readable by the station only, and its pieces add up', async () => {
  const bytes = someBytes(20 * MIB + 5);
  const sha256 = sha256Of(bytes);

  const { status, body } = await upload(station, bytes, { name: 'film.mp4' });

  expect(status).toBe(200);
  expect(body).toMatchObject({ isNew: true, job: null });
  expect(body.item).toMatchObject({
    sha256,
    name: 'film.mp4',
    kind: 'video',
    mediaType: 'video/mp4',
    sizeBytes: bytes.length,
    source: 'upload',
    sourceUrl: null,
    fetchedAt: null,
  });
  const ends = [0, 8, 16].map((at) => bytes.subarray(at * MIB, (at + 8) * MIB));
  expect(body.item?.pieces).toEqual(ends.map(sha256Of));
  const { mode, mtimeMs } = statSync(fileOf(station, sha256));
  expect(mode & 0o777).toBe(0o600);
  expect(mtimeMs).toBe(Date.parse('2020-01-01T00:00:00Z'));
  expect(readFileSync(fileOf(station, sha256)).equals(bytes)).toBe(true);
  expect(arriving(station)).toEqual([]);
});

test('uploading the same bytes again returns the existing item', async () => {
  const bytes = someBytes(1_000);
  const first = await upload(station, bytes, { name: 'first.pdf' });

  const second = await upload(station, bytes, { name: 'second.mp4', kind: 'video' });

  expect(second.body.isNew).toBe(false);
  expect(second.body.item).toEqual(first.body.item);
});

test('two simultaneous uploads of the same bytes make one item, and both get it', async () => {
  const bytes = someBytes(3 * MIB);

  const answers = await Promise.all([upload(station, bytes), upload(station, bytes), upload(station, bytes)]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ body }) => body.isNew)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.item?.sha256))).toEqual(new Set([sha256Of(bytes)]));
});

test('an upload of unknown length is accepted, an empty one too', async () => {
  const bytes = someBytes(2 * MIB);
  const stream = new Blob([new Uint8Array(bytes)]).stream();

  const streamed = await upload(station, stream, { name: 'a.bin' });
  const empty = await upload(station, Buffer.alloc(0), { name: 'nothing.txt' });

  expect(streamed.body.item).toMatchObject({ sha256: sha256Of(bytes), sizeBytes: bytes.length });
  expect(empty.body.item).toMatchObject({ sha256: sha256Of(Buffer.alloc(0)), sizeBytes: 0, pieces: [] });
});

test('bytes with another digest than announced are refused, and none of them are kept', async () => {
  const bytes = someBytes(1_000);

  const answer = await upload(station, bytes, { sha256: 'a'.repeat(64) });

  expect(answer).toMatchObject(refused(400, 'INVALID_VALUE'));
  const params = { sha256: sha256Of(bytes) };
  expect(await station.call(contract.getLibraryItem, { params })).toMatchObject(refused(404, 'NOT_FOUND'));
  expect(arriving(station)).toEqual([]);
});

test('a digest in capitals is equivalent', async () => {
  const bytes = someBytes(1_000);

  const { status } = await upload(station, bytes, { sha256: sha256Of(bytes).toUpperCase() });

  expect(status).toBe(200);
  const params = { sha256: sha256Of(bytes).toUpperCase() };
  expect((await station.call(contract.getLibraryItem, { params })).status).toBe(200);
});

test.each([
  ['name', { name: 'a/b.apk' }],
  ['name', { name: '..\\x' }],
  ['name', { name: 'a\nb' }],
  ['kind', { kind: 'game' }],
  ['sha256', { sha256: 'abc' }],
  ['sourceUrl', { sourceUrl: 'file:///etc/passwd' }],
  ['sourceUrl', { sourceUrl: 'https://me:secret@content.example/a' }],
])('a wrong %s is refused before anything is read', async (field, query) => {
  expect(await upload(station, someBytes(10), query)).toMatchObject(refusedAt(`query.${field}`));
});

test('an upload aborted by its sender leaves nothing', async () => {
  const sending = request(`${station.url}/station/library?name=cut.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${station.token}`, 'content-type': 'application/octet-stream' },
  });
  sending.on('error', () => undefined);
  sending.write(someBytes(2 * MIB));
  await expect.poll(() => arriving(station)).toHaveLength(1);

  sending.destroy();

  await expect.poll(() => arriving(station)).toEqual([]);
  const { body } = await station.call(contract.listLibrary, { query: { search: 'cut.bin' } });
  expect(body.items).toEqual([]);
});

test('only bytes and JSON are accepted: a form is refused', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };

  const answer = await station.send('POST', '/station/library', { body: '--x--', headers });

  expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED'));
});

test.each([
  '.',
  '..',
  'con',
  'NUL.txt',
  'com1.mp4',
  'a/b.mp4',
  String.raw`a\b.mp4`,
  'film\u202e4pm.exe',
  '\u2066x.mp4',
  'a\n.mp4',
])('a file named %j is refused before a byte of it is stored', async (name) => {
  const bytes = someBytes(10);

  expect(await upload(station, bytes, { name })).toMatchObject(refusedAt('query.name'));

  expect(arriving(station)).toEqual([]);
});

test('another organisation does not see an item, and has its own of the same bytes', async () => {
  const other = await station.enterprise();
  const bytes = someBytes(1_000);
  const { body } = await upload(station, bytes, { name: 'ours.pdf' });
  const params = { sha256: body.item?.sha256 ?? '' };
  const { token } = other;

  expect(await station.call(contract.getLibraryItem, { params, token })).toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
  expect(await station.call(contract.removeLibraryItem, { params, token })).toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
  const theirs = await upload(station, bytes, { name: 'theirs.pdf' }, token);

  expect(theirs.body).toMatchObject({ isNew: true, item: { name: 'theirs.pdf' } });
  const { body: list } = await station.call(contract.listLibrary, { token });
  expect(list.items.map(({ name }) => name)).toEqual(['theirs.pdf']);
  // One caller cancels, the other keeps the bytes.
  expect((await station.call(contract.removeLibraryItem, { params })).body).toEqual({
    success: true,
    freedBytes: 0,
  });
  expect(readFileSync(fileOf(station, params.sha256)).equals(bytes)).toBe(true);
  const last = await station.call(contract.removeLibraryItem, { params, token });
  expect(last.body).toEqual({ success: true, freedBytes: 1_000 });
  expect(() => statSync(fileOf(station, params.sha256))).toThrow('ENOENT');
});

test('the list is paged, newest first, and filtered by kind and by text', async () => {
  await using own = await aStation();
  for (const name of ['one.pdf', 'two.mp4', 'THREE.pdf']) await upload(own, someBytes(10), { name });

  const names = async (query: Record<string, string>) =>
    (await own.call(contract.listLibrary, { query })).body.items.map(({ name }) => name);

  expect(await names({})).toEqual(['THREE.pdf', 'two.mp4', 'one.pdf']);
  expect(await names({ page: '2', limit: '2' })).toEqual(['one.pdf']);
  expect(await names({ kind: 'video' })).toEqual(['two.mp4']);
  expect(await names({ search: 'hree' })).toEqual(['THREE.pdf']);
});

test('a file assigned to a headset is not removed, unless that is forced', async () => {
  const [slot] = await station.slots(1);
  const url = 'https://content.example/assigned.apk';
  const { body } = await upload(station, someBytes(500), { name: 'assigned.bin', sourceUrl: url });
  const params = { sha256: body.item?.sha256 ?? '' };
  await assign(station, slot?.id ?? '', url);

  const refusal = await station.call(contract.removeLibraryItem, { params });

  expect(refusal).toMatchObject(refused(409, 'CONFLICT'));
  expect(JSON.stringify(refusal.body)).toContain(slot?.id);
  const item = await station.call(contract.getLibraryItem, { params });
  expect(item.body).toMatchObject({ urls: [url], assignedTo: [slot?.id] });
  const forced = await station.call(contract.removeLibraryItem, { params, query: { force: 'true' } });
  expect(forced.body).toEqual({ success: true, freedBytes: 500 });
  expect((await station.call(contract.getLibraryItem, { params })).status).toBe(404);
});

test('a collection removes what is assigned to no headset, and nothing else; a dry run only reports it', async () => {
  await using own = await aStation();
  const [first, second] = await own.slots(2);
  const byUrl = await upload(own, someBytes(100), { sourceUrl: 'https://content.example/a.apk' });
  const byDigest = await upload(own, someBytes(200));
  const unused = await upload(own, someBytes(300), { name: 'unused.bin' });
  await assign(own, first?.id ?? '', 'https://content.example/a.apk');
  await assign(own, second?.id ?? '', `https://10.0.0.1:7443/library/${byDigest.body.item?.sha256}/x.apk`);

  const dry = await own.call(contract.collectLibrary, { body: { dryRun: true } });
  const wet = await own.call(contract.collectLibrary, { body: {} });

  const removed = [{ sha256: unused.body.item?.sha256, name: 'unused.bin', sizeBytes: 300 }];
  expect(dry.body).toEqual({ dryRun: true, removed, kept: 2, freedBytes: 300 });
  expect(wet.body).toEqual({ dryRun: false, removed, kept: 2, freedBytes: 300 });
  const { body } = await own.call(contract.listLibrary);
  expect(new Set(body.items.map(({ sha256 }) => sha256))).toEqual(
    new Set([byUrl.body.item?.sha256, byDigest.body.item?.sha256]),
  );
  expect(() => statSync(fileOf(own, unused.body.item?.sha256 ?? ''))).toThrow('ENOENT');
});

test('an upload in parts resumes after an interruption, also after a restart', async () => {
  await using own = await aStation();
  const bytes = someBytes(40 * MIB);
  const body = { name: 'long.mp4', sizeBytes: bytes.length, sha256: sha256Of(bytes) };
  const { body: begun } = await own.call(contract.startUpload, { body });
  const params = { uploadId: begun.id };
  const first = await sendPart(own, begun.id, 0, bytes.subarray(0, 36 * MIB));
  expect(first.body).toMatchObject({ upload: { offset: 36 * MIB }, item: null });

  await own.restart();
  const { body: known } = await own.call(contract.getUpload, { params });

  // Only bytes that had been flushed survive.
  expect(known.offset).toBe(32 * MIB);
  expect(await sendPart(own, begun.id, 36 * MIB, bytes.subarray(36 * MIB))).toMatchObject(
    refused(409, 'CONFLICT'),
  );
  const last = await sendPart(own, begun.id, known.offset, bytes.subarray(known.offset));
  expect(last.body).toMatchObject({ isNew: true, item: { sha256: body.sha256, sizeBytes: bytes.length } });
  expect((await own.call(contract.getUpload, { params })).status).toBe(404);
  expect(arriving(own)).toEqual([]);
});

test('a part beyond the end, or a repeated one, changes nothing', async () => {
  const bytes = someBytes(1_000);
  const { body: begun } = await station.call(contract.startUpload, {
    body: { name: 'x.bin', sizeBytes: 1_000 },
  });
  await sendPart(station, begun.id, 0, bytes.subarray(0, 400));

  expect(await sendPart(station, begun.id, 400, someBytes(601))).toMatchObject(
    refused(413, 'BATCH_TOO_LARGE'),
  );
  expect(await sendPart(station, begun.id, 0, bytes.subarray(0, 400))).toMatchObject(
    refused(409, 'CONFLICT'),
  );

  const last = await sendPart(station, begun.id, 400, bytes.subarray(400));
  expect(last.body.item).toMatchObject({ sha256: sha256Of(bytes) });
});

test('an upload in parts with a wrong final digest is refused and deleted', async () => {
  const body = { name: 'x.bin', sizeBytes: 10, sha256: 'b'.repeat(64) };
  const { body: begun } = await station.call(contract.startUpload, { body });

  expect(await sendPart(station, begun.id, 0, someBytes(10))).toMatchObject(refused(400, 'INVALID_VALUE'));

  expect((await station.call(contract.getUpload, { params: { uploadId: begun.id } })).status).toBe(404);
});

test('a cancelled upload is deleted with its bytes; another organisation cannot cancel it', async () => {
  const { token } = await station.enterprise();
  const { body: begun } = await station.call(contract.startUpload, {
    body: { name: 'x.bin', sizeBytes: 10 },
  });
  const params = { uploadId: begun.id };
  await sendPart(station, begun.id, 0, someBytes(5));

  expect((await station.call(contract.getUpload, { params, token })).status).toBe(404);
  expect((await station.call(contract.cancelUpload, { params, token })).status).toBe(404);
  expect((await station.call(contract.cancelUpload, { params })).body).toEqual({ success: true });

  expect((await station.call(contract.getUpload, { params })).status).toBe(404);
  expect(arriving(station)).toEqual([]);
});

test('parts are sent as bytes; JSON is refused', async () => {
  const { body: begun } = await station.call(contract.startUpload, {
    body: { name: 'x.bin', sizeBytes: 10 },
  });

  const answer = await station.send('PUT', `/station/library/uploads/${begun.id}?offset=0`, { body: {} });

  expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED'));
});

test('an upload larger than any disk is refused before a byte is sent', async () => {
  const body = { name: 'x.bin', sizeBytes: 2 ** 40 };

  expect(await station.call(contract.startUpload, { body })).toMatchObject(refused(507, 'STORAGE_FULL'));
});
