import { expect, test } from 'vitest';

import { freeSpaceFor, spaceNeeded } from '../../../shared/domain/downloads/space.ts';

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
