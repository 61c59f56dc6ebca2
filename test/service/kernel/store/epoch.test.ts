import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { leaveEpoch, openEpoch } from '../../../../main/service/kernel/store/epoch.ts';
import { openStore } from '../../../../main/service/kernel/data-folder/open-store.ts';
import { aFolder } from '../../../support/temp-folder.ts';

function epochOf(folder: string) {
  const db = openStore(folder);
  try {
    return openEpoch(db, folder);
  } finally {
    db.close();
  }
}

test('a store keeps its epoch over restarts', () => {
  using folder = aFolder();
  const first = epochOf(folder.path);
  expect(epochOf(folder.path)).toMatchObject({ id: first.id, isNew: false });
  expect(first.isNew).toBe(false);
});

test('a store restored to an earlier state has a new epoch', () => {
  using folder = aFolder();
  using stored = aFolder();
  const first = epochOf(folder.path);
  cpSync(join(folder.path, 'muster.db'), join(stored.path, 'muster.db'));
  epochOf(folder.path);
  cpSync(join(stored.path, 'muster.db'), join(folder.path, 'muster.db'));
  const back = epochOf(folder.path);
  expect(back.isNew).toBe(true);
  expect(back.id).not.toBe(first.id);
});

test('a store replaced with a backup has a new epoch too, and keeps it', () => {
  using folder = aFolder();
  const first = epochOf(folder.path);
  leaveEpoch(folder.path);
  const back = epochOf(folder.path);
  expect([back.isNew, back.id === first.id]).toEqual([true, false]);
  expect(epochOf(folder.path)).toMatchObject({ id: back.id, isNew: false });
});

test('a copy of a data folder has another epoch than the folder it was copied from', () => {
  using folder = aFolder();
  using copy = aFolder();
  const first = epochOf(folder.path);
  cpSync(folder.path, copy.path, { recursive: true });
  const copied = epochOf(copy.path);
  expect([copied.isNew, copied.id === first.id]).toEqual([true, false]);
  expect([first.maybeCopy(), copied.maybeCopy()]).toEqual([false, true]);
  expect(epochOf(folder.path)).toMatchObject({ id: first.id, isNew: false });
});

test('a copied folder is asked about at every start until a person has answered', () => {
  using folder = aFolder();
  using copy = aFolder();
  epochOf(folder.path);
  cpSync(folder.path, copy.path, { recursive: true });
  const copied = epochOf(copy.path);
  const again = epochOf(copy.path);
  expect([again.id === copied.id, again.maybeCopy()]).toEqual([true, true]);
  again.settleCopy();
  const settled = epochOf(copy.path);
  expect([settled.id === copied.id, settled.isNew, settled.maybeCopy()]).toEqual([true, false, false]);
});
