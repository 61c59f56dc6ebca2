import Database from 'better-sqlite3';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { closing } from '../support/closing.ts';
import { type ServedStation, serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';

const MIB = 1024 * 1024;

/** Begins an upload that never ends; returns when the station has written some of it. */
async function beginUpload(station: ServedStation, folder: string): Promise<void> {
  const sending = request(`${station.url}/station/library?name=half.mp4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${station.token}`, 'content-type': 'application/octet-stream' },
  });
  sending.on('error', () => undefined);
  sending.write(Buffer.alloc(6 * MIB, 7));
  const arriving = join(folder, 'library', 'arriving');
  const written = () =>
    existsSync(arriving) ? readdirSync(arriving).map((name) => statSync(join(arriving, name)).size) : [];
  await expect.poll(() => written()[0] ?? 0).toBeGreaterThan(MIB);
}

test('kill -9 in the middle of an upload leaves no partial file', { timeout: 180_000 }, async () => {
  using folder = aFolder();
  const station = await serveStation(folder.path);
  await beginUpload(station, folder.path);

  await station.kill();
  const next = await serveStation(folder.path);

  const arriving = join(folder.path, 'library', 'arriving');
  await expect.poll(() => readdirSync(arriving)).toEqual([]);
  const list = await fetch(`${next.url}/station/library`, {
    headers: { authorization: `Bearer ${next.token}` },
  });
  expect(await list.json()).toMatchObject({ total: 0 });
  expect(await next.stop()).toBe(0);
  using db = closing(new Database(join(folder.path, 'muster.db'), { readonly: true }));
  expect(db.prepare('SELECT count(*) FROM library_file').pluck().get()).toBe(0);
});
