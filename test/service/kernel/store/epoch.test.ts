import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { leaveEpoch, openEpoch } from '../../../../main/service/kernel/store/epoch.ts';
import { openStore } from '../../../../main/service/kernel/store/open.ts';
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
  expect(epochOf(folder.path)).toEqual({ id: first.id, isNew: false });
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

test('so has one replaced with a backup, and it keeps it', () => {
  using folder = aFolder();
  const first = epochOf(folder.path);
  leaveEpoch(folder.path);
  const back = epochOf(folder.path);
  expect([back.isNew, back.id === first.id]).toEqual([true, false]);
  expect(epochOf(folder.path)).toEqual({ id: back.id, isNew: false });
});

test('a copy of a data folder has another epoch than the folder it was copied from', () => {
  using folder = aFolder();
  using copy = aFolder();
  const first = epochOf(folder.path);
  cpSync(folder.path, copy.path, { recursive: true });
  const copied = epochOf(copy.path);
  expect([copied.isNew, copied.id === first.id]).toEqual([true, false]);
  expect(epochOf(folder.path)).toEqual({ id: first.id, isNew: false });
});
