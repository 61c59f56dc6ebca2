import { createHmac } from 'node:crypto';

import type { AuditRow } from './store.ts';

/** What the first entry of all follows. */
export const BEGINNING = 'beginning';

/** The keyed hash of an entry: over all of it, the devices it was about, and the hash of the entry before. */
export function hashOf(
  key: string,
  before: string,
  row: Omit<AuditRow, 'hash'>,
  deviceKeys: readonly number[],
): string {
  const said = [
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
    // Entries from before there was one are hashed as they were.
    ...(row.subject === null ? [] : [row.subject]),
  ];
  return createHmac('sha256', key).update(JSON.stringify(said)).digest('base64url');
}
