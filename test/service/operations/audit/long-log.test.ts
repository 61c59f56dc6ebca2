import BetterSqlite3 from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { listAudit } from '../../../../shared/contract/operations/audit.ts';
import { parseCsv } from '../../../../shared/domain/kernel/csv.ts';
import { closing } from '../../../support/closing.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

/** More entries than one batch. */
const COUNT = 12_345;
/** One in this many entries is about the hall. */
const EVERY = 1_000;

function fill(): void {
  using db = closing(new BetterSqlite3(join(station.folder, 'muster.db'), { timeout: 5_000 }));
  const add = db.prepare(
    `INSERT INTO audit (seq, at_ms, enterprise_id, kind, who, role, address, is_from_lan, operation, subject, targets,
       devices_id, status, skipped, hash)
     VALUES (?, ?, ?, 'person', 'Ada', 'technician', '127.0.0.1', 0, 'testRouter', ?, 0, '[]', 200, 0, '')`,
  );
  db.transaction(() => {
    for (let seq = 1; seq <= COUNT; seq += 1)
      add.run(seq, Date.now(), station.enterpriseId, seq % EVERY === 0 ? 'Hall' : 'Annex');
    db.prepare("INSERT OR REPLACE INTO audit_head (id, seq, hash) VALUES (1, ?, '')").run(COUNT);
  })();
}

test('a long log is read page by page, searched, and exported whole', async () => {
  fill();
  const read = async (query: Record<string, string>) =>
    (await station.call(listAudit, { query: { limit: '100', ...query } })).body;
  const seqs = async (query: Record<string, string>) => (await read(query)).items.map(({ seq }) => seq);

  expect(await read({})).toMatchObject({ total: COUNT });
  expect(await seqs({ page: '1', limit: '3' })).toEqual([COUNT, COUNT - 1, COUNT - 2]);
  // A page across two batches, the last one, and one beyond it.
  expect(await seqs({ page: '24' })).toEqual(Array.from({ length: 100 }, (_, at) => COUNT - 2_300 - at));
  expect(await seqs({ page: '124' })).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at));
  expect(await seqs({ page: '125' })).toEqual([]);
  const ofHall = Array.from({ length: 12 }, (_, at) => (12 - at) * EVERY);
  expect(await seqs({ about: 'hall' })).toEqual(ofHall);
  expect(await seqs({ about: 'hall', limit: '5', page: '2' })).toEqual(ofHall.slice(5, 10));

  const file = async (query: string) =>
    String((await station.send('GET', `/station/audit/export?${query}`)).body);
  const { rows } = parseCsv(await file('format=csv'));
  // This request itself is logged after it, if it was already written.
  expect(rows.slice(0, COUNT).map(({ cells }) => Number(cells[0]))).toEqual(
    Array.from({ length: COUNT }, (_, at) => at + 1),
  );
  const json = JSON.parse(await file('format=json&about=Hall')) as { seq: number }[];
  expect(json.map(({ seq }) => seq)).toEqual(ofHall.toReversed());
  expect(await file('format=json&about=nothing-is-called-that')).toBe('[]\n');
});
