import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import {
  AUDIT_KEPT_DAYS,
  type AuditEntry,
  auditEntrySchema,
  MOST_EXPORTED,
} from '../../../../shared/contract/audit.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toCsv } from '../../../../shared/domain/csv.ts';
import { toInstant } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { Pause } from '../../pause.ts';
import { findKey, type Records } from '../devices/index.ts';
import type { AuditLog } from './log.ts';
import type { AuditFilter, AuditRow } from './store.ts';

type Asked = Pick<
  z.output<typeof contract.listAudit.query>,
  'who' | 'personId' | 'operation' | 'deviceId' | 'from' | 'to' | 'outcome'
>;

/** A device that is not there has no key, and so no entries. */
const NO_DEVICE = -1;
const AT_ONCE = 500;

/** Reading, exporting and checking the log. The station's own organisation sees all of it, another one its own. */
export function mountAudit(
  http: FastifyInstance,
  records: Records,
  audit: AuditLog,
  ownEnterpriseId: string,
): void {
  const { clock } = records.core;
  const toFilter = (asked: Asked, caller: Caller): AuditFilter => ({
    enterpriseId: caller.enterpriseId === ownEnterpriseId ? null : (caller.enterpriseId ?? ''),
    who: asked.who ?? null,
    personId: asked.personId ?? null,
    operation: asked.operation ?? null,
    deviceKey: asked.deviceId === undefined ? null : (findKey(records, asked.deviceId, caller) ?? NO_DEVICE),
    fromMs: asked.from === undefined ? null : Date.parse(asked.from),
    toMs: asked.to === undefined ? null : Date.parse(asked.to),
    outcome: asked.outcome ?? null,
  });

  mount(http, contract.listAudit, ({ query, caller }) => {
    const { page, limit } = query;
    const filter = toFilter(query, caller);
    const rows = audit.store.find(filter, { limit, offset: (page - 1) * limit }, 'DESC');
    return { page, limit, total: audit.store.count(filter), items: rows.map(toEntries(records, caller)) };
  });

  mount(http, contract.exportAudit, async ({ body: { format, ...asked }, caller }) => {
    const filter = toFilter(asked, caller);
    const toEntry = toEntries(records, caller);
    const items: AuditEntry[] = [];
    const pause = new Pause();
    for (let isMore = true; isMore && items.length < MOST_EXPORTED;) {
      const part = audit.store.find(filter, { limit: AT_ONCE, offset: items.length }, 'ASC').map(toEntry);
      items.push(...part);
      isMore = part.length === AT_ONCE;
      await pause.ifDue();
    }
    const name = `audit-${toInstant(clock.now()).slice(0, 10)}`;
    const text = format === 'csv' ? await csvOf(items) : await jsonOf(items);
    const isComplete = items.length === audit.store.count(filter);
    return { fileName: `${name}.${format}`, text, count: items.length, isComplete };
  });

  mount(http, contract.verifyAudit, async ({ caller }) => {
    if (caller.enterpriseId !== ownEnterpriseId)
      return new Failure('FORBIDDEN', 'Only the organisation of this station checks its log.');
    const found = await audit.verify();
    return { ...found, isIntact: found.brokenAt === null, keptDays: AUDIT_KEPT_DAYS };
  });
}

/** Rows as entries, with the names of the headsets that the caller may know. */
function toEntries({ devices }: Records, { reach }: Caller): (row: AuditRow) => AuditEntry {
  const known = new Map<string, string | null>();
  const labelOf = (id: string): string | null => {
    if (!known.has(id)) {
      const identity = devices.identity(id);
      known.set(id, identity !== undefined && reach.has(identity.enterpriseId) ? identity.label : null);
    }
    return known.get(id) ?? null;
  };
  return ({ atMs, ...entry }) =>
    auditEntrySchema.parse({ ...entry, labels: entry.devicesId.map(labelOf), at: toInstant(atMs) });
}

const HEADER = [
  'seq',
  'at',
  'kind',
  'who',
  'role',
  'address',
  'over the local network',
  'operation',
  'detail',
  'about',
  'headsets',
  'first of them',
  'their names',
  'status',
  'left out before',
  'hash',
];

/** In pieces: twenty thousand lines at once would hold up every request. */
async function csvOf(items: readonly AuditEntry[]): Promise<string> {
  return inPieces(
    items,
    (part) =>
      toCsv(
        part.map((each) => [
          each.seq,
          each.at,
          each.kind,
          each.who,
          each.role,
          each.address,
          each.isFromLan ? 'yes' : 'no',
          each.operation,
          each.detail,
          each.subject,
          each.targets,
          each.devicesId.join(' '),
          each.labels.map((label) => label ?? '').join(', '),
          each.status,
          each.skipped,
          each.hash,
        ]),
      ),
    toCsv([HEADER]),
  );
}

/** One entry a line, as one list. */
async function jsonOf(items: readonly AuditEntry[]): Promise<string> {
  const lines = await inPieces(
    items,
    (part) => part.map((each) => `${JSON.stringify(each)},\n`).join(''),
    '[\n',
  );
  return items.length === 0 ? '[]\n' : `${lines.slice(0, -2)}\n]\n`;
}

async function inPieces(
  items: readonly AuditEntry[],
  write: (part: readonly AuditEntry[]) => string,
  head: string,
): Promise<string> {
  const pause = new Pause();
  const pieces = [head];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    pieces.push(write(items.slice(at, at + AT_ONCE)));
    await pause.ifDue();
  }
  return pieces.join('');
}
