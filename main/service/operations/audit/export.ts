import type { AuditEntry } from '../../../../shared/contract/operations/audit.ts';
import { SPREADSHEET_MARK, toCsv } from '../../../../shared/domain/kernel/csv.ts';

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

/** Yields the text of an export, part by part. */
export async function* exportText(
  format: 'csv' | 'json',
  parts: AsyncIterable<readonly AuditEntry[]>,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield SPREADSHEET_MARK + toCsv([HEADER]);
    for await (const part of parts) yield toCsv(part.map(toCells));
    return;
  }
  let before = '[\n';
  for await (const part of parts) {
    yield before + part.map((entry) => JSON.stringify(entry)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

function toCells(entry: AuditEntry) {
  return [
    entry.seq,
    entry.at,
    entry.kind,
    entry.who,
    entry.role,
    entry.address,
    entry.isFromLan ? 'yes' : 'no',
    entry.operation,
    entry.detail,
    entry.subject,
    entry.targets,
    entry.devicesId.join(' '),
    entry.labels.map((label) => label ?? '').join(', '),
    entry.status,
    entry.skipped,
    entry.hash,
  ];
}
