import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { SCOPES } from '../../../../shared/contract/endpoint.ts';
import {
  androidIdSchema,
  deviceIdSchema,
  enterpriseIdSchema,
  type TokenId,
  tokenIdSchema,
} from '../../../../shared/contract/ids.ts';
import { ROLES } from '../../../../shared/contract/access/roles.ts';
import { columnsOf, flag, json, tableOf } from '../../kernel/store/rows.ts';

/** `ready` is the token of the ready line, `session` one of the local interface. */
const kindSchema = z.enum(['issued', 'session', 'ready']);

const rowSchema = z.object({
  id: tokenIdSchema,
  scope: z.enum(SCOPES),
  kind: kindSchema,
  label: z.string().nullable(),
  enterpriseId: enterpriseIdSchema.nullable(),
  deviceId: deviceIdSchema.nullable(),
  fleetAccess: json(z.array(z.string())),
  createdAtMs: z.int(),
  expiresAtMs: z.int().nullable(),
  revokedAtMs: z.int().nullable(),
  androidId: androidIdSchema.nullable(),
  isRemote: flag,
  role: z.enum(ROLES).nullable(),
  personId: z.string().nullable(),
  carts: json(z.array(z.string())).nullable(),
  isPartner: flag,
  sessionId: tokenIdSchema.nullable(),
});
const COLUMNS = columnsOf(rowSchema);

/**
 * A token as stored: never in its signed form. `androidId`: the one headset that it enrols. `isRemote`: it
 * administers the station over the local network. `isPartner`: a station that works together with this one holds it.
 * `role`, `personId` and `carts`: the owner of a session, and the carts that the owner is limited to. `sessionId`: the
 * session over the local network that issued it.
 */
export type Token = z.infer<typeof rowSchema>;

/** Tokens carried from one store to another. */
export type RetainedTokens = { readonly tokens: readonly Token[]; readonly revokedIds: readonly TokenId[] };

export type TokenStore = ReturnType<typeof openTokenStore>;

/** The only code that reads and writes the `token` table. Writes run inside the caller's transaction. */
export function openTokenStore(db: Database) {
  const table = tableOf(db, 'token', rowSchema);
  const find = table.one<[id: TokenId]>('id = ?');
  const ofPrograms = table.all('device_id IS NULL');
  const revokeOne = db.prepare('UPDATE token SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL');
  const selectLiveOfDevice = db
    .prepare('SELECT id FROM token WHERE device_id = ? AND revoked_at_ms IS NULL')
    .pluck();
  const selectRevoked = db.prepare('SELECT id FROM token WHERE revoked_at_ms IS NOT NULL').pluck();
  const knowsEnterprise = db.prepare('SELECT 1 FROM enterprise WHERE id = ?').pluck();
  const ids = z.array(tokenIdSchema);

  return {
    add: table.insert(),
    find,
    /** Returns the label of a token; null if it has none or no longer exists. */
    labelOf: openLabels(db),
    ...openTokenLists(db),
    /** Counts the valid tokens of headsets. */
    countOfHeadsets: table.count('device_id IS NOT NULL AND revoked_at_ms IS NULL'),
    /** Returns the token of the ready line, if there is one that was not revoked. */
    ready: table.one(`kind = 'ready' AND revoked_at_ms IS NULL`),
    revoke: (id: TokenId, nowMs: number): void => void revokeOne.run(nowMs, id),
    liveOfDevice: (deviceId: string): TokenId[] => ids.parse(selectLiveOfDevice.all(deviceId)),
    ...openSessions(db),
    /** Returns what stays valid when the station restores a backup: tokens of people and programs, and revocations. */
    retained: (): RetainedTokens => ({
      tokens: ofPrograms(),
      revokedIds: ids.parse(selectRevoked.all()),
    }),
    /** Stores the tokens of another store of this station. */
    restore({ tokens, revokedIds }: RetainedTokens, nowMs: number): void {
      for (const token of tokens) {
        const isKnown = token.enterpriseId === null || knowsEnterprise.get(token.enterpriseId) !== undefined;
        if (isKnown && find(token.id) === undefined) this.add(token);
      }
      for (const id of revokedIds) revokeOne.run(nowMs, id);
    },
    /** Deletes sessions that expired before `beforeMs`. */
    forgetSessions: table.remove<[beforeMs: number]>(`expires_at_ms < ? AND kind = 'session'`),
    /** Deletes tokens of pairings that expired before `beforeMs`. */
    forgetPairings: table.remove<[beforeMs: number]>('android_id IS NOT NULL AND expires_at_ms < ?'),
  };
}

