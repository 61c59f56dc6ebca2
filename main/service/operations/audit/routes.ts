import { Readable } from 'node:stream';

import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import {
  AUDIT_RETENTION_DAYS,
  type AuditEntry,
  auditEntrySchema,
} from '../../../../shared/contract/operations/audit.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount, mountFile } from '../../kernel/http/routes/mount.ts';
import type { Records } from '../../devices/index.ts';
import { findKey } from '../../devices/live/index.ts';
import { exportText } from './export.ts';
import type { AuditLog } from './log.ts';
import { findAll, findPage } from './search.ts';
import type { AuditFilter, AuditRow } from './store.ts';

type Requested = Pick<
  z.output<typeof contract.listAudit.query>,
  'who' | 'about' | 'personId' | 'operation' | 'deviceId' | 'from' | 'to' | 'outcome'
>;

/** A device that does not exist has no key, and so no entries. */
const NO_DEVICE = -1;

/**
 * Serves reading, exporting and verifying the log. The station's own organisation sees all of it, others their own
 * entries.
 */
export function mountAudit(
  http: FastifyInstance,
  records: Records,
  audit: AuditLog,
  ownEnterpriseId: string,
): void {
  const { clock } = records.core;
  const toFilter = (requested: Requested, caller: Caller): AuditFilter => ({
    enterpriseId: caller.enterpriseId === ownEnterpriseId ? null : (caller.enterpriseId ?? ''),
    who: requested.who ?? null,
    about: requested.about ?? null,
    personId: requested.personId ?? null,
    operation: requested.operation ?? null,
    deviceKey:
      requested.deviceId === undefined ? null : (findKey(records, requested.deviceId, caller) ?? NO_DEVICE),
    fromMs: requested.from === undefined ? null : Date.parse(requested.from),
    toMs: requested.to === undefined ? null : Date.parse(requested.to),
    outcome: requested.outcome ?? null,
  });

  mount(http, contract.listAudit, async ({ query, caller }) => {
    const { page, limit } = query;
    const part = { limit, offset: (page - 1) * limit };
    const { total, rows } = await findPage(audit.store, toFilter(query, caller), part);
    return { page, limit, total, items: rows.map(toEntries(records, caller)) };
  });

  mountFile(http, contract.exportAudit, ({ query: { format, ...filter }, caller }, request, reply) => {
    const toEntry = toEntries(records, caller);
    const parts = entriesOf(findAll(audit.store, toFilter(filter, caller)), toEntry);
    const name = `audit-${toInstant(clock.now()).slice(0, 10)}.${format}`;
    void reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(request.method === 'HEAD' ? null : Readable.from(exportText(format, parts)));
    return Promise.resolve(undefined);
  });

  mount(http, contract.verifyAudit, async ({ caller }) => {
    if (caller.enterpriseId !== ownEnterpriseId)
      return new Failure('FORBIDDEN', 'Only the organisation of this station checks its log.');
    const found = await audit.verify();
    return { ...found, isIntact: found.brokenAt === null, keptDays: AUDIT_RETENTION_DAYS };
  });
}

/** Returns rows as entries, with the names of headsets that the caller may see. */
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

/** Yields entries with their names, some headsets at a time. */
async function* entriesOf(
  parts: AsyncIterable<readonly AuditRow[]>,
  toEntry: (row: AuditRow) => AuditEntry,
): AsyncGenerator<readonly AuditEntry[]> {
  for await (const part of parts) yield part.map(toEntry);
}
