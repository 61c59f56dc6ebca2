import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { ROLES } from '../../../../shared/contract/access/roles.ts';
import { columnsOf, flag, json, tableOf } from '../../kernel/store/rows.ts';

const namesSchema = z.array(z.string());
const rowSchema = z.object({
  seq: z.int(),
  atMs: z.int(),
  enterpriseId: z.string(),
  kind: z.enum(['person', 'computer', 'program', 'nobody']),
  who: z.string().nullable(),
  personId: z.string().nullable(),
  tokenId: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  address: z.string(),
  isFromLan: flag,
  operation: z.string(),
  detail: z.string().nullable(),
  subject: z.string().nullable(),
  targets: z.int(),
  devicesId: json(namesSchema),
  status: z.int(),
  skipped: z.int(),
  hash: z.string(),
});
const COLUMNS = columnsOf(rowSchema);

/** An entry as stored. */
export type AuditRow = Readonly<z.infer<typeof rowSchema>>;

/** A filter for entries; null fields match everything. */
export type AuditFilter = {
  readonly enterpriseId: string | null;
  readonly who: string | null;
  readonly personId: string | null;
  readonly operation: string | null;
  readonly deviceKey: number | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly outcome: 'done' | 'refused' | null;
  readonly about: string | null;
};

/** A range of the log, by entry numbers. */
export type Stretch = { readonly firstSeq: number; readonly lastSeq: number };

const headSchema = z.object({ seq: z.int(), hash: z.string() }).optional();

export type AuditStore = ReturnType<typeof openAuditStore>;

/** The only code that reads and writes the tables of the audit log. No statement changes an entry. */
export function openAuditStore(db: Database) {
  const table = tableOf(db, 'audit', rowSchema);
  const insert = db.prepare(`INSERT INTO audit (${COLUMNS.names}) VALUES (${COLUMNS.marks})`);
  const insertTargets = db.prepare(
    'INSERT OR IGNORE INTO audit_target (device_key, seq) SELECT value, ? FROM json_each(?)',
  );
  const selectTargets = db
    .prepare('SELECT device_key FROM audit_target WHERE seq = ? ORDER BY device_key')
    .pluck();
  const head = openHead(db);
  const old = openRetention(db);
  const { find, count } = openAuditSearch(db);
  const rows = z.array(rowSchema);
  const keys = z.array(z.int());

  return {
    ...head,
    targetsOf: (seq: number): number[] => keys.parse(selectTargets.all(seq)),
    add(row: AuditRow, deviceKeys: readonly number[]): void {
      insert.run(...COLUMNS.values(row));
      if (deviceKeys.length > 0) insertTargets.run(row.seq, JSON.stringify(deviceKeys));
      head.putHead(row.seq, row.hash);
    },
    /** Returns the newest entry of an operation that was executed. */
    lastDone: table.one<[operation: string]>('operation = ? AND status < 400 ORDER BY seq DESC LIMIT 1'),
    /** Returns the next entries in order. */
    after: table.all<[seq: number, limit: number]>('seq > ? ORDER BY seq LIMIT ?'),
    find: (
      filter: AuditFilter & Stretch,
      part: { limit: number; offset: number },
      order: 'ASC' | 'DESC',
    ): AuditRow[] => rows.parse(find(filter, part, order)),
    count,
    ...old,
  };
}

/** The newest and oldest entry, and the key of the chain. */
function openHead(db: Database) {
  const selectFirst = db.prepare('SELECT min(seq) FROM audit').pluck();
  const selectHead = db.prepare('SELECT seq, hash FROM audit_head WHERE id = 1');
  const putHead = db.prepare('INSERT OR REPLACE INTO audit_head (id, seq, hash) VALUES (1, ?, ?)');
  const selectKey = db.prepare('SELECT sealed FROM audit_key WHERE id = 1').pluck();
  const putKey = db.prepare('INSERT OR REPLACE INTO audit_key (id, sealed) VALUES (1, ?)');

  return {
    /** Returns the number of the oldest retained entry; undefined if there is none. */
    firstSeq: (): number | undefined => z.int().nullable().parse(selectFirst.get()) ?? undefined,
    head: (): { seq: number; hash: string } | undefined => headSchema.parse(selectHead.get()),
    putHead: (seq: number, hash: string): void => void putHead.run(seq, hash),
    /** Returns the encrypted key of the chain. */
    key: (): string | undefined => z.string().optional().parse(selectKey.get()),
    putKey: (sealed: string): void => void putKey.run(sealed),
  };
}

function openRetention(db: Database) {
  const deleteTargets = db.prepare('DELETE FROM audit_target WHERE seq <= ?');
  const deleteBefore = db.prepare('DELETE FROM audit WHERE seq <= ?');
  const selectLastBefore = db
    .prepare(
      'SELECT max(seq) FROM (SELECT seq FROM audit INDEXED BY audit_age WHERE at_ms < ? ORDER BY at_ms LIMIT ?)',
    )
    .pluck();

  return {
    /** Deletes a batch of older entries. Returns true while there may be more. */
    pruneSome(beforeMs: number, batchSize: number): boolean {
      const last = z.int().nullable().parse(selectLastBefore.get(beforeMs, batchSize));
      if (last === null) return false;
      deleteTargets.run(last);
      deleteBefore.run(last);
      return true;
    },
  };
}

function openAuditSearch(db: Database) {
  const CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
    enterpriseId: 'enterprise_id = @enterpriseId',
    who: "instr(lower(coalesce(who, '')), lower(@who)) > 0",
    personId: 'person_id = @personId',
    operation: 'operation = @operation',
    deviceKey: 'seq IN (SELECT seq FROM audit_target WHERE device_key = @deviceKey)',
    fromMs: 'at_ms >= @fromMs',
    toMs: 'at_ms <= @toMs',
    outcome: "(@outcome = 'done') = (status < 400)",
    about: "instr(lower(coalesce(subject, '') || ' ' || coalesce(detail, '')), lower(@about)) > 0",
  };
  const where = (filter: AuditFilter): string =>
    Object.entries(CONDITIONS)
      .filter(([name]) => isSet(filter, name))
      .map(([, sql]) => ` AND ${sql}`)
      .join('');
  const stretch = 'seq BETWEEN @firstSeq AND @lastSeq';
  return {
    find: (
      filter: AuditFilter & Stretch,
      part: { limit: number; offset: number },
      order: 'ASC' | 'DESC',
    ): unknown[] =>
      db
        .prepare(
          `SELECT ${COLUMNS.selected} FROM audit WHERE ${stretch}${where(filter)}
         ORDER BY seq ${order} LIMIT @limit OFFSET @offset`,
        )
        .all({ ...filter, ...part }),
    count: (filter: AuditFilter & Stretch): number =>
      z.int().parse(
        db
          .prepare(`SELECT count(*) AS n FROM audit WHERE ${stretch}${where(filter)}`)
          .pluck()
          .get(filter),
      ),
  };
}

function isSet(filter: AuditFilter, name: string): boolean {
  return new Map<string, unknown>(Object.entries(filter)).get(name) !== null;
}
