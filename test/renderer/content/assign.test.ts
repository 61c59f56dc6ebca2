import { expect, test } from 'vitest';

import { addressOfItem, isObbOf } from '../../../renderer/content/assign/assign.ts';
import { byNeed, together } from '../../../renderer/content/coverage/readiness.ts';
import type { NeededContentView, ReadinessView } from '../../../shared/contract/content/library-offline.ts';

const SHA256 = 'a'.repeat(64);

test('an item is assigned by the address that it replaces, else by the station’s own', () => {
  const item = { sha256: SHA256, name: 'my film.mp4', sourceUrl: null, urls: [] };

  expect(addressOfItem({ ...item, sourceUrl: 'https://a.example/f' }, 'https://10.0.0.2:7443')).toBe(
    'https://a.example/f',
  );
  expect(addressOfItem(item, 'https://10.0.0.2:7443')).toBe(
    `https://10.0.0.2:7443/library/${SHA256}/my%20film.mp4`,
  );
  expect(addressOfItem(item, null)).toBe(`/library/${SHA256}/my%20film.mp4`);
});

test('an expansion file belongs to the package in its name', () => {
  const kind = 'obb' as const;
  expect(isObbOf('org.example.lab', { kind, name: 'main.12.org.example.lab.obb' })).toBe(true);
  expect(isObbOf('org.example', { kind, name: 'main.12.org.example.lab.obb' })).toBe(false);
  expect(isObbOf('org.example.lab', { kind: 'file', name: 'main.12.org.example.lab.obb' })).toBe(false);
});

function needed(url: string, state: NeededContentView['state'], devices: number): NeededContentView {
  const nothing = { name: null, source: null, fetchedAt: null, sha256: null, jobId: null, error: null };
  return { url, kind: 'file', state, devices, sizeBytes: 10, receivedBytes: 0, ...nothing };
}

function part(contents: NeededContentView[], devices: number): ReadinessView {
  const format = { held: 0, missing: 0, missingBytes: 0, isMissingBytesExact: true, invalidIds: [] };
  return { isReady: false, devices, contents, ...format };
}

test('content that two parts of a fleet need is counted once', () => {
  const whole = together([
    part([needed('a', 'missing', 3), needed('b', 'held', 1)], 3),
    part([needed('a', 'missing', 2)], 2),
  ]);

  expect(whole).toMatchObject({ devices: 5, held: 1, missing: 1, missingBytes: 10, isReady: false });
  expect(whole.contents.map(({ url, devices }) => [url, devices])).toEqual([
    ['a', 5],
    ['b', 1],
  ]);
  expect(byNeed(whole.contents).map(({ url }) => url)).toEqual(['a', 'b']);
  expect(together([]).isReady).toBe(true);
});
