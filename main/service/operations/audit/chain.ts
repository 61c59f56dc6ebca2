import { createHmac } from 'node:crypto';

import type { AuditRow } from './store.ts';

/** Predecessor of the very first entry. */
export const BEGINNING = 'beginning';

/** Returns the keyed hash of an entry: over its fields, its devices, and the previous hash. */
export function hashOf(
  key: string,
  before: string,
  row: Omit<AuditRow, 'hash'>,
  deviceKeys: readonly number[],
): string {
  const reported = [
    before,
    row.seq,
    row.atMs,
    row.enterpriseId,
    row.kind,
    row.who,
    row.personId,
    row.tokenId,
    row.role,
    row.address,
    row.isFromLan,
    row.operation,
    row.detail,
    row.targets,
    row.devicesId,
    row.status,
    row.skipped,
    deviceKeys,
    row.subject,
  ];
  return createHmac('sha256', key).update(JSON.stringify(reported)).digest('base64url');
}
