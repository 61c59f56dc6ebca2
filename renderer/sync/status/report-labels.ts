import type { TFunction } from 'i18next';
import type { z } from 'zod';

import type { getSyncReport } from '../../../shared/contract/sync/sync-history.ts';
import { centralErrorLabel } from './central-labels.ts';

export type Report = z.infer<typeof getSyncReport.reply>;
export type ReportLine = Report['lines'][number];

type Translate = TFunction<'sync'>;

/** Names of values and of groups of settings in reports. */
export type ReportNames = {
  readonly value: (path: readonly string[]) => string;
  readonly part: (name: string) => string;
};

/** Describes a line of a report; unknown content is shown unchanged. */
export function lineLabel({ direction, what }: ReportLine, t: Translate, names: ReportNames): string {
  const text = (name: string): string | null => {
    const value = what[name];
    return typeof value === 'string' ? value : null;
  };
  const parts = Array.isArray(what['parts']) ? what['parts'].map(String) : null;
  if (direction === 'failed' || direction === 'aside') {
    const code = text('code');
    const known = direction === 'aside' ? quarantineLabel(code, t) : centralErrorLabel(code, t);
    return known ?? text('message') ?? '';
  }
  if (direction === 'conflict') {
    const path = Array.isArray(what['path']) ? names.value(what['path'].map(String)) : '';
    const winner = text('winner');
    return t(`report.won.${winner === 'here' || winner === 'there' ? winner : 'none'}`, { path });
  }
  if (parts !== null)
    return parts.length === 0
      ? t('report.nothing')
      : parts.map((part) => partLabel(part, t, names)).join(', ');
  if (typeof what['events'] === 'number') {
    return what['reported'] === true
      ? t('report.reported', { count: what['events'] })
      : t('report.events', { count: what['events'] });
  }
  return (
    stepLabel(what, t) ??
    Object.entries(what)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join(', ')
  );
}

/** Returns the code of a line that says why something failed; null if it has none. */
export function lineCode({ direction, what: { code } }: ReportLine): string | null {
  return (direction === 'failed' || direction === 'aside') && typeof code === 'string' ? code : null;
}

const QUARANTINED = ['NOT_UNDERSTOOD', 'FUTURE_DATE', 'OTHER_ORGANISATION'] as const;

/** Says why a record of the central was quarantined; null if the code is unknown. */
export function quarantineLabel(code: string | null, t: Translate): string | null {
  const known = QUARANTINED.find((each) => each === code);
  return known === undefined ? null : t(`quarantined.${known}`);
}

const STEPS = ['enrolled', 'unenrolled', 'deleted', 'arrived', 'restored'] as const;

function stepLabel(what: ReportLine['what'], t: Translate): string | null {
  const archived = what['archived'];
  if (typeof archived === 'string') {
    const known = GONE.find((each) => each === archived);
    return t('report.archived', { reason: known === undefined ? archived : t(`gone.${known}.what`) });
  }
  const step = STEPS.find((each) => each in what);
  return step === undefined ? null : t(`report.${step}`);
}

const GONE = ['DELETED', 'ARCHIVED', 'REPLACED', 'REASSIGNED', 'OTHER_ORGANISATION'] as const;

/** Describes `settings.display`, `metadata.lesson` or `label`, without the direction. */
function partLabel(part: string, t: Translate, names: ReportNames): string {
  if (part === 'label' || part === 'description' || part === 'license') return t(`part.${part}`);
  const [kind, ...rest] = part.split('.');
  if (kind === 'settings') return t('report.settings', { part: names.part(rest.join('.')) });
  if (kind === 'metadata') return t('report.metadata', { namespace: rest.join('.') });
  return part;
}

/** Returns the report as a table: its head, then one row per line. */
export function reportTable({ lines }: Pick<Report, 'lines'>, t: Translate, names: ReportNames): string[][] {
  const head = [
    t('report.column.at'),
    t('report.column.direction'),
    t('report.column.headset'),
    t('report.column.id'),
    t('report.column.what'),
  ];
  const rows = lines.map((line) => {
    const code = lineCode(line);
    return [
      line.at,
      t(`report.direction.${line.direction}`),
      line.label ?? '',
      line.deviceId,
      code === null ? lineLabel(line, t, names) : `${lineLabel(line, t, names)} (${code})`,
    ];
  });
  return [head, ...rows];
}
