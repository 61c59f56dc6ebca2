import type { TFunction } from 'i18next';
import type { z } from 'zod';

import type { getSyncReport } from '../../../shared/contract/sync/sync-history.ts';
import { centralWords } from '../connection/central-words.ts';

export type Report = z.infer<typeof getSyncReport.reply>;
export type ReportLine = Report['lines'][number];

type Translate = TFunction<'sync'>;

/** How a report calls the places of values and the parts of settings. */
export type ReportNames = {
  readonly place: (path: readonly string[]) => string;
  readonly part: (name: string) => string;
};

/** What a line of a report says, in words. What is not known of it is said as it is written. */
export function lineWords({ direction, what }: ReportLine, t: Translate, names: ReportNames): string {
  const text = (name: string): string | null => {
    const value = what[name];
    return typeof value === 'string' ? value : null;
  };
  const parts = Array.isArray(what['parts']) ? what['parts'].map(String) : null;
  if (direction === 'failed' || direction === 'aside') {
    const code = text('code');
    const known = direction === 'aside' ? asideWords(code, t) : centralWords(code, t);
    const message = known ?? text('message') ?? '';
    return code === null ? message : `${message} (${code})`;
  }
  if (direction === 'conflict') {
    const path = Array.isArray(what['path']) ? names.place(what['path'].map(String)) : '';
    const winner = text('winner');
    return t(`report.won.${winner === 'here' || winner === 'there' ? winner : 'none'}`, { path });
  }
  if (parts !== null)
    return parts.length === 0
      ? t('report.nothing')
      : parts.map((part) => partWords(part, t, names)).join(', ');
  if (typeof what['events'] === 'number') {
    return what['reported'] === true
      ? t('report.reported', { count: what['events'] })
      : t('report.events', { count: what['events'] });
  }
  return (
    stepWords(what, t) ??
    Object.entries(what)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join(', ')
  );
}

const ASIDE = ['NOT_UNDERSTOOD', 'FUTURE_DATE', 'OTHER_ORGANISATION'] as const;

/** Why a record of the central was set aside; null for a code that this interface does not know. */
export function asideWords(code: string | null, t: Translate): string | null {
  const known = ASIDE.find((each) => each === code);
  return known === undefined ? null : t(`aside.${known}`);
}

const STEPS = ['enrolled', 'unenrolled', 'deleted', 'arrived', 'restored'] as const;

function stepWords(what: ReportLine['what'], t: Translate): string | null {
  const archived = what['archived'];
  if (typeof archived === 'string') {
    const known = GONE.find((each) => each === archived);
    return t('report.archived', { reason: known === undefined ? archived : t(`gone.${known}.what`) });
  }
  const step = STEPS.find((each) => each in what);
  return step === undefined ? null : t(`report.${step}`);
}

const GONE = ['DELETED', 'ARCHIVED', 'REPLACED', 'REASSIGNED', 'OTHER_ORGANISATION'] as const;

/** `settings.display`, `metadata.lesson`, `label`: the part alone is enough beside the direction. */
function partWords(part: string, t: Translate, names: ReportNames): string {
  if (part === 'label' || part === 'description' || part === 'license') return t(`part.${part}`);
  const [kind, ...rest] = part.split('.');
  if (kind === 'settings') return t('report.settings', { part: names.part(rest.join('.')) });
  if (kind === 'metadata') return t('report.metadata', { namespace: rest.join('.') });
  return part;
}

/** The report as a table for a spreadsheet. */
export function reportAsCsv({ lines }: Pick<Report, 'lines'>, t: Translate, names: ReportNames): string {
  const head = [
    t('report.column.at'),
    t('report.column.direction'),
    t('report.column.headset'),
    t('report.column.id'),
    t('report.column.what'),
  ];
  const rows = lines.map((line) => [
    line.at,
    t(`report.direction.${line.direction}`),
    line.label ?? '',
    line.deviceId,
    lineWords(line, t, names),
  ]);
  // The mark at the start tells a spreadsheet which letters these are.
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Quoted, and never a formula: names come from elsewhere. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
