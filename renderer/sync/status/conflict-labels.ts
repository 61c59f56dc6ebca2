import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { allFields, groupOf } from '../../copy/editor-fields.ts';
import { useSettingsCopy } from '../../copy/settings-copy.ts';
import { fieldOfPath } from '../../model/labels/plan-matrix-of.ts';
import { useRowLabels, type RowLabels } from '../../model/labels/row-labels.ts';
import {
  type About,
  ENTRY_LISTS,
  own,
  subjectOf,
  type ConflictSubject,
  type Side,
} from './conflict-subject.ts';
import type { ReportNames } from './report-labels.ts';

/** A value as text: a headline, and more lines below it. */
export type ValueText = { readonly value: string; readonly lines: readonly string[] };

export type ConflictLabels = {
  /** Name of the value: "Sleep after", "Application org.lumiere.volcano". */
  readonly name: (conflict: About) => string;
  readonly value: (conflict: About, side: Side | 'base') => ValueText;
  /** Returns the part that a rule decides together: "Applications". */
  readonly part: (conflict: About) => string;
};

/** Fields of entries with a translation of their own. */
const KNOWN_FIELDS = [
  'codeVersion',
  'url',
  'obbUrl',
  'packageName',
  'name',
  'id',
  'destinationPath',
  'security',
  'expiresAt',
  'level',
] as const;

type Translate = TFunction<['sync', 'configure']>;

/** Returns functions that describe conflicts without paths or codes. */
export function useConflictLabels(): ConflictLabels {
  const { t } = useTranslation(['sync', 'configure']);
  const rows = useRowLabels();
  const copy = useSettingsCopy();
  return useMemo(
    () => ({
      name: (conflict) => nameOf(subjectOf(conflict), t, rows),
      value: (conflict, side) => valueOf(conflict, side, t, rows),
      part: (conflict) => {
        const subject = subjectOf(conflict);
        if (subject.kind === 'entry') return t(`sync:part.${subject.list}`);
        if (subject.kind !== 'setting') return t(`sync:part.${subject.kind}`);
        const field = fieldOfPath(subject.path);
        return field === null ? rows.path(subject.path) : copy.groups[groupOf(field)];
      },
    }),
    [t, rows, copy],
  );
}

/** Returns names for reports: the same as for conflicts, plus the names of groups of settings. */
export function useReportNames(): ReportNames {
  const { t } = useTranslation(['sync', 'configure']);
  const rows = useRowLabels();
  const copy = useSettingsCopy();
  return useMemo(
    () => ({
      value: (path) => nameOf(subjectOf({ kind: 'field', path: [...path] }), t, rows),
      part(name) {
        const list = ENTRY_LISTS.find((each) => each === name);
        if (list !== undefined) return t(`sync:part.${list}`);
        const field = allFields().find((each) => each.startsWith(`${name}.`));
        return field === undefined ? rows.path(name) : copy.groups[groupOf(field)];
      },
    }),
    [t, rows, copy],
  );
}

function nameOf(subject: ConflictSubject, t: Translate, rows: RowLabels): string {
  const withField = (name: string, field: string | null): string =>
    field === null ? name : t('sync:subject.field', { name, field: fieldName(field, t) });
  switch (subject.kind) {
    case 'enrolment':
      return t('sync:subject.enrolment');
    case 'label':
      return t('configure:row.label');
    case 'description':
      return t('sync:subject.description');
    case 'license':
      return withField(t('configure:row.license'), subject.field);
    case 'metadata':
      return withField(t('configure:row.metadata', { namespace: subject.namespace }), subject.field);
    case 'setting':
      return rows.path(subject.path);
    case 'entry':
      return withField(t(`sync:subject.${subject.list}`, { name: subject.name }), subject.field);
  }
}

function fieldName(field: string, t: Translate): string {
  const known = KNOWN_FIELDS.find((each) => each === field);
  if (field === '*') return t('sync:field.version');
  return known === undefined ? field : t(`sync:field.${known}`);
}

function valueOf(conflict: About, side: Side | 'base', t: Translate, rows: RowLabels): ValueText {
  const subject = subjectOf(conflict);
  const value = conflict[side];
  const one = (text: string): ValueText => ({ value: text, lines: [] });
  if (conflict.path.includes('password')) return one(t('sync:value.password'));
  if (value === undefined || value === null) {
    if (subject.kind === 'enrolment') return one(t('sync:value.nobody'));
    return one(t(subject.kind === 'setting' ? 'configure:notManaged' : 'sync:value.absent'));
  }
  if (subject.kind === 'setting') return one(rows.value({ path: subject.path, entry: null }, [value]));
  if (Array.isArray(value)) {
    return { value: t('sync:value.several', { count: value.length }), lines: value.map(plain) };
  }
  if (typeof value !== 'object') return one(plain(value));
  const version = own(value, 'codeVersion');
  return {
    value: typeof version === 'number' ? t('sync:value.version', { version }) : t('sync:value.there'),
    lines: differing(
      value,
      [conflict.here, conflict.there].filter((other) => other !== value),
    ).map(([field, each]) => t('sync:value.line', { field: fieldName(field, t), value: plain(each) })),
  };
}

/** Returns the fields in which a value differs from any of the others. */
function differing(value: object, others: readonly unknown[]): [string, unknown][] {
  return Object.entries(value).filter(([field, each]) =>
    others.some((other) => !isInSync(own(other, field), each)),
  );
}

function isInSync(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const entries: [string, unknown][] = Object.entries(value);
  return entries
    .map(([field, each]) => `${field}: ${typeof each === 'string' ? each : (JSON.stringify(each) ?? '')}`)
    .join(', ');
}
