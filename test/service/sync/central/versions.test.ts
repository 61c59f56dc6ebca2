import { expect, test } from 'vitest';

import { aBackend, json } from '../../../support/a-backend.ts';
import { aClient } from './a-client.ts';

const record = (id: string) => ({ id, enterprise: 'school', isArchived: false, settings: {} });
const configure = { kind: 'configure', settings: { volume: 3 } } as const;
const OFFERED = { 'muster-bulk-conditions': 'ifRevisions' };

test.for<[string, Record<string, string>, { tag?: string; revisions: boolean }]>([
  ['no version', {}, { revisions: false }],
  ['a weak version, which may stand for two states', { etag: 'W/"7"' }, { revisions: false }],
  ['no entity tag at all', { etag: '7' }, { revisions: false }],
  ['a version', { etag: '"abc"' }, { tag: '"abc"', revisions: false }],
  ['a number for a version, and no word on conditions', { etag: '"7"' }, { tag: '"7"', revisions: false }],
  ['a revision, with conditions for many', { etag: '"7"', ...OFFERED }, { tag: '"7"', revisions: true }],
])('a central that returns %s gets exactly that condition', async ([, headers, { tag, revisions }]) => {
  await using central = await aBackend(({ path }, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const body = path.endsWith('/configure') ? { device: record('a'), success: true } : record('a');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await using client = aClient({ url: central.url, token: 't' });

  const read = await client.getDevice('a');
  const version = read.kind === 'ok' ? read.value.version : null;
  const versions = new Map(version === null ? [] : [['a', version]]);
  await client.push({ ...configure, ids: ['a'] }, { versions });
  await client.push({ ...configure, ids: ['a', 'b'] }, { versions });

  const [, one, many] = central.received;
  expect(one?.headers['if-match']).toBe(tag);
  expect(many?.headers['if-match']).toBeUndefined();
  expect(JSON.parse(many?.body ?? '')).toEqual({
    devicesId: ['a', 'b'],
    settings: { volume: 3 },
    ...(revisions ? { ifRevisions: { a: 7 } } : {}),
  });
});

test('each device in a bulk answer has the version after the write', async () => {
  await using central = await aBackend(
    json([
      { id: 'a', response: { device: { ...record('a'), revision: 8 }, success: true } },
      { id: 'b', success: true, revision: 3 },
      { id: 'c', success: true },
      { id: 'd', success: false, error: { code: 'CONFLICT', message: 'It was changed' } },
    ]),
  );
  await using client = aClient({ url: central.url, token: 't' });

  const outcome = await client.push({ ...configure, ids: ['a', 'b', 'c', 'd'] });

  expect(outcome).toMatchObject({
    value: [
      { ok: true, version: { tag: '"8"', revision: 8 } },
      { ok: true, version: { tag: '"3"', revision: 3 } },
      { ok: true, version: null },
      { ok: false, code: 'CONFLICT' },
    ],
  });
});
