import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { LibraryFiles } from '../../../../main/service/content/files/files.ts';
import type { LibraryItem } from '../../../../main/service/content/files/store.ts';
import { type LibraryStore, openLibraryStore } from '../../../../main/service/content/index.ts';
import { aStation } from '../../../support/a-station.ts';
import { closing } from '../../../support/closing.ts';
import { aFolder } from '../../../support/temp-folder.ts';
import { sha256Of } from './files.ts';

/** Receives some bytes and stores them. */
async function settle(files: LibraryFiles, id: string, content: string): Promise<string> {
  const sha256 = sha256Of(Buffer.from('content'));
  await (await files.openArriving(id)).close();
  writeFileSync(files.arrivingPath(id), content);
  await files.settle(id, sha256);
  return files.pathOf(sha256);
}

test('stored bytes are never rewritten; damaged ones are replaced', async () => {
  using folder = aFolder();
  const files = new LibraryFiles(folder.path);
  const path = await settle(files, 'one', 'content');

  await settle(files, 'two', 'CONTENT');
  expect(await readFile(path, 'utf8')).toBe('content');

  writeFileSync(path, 'con');
  await settle(files, 'three', 'content');
  expect(await readFile(path, 'utf8')).toBe('content');
  expect(await files.arriving()).toEqual([]);
});

function add(
  store: LibraryStore,
  enterpriseId: string,
  sha256: string,
  url: string,
): LibraryItem | undefined {
  store.addFile({ sha256, sizeBytes: 1, pieces: [sha256], apk: null, finding: null, icon: null }, 1);
  const origin = { source: 'url', sourceUrl: url, fetchedAtMs: 1, createdAtMs: 1 } as const;
  store.add({ enterpriseId, sha256, name: 'a', kind: 'file', mediaType: 'a/b', ...origin });
  return store.findByUrl(enterpriseId, url);
}

test('an address refers to what came from it last, for its own organisation only', async () => {
  await using station = await aStation();
  using db = closing(new Database(join(station.folder, 'muster.db')));
  const store = openLibraryStore(db);
  const url = 'https://content.example/a';

  expect(add(store, station.enterpriseId, 'a'.repeat(64), url)).toMatchObject({ sha256: 'a'.repeat(64) });
  expect(add(store, station.enterpriseId, 'b'.repeat(64), url)).toMatchObject({ sha256: 'b'.repeat(64) });

  expect(store.urlsOf(station.enterpriseId, 'a'.repeat(64))).toEqual([]);
  expect(store.findByUrl('another', url)).toBeUndefined();
});
