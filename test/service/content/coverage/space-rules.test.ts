import { expect, test } from 'vitest';

import { freeSpaceFor, missingSpace, spaceNeeded } from '../../../../main/service/content/coverage/space.ts';

test.each([
  ['application', 1_000, 2_200],
  ['obb', 1_000, 1_000],
  ['video', 1_000, 1_000],
  ['file', 0, 0],
])('%s of %d bytes needs %d bytes free', (kind, sizeBytes, needed) => {
  expect(spaceNeeded({ kind, sizeBytes })).toBe(needed);
});

const fixed = { freeSpace: 10, isRemovable: false };
const card = { freeSpace: 99, isRemovable: true };

test.each([
  ['application', [fixed, card], 10],
  ['application', [{ freeSpace: 7 }, fixed], 10],
  ['application', [card], undefined],
  ['video', [fixed, card], 99],
  ['video', [], undefined],
  ['video', [{ totalSpace: 5 }], undefined],
  ['video', [{ freeSpace: 0 }], 0],
])('for %s on %j there is %s', (kind, storages, free) => {
  expect(freeSpaceFor({ kind }, storages)).toBe(free);
});

const app = { kind: 'application', sizeBytes: 10 };
const video = { kind: 'video', sizeBytes: 10 };

test.each([
  [[app], [{ freeSpace: 22 }], 0],
  [[app], [{ freeSpace: 20 }], 2],
  [[app, video], [{ freeSpace: 22 }], 10],
  // A card has room for the video, but applications need internal storage.
  [[app, video], [{ freeSpace: 22 }, { freeSpace: 30, isRemovable: true }], 0],
  [[app, app], [{ freeSpace: 22 }, { freeSpace: 99, isRemovable: true }], 22],
  [[video], [], 0],
  [[], [{ freeSpace: 0 }], 0],
])('for %j on %j %d bytes are missing', (contents, storages, missing) => {
  expect(missingSpace(contents, storages)).toBe(missing);
});