function openSessions(db: Database) {
  const selectLiveRemote = db
    .prepare('SELECT id FROM token WHERE is_remote = 1 AND person_id IS NULL AND revoked_at_ms IS NULL')
    .pluck();
  const selectLiveOfPerson = db
    .prepare('SELECT id FROM token WHERE person_id = ? AND revoked_at_ms IS NULL AND expires_at_ms > ?')
    .pluck();
  const selectLiveOfSession = db
    .prepare('SELECT id FROM token WHERE session_id = ? AND revoked_at_ms IS NULL')
    .pluck();
  const ids = z.array(tokenIdSchema);

  return {
    /** Returns the tokens that a session over the local network issued. */
    liveOfSession: (sessionId: TokenId): TokenId[] => ids.parse(selectLiveOfSession.all(sessionId)),
    /** Returns sessions over the local network that the station's own passcode opened. */
    liveRemote: (): TokenId[] => ids.parse(selectLiveRemote.all()),
    /** Returns the open sessions of a person. */
    liveOfPerson: (personId: string, nowMs: number): TokenId[] =>
      ids.parse(selectLiveOfPerson.all(personId, nowMs)),
  };
}

/** A filter for tokens; null fields match everything. */
export type WhichTokens = {
  readonly enterpriseId: string | null;
  /** Part of the name, or the id of the token or of its device. */
  readonly search: string | null;
  /** Only tokens that are valid at this time. */
  readonly liveAtMs: number | null;
  readonly owner: 'headsets' | 'programs' | null;
};

const WHICH: Readonly<Record<Exclude<keyof WhichTokens, 'owner'>, string>> = {
  enterpriseId: 'enterprise_id = @enterpriseId',
  search: `(instr(lower(coalesce(label, '')), lower(@search)) > 0 OR id = @search OR device_id = @search)`,
  liveAtMs: 'revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > @liveAtMs)',
};

function openLabels(db: Database): (id: string) => string | null {
  const select = db.prepare('SELECT label FROM token WHERE id = ?').pluck();
  const found = z.string().nullable().optional();
  return (id) => found.parse(select.get(id)) ?? null;
}

function openTokenLists(db: Database) {
  const where = ({ enterpriseId, search, liveAtMs, owner }: WhichTokens): string =>
    [
      `kind <> 'session'`,
      ...(enterpriseId === null ? [] : [WHICH.enterpriseId]),
      ...(search === null ? [] : [WHICH.search]),
      ...(liveAtMs === null ? [] : [WHICH.liveAtMs]),
      ...(owner === null ? [] : [owner === 'headsets' ? 'device_id IS NOT NULL' : 'device_id IS NULL']),
    ].join(' AND ');
  const rows = z.array(rowSchema);
  const number = z.int();

  return {
    /** Returns matching tokens, newest first, without sessions of the interface. */
    list: (which: WhichTokens, part: { limit: number; offset: number }): Token[] =>
      rows.parse(
        // The page is found in a covering index; only its own rows are read.
        db
          .prepare(
            `SELECT ${COLUMNS.selected} FROM token WHERE id IN
           (SELECT id FROM token WHERE ${where(which)} ORDER BY id DESC LIMIT @limit OFFSET @offset) ORDER BY id DESC`,
          )
          .all({ ...which, ...part }),
      ),
    /** Returns the number of matching tokens. */
    count: (which: WhichTokens): number =>
      number.parse(
        db
          .prepare(`SELECT count(*) AS n FROM token WHERE ${where(which)}`)
          .pluck()
          .get(which),
      ),
  };
}
