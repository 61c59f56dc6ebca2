import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { SCOPES } from '../../../../shared/contract/endpoint.ts';
import {
  deviceIdSchema,
  enterpriseIdSchema,
  type TokenId,
  tokenIdSchema,
} from '../../../../shared/contract/ids.ts';

const COLUMNS = `id, scope, kind, label, enterprise_id, device_id, fleet_access, created_at_ms, expires_at_ms, revoked_at_ms`;

/** `ready` is the token of the ready line, `session` one of the local interface. */
const kindSchema = z.enum(['issued', 'session', 'ready']);

const rowSchema = z
  .object({
    id: tokenIdSchema,
    scope: z.enum(SCOPES),
    kind: kindSchema,
    label: z.string().nullable(),
    enterprise_id: enterpriseIdSchema.nullable(),
    device_id: deviceIdSchema.nullable(),
    fleet_access: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
    created_at_ms: z.int(),
    expires_at_ms: z.int().nullable(),
    revoked_at_ms: z.int().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    scope: row.scope,
    kind: row.kind,
    label: row.label,
    enterpriseId: row.enterprise_id,
    deviceId: row.device_id,
    fleetAccess: row.fleet_access,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
  }));

const foundRow = rowSchema.optional();

/** A token as it is kept: never its signed form. */
export type Token = z.infer<typeof rowSchema>;

export type TokenStore = ReturnType<typeof openTokenStore>;

/** The only code that reads and writes the `token` table. Writes run inside the caller's transaction. */
export function openTokenStore(db: Database) {
  const insert = db.prepare(`INSERT INTO token (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const selectOne = db.prepare(`SELECT ${COLUMNS} FROM token WHERE id = ?`);
  const { list, count } = openTokenLists(db);
  const selectReady = db.prepare(
    `SELECT ${COLUMNS} FROM token WHERE kind = 'ready' AND revoked_at_ms IS NULL`,
  );
  const revokeOne = db.prepare('UPDATE token SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL');
  const selectLiveOfDevice = db
    .prepare('SELECT id FROM token WHERE device_id = ? AND revoked_at_ms IS NULL')
    .pluck();
  const deleteDead = db.prepare(`DELETE FROM token WHERE expires_at_ms < ? AND kind = 'session'`);

  return {
    add(token: Token): void {
      insert.run(
        token.id,
        token.scope,
        token.kind,
        token.label,
        token.enterpriseId,
        token.deviceId,
        JSON.stringify(token.fleetAccess),
        token.createdAtMs,
        token.expiresAtMs,
        token.revokedAtMs,
      );
    },
    find: (id: TokenId): Token | undefined => foundRow.parse(selectOne.get(id)),
    list,
    count,
    /** The token of the ready line, if there is one that was not revoked. */
    ready: (): Token | undefined => foundRow.parse(selectReady.get()),
    revoke: (id: TokenId, nowMs: number): void => void revokeOne.run(nowMs, id),
    liveOfDevice: (deviceId: string): TokenId[] =>
      z.array(tokenIdSchema).parse(selectLiveOfDevice.all(deviceId)),
    /** Forgets sessions that expired before `beforeMs`. */
    forgetSessions: (beforeMs: number): void => void deleteDead.run(beforeMs),
  };
}

function openTokenLists(db: Database) {
  // The page is found in an index that holds nothing else; only its own rows are read.
  const page = (where: string): string =>
    `SELECT ${COLUMNS} FROM token WHERE id IN
     (SELECT id FROM token WHERE ${where} ORDER BY id DESC LIMIT @limit OFFSET @offset) ORDER BY id DESC`;
  const ofAll = `kind <> 'session'`;
  const ofOne = `enterprise_id = @enterpriseId AND kind <> 'session'`;
  const selectAll = db.prepare(page(ofAll));
  const selectOf = db.prepare(page(ofOne));
  const countAll = db.prepare(`SELECT count(*) FROM token WHERE ${ofAll}`).pluck();
  const countOf = db.prepare(`SELECT count(*) FROM token WHERE ${ofOne}`).pluck();
  const rows = z.array(rowSchema);
  const number = z.int();

  return {
    /** Tokens of an organisation, or of all, newest first; sessions of the interface left out. */
    list: (enterpriseId: string | undefined, part: { limit: number; offset: number }): Token[] =>
      rows.parse(enterpriseId === undefined ? selectAll.all(part) : selectOf.all({ ...part, enterpriseId })),
    /** How many such tokens there are. */
    count: (enterpriseId: string | undefined): number =>
      number.parse(enterpriseId === undefined ? countAll.get() : countOf.get({ enterpriseId })),
  };
}
