import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { allFields, groupOf } from '../../../shared/domain/configuration/settings/editor-fields.ts';
import { useSettingsCopy } from '../../copy/settings-copy.ts';
import { fieldOfPath } from '../../model/words/plan-matrix-of.ts';
import { useRowWords, type RowWords } from '../../model/words/row-words.ts';
import { type About, ENTRY_LISTS, own, placeOf, type ConflictPlace, type Side } from './conflict-place.ts';
import type { ReportNames } from '../runs/report-words.ts';

/** A value in words: what stands out, and the lines below it. */
export type ValueText = { readonly value: string; readonly lines: readonly string[] };

export type ConflictWords = {
  /** What it is about: "Sleep after", "Application org.lumiere.volcano". */
  readonly name: (conflict: About) => string;
  /** The value of a side. */
  readonly value: (conflict: About, side: Side | 'base') => ValueText;
  /** The part that a rule decides together: "Applications". */
  readonly part: (conflict: About) => string;
};

/** Fields of entries that have a word of their own. */
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

/** How conflicts are written: no paths, no code. */
export function useConflictWords(): ConflictWords {
  const { t } = useTranslation(['sync', 'configure']);
  const rows = useRowWords();
  const copy = useSettingsCopy();
  return useMemo(
    () => ({
      name: (conflict) => nameOf(placeOf(conflict), t, rows),
      value: (conflict, side) => valueOf(conflict, side, t, rows),
      part: (conflict) => {
        const place = placeOf(conflict);
        if (place.kind === 'entry') return t(`sync:part.${place.list}`);
        if (place.kind !== 'setting') return t(`sync:part.${place.kind}`);
        const field = fieldOfPath(place.path);
        return field === null ? rows.path(place.path) : copy.groups[groupOf(field)];
      },
    }),
    [t, rows, copy],
  );
}

/** How reports call things: as conflicts do, and whole parts of the settings by their group. */
export function useReportNames(): ReportNames {
  const { t } = useTranslation(['sync', 'configure']);
  const rows = useRowWords();
  const copy = useSettingsCopy();
  return useMemo(
    () => ({
      place: (path) => nameOf(placeOf({ kind: 'field', path: [...path] }), t, rows),
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

function nameOf(place: ConflictPlace, t: Translate, rows: RowWords): string {
  const withField = (name: string, field: string | null): string =>
    field === null ? name : t('sync:place.field', { name, field: fieldName(field, t) });
  switch (place.kind) {
    case 'enrolment':
      return t('sync:place.enrolment');
    case 'label':
      return t('configure:row.label');
    case 'description':
      return t('sync:place.description');
    case 'license':
      return withField(t('configure:row.license'), place.field);
    case 'metadata':
      return withField(t('configure:row.metadata', { namespace: place.namespace }), place.field);
    case 'setting':
      return rows.path(place.path);
    case 'entry':
      return withField(t(`sync:place.${place.list}`, { name: place.name }), place.field);
  }
}

function fieldName(field: string, t: Translate): string {
  const known = KNOWN_FIELDS.find((each) => each === field);
  if (field === '*') return t('sync:field.version');
  return known === undefined ? field : t(`sync:field.${known}`);
}

function valueOf(conflict: About, side: Side | 'base', t: Translate, rows: RowWords): ValueText {
  const place = placeOf(conflict);
  const value = conflict[side];
  const one = (text: string): ValueText => ({ value: text, lines: [] });
  if (conflict.path.includes('password')) return one(t('sync:value.password'));
  if (value === undefined || value === null) {
    if (place.kind === 'enrolment') return one(t('sync:value.nobody'));
    return one(t(place.kind === 'setting' ? 'configure:notManaged' : 'sync:value.absent'));
  }
  if (place.kind === 'setting') return one(rows.value({ path: place.path, entry: null }, [value]));
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

/** The fields of a value that are not the same in all others. */
function differing(value: object, others: readonly unknown[]): [string, unknown][] {
  return Object.entries(value).filter(([field, each]) =>
    others.some((other) => !isAlike(own(other, field), each)),
  );
}

function isAlike(a: unknown, b: unknown): boolean {
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
