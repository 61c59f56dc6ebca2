import { create } from 'zustand';

import {
  settingsChangeSchema,
  type Settings,
  type SettingsChange,
} from '../../../shared/contract/configuration/settings/settings.ts';
import type { ErrorDetail } from '../../../shared/contract/errors.ts';
import { isLevel } from '../../../shared/domain/configuration/catalog/levels.ts';
import { allFields, type EditorField } from '../../copy/editor-fields.ts';

/**
 * Edited values: a value, or null for "not managed any more". Fields that are absent stay unchanged; undefined stands
 * for a selected field without a value yet.
 */
export type DraftValues = ReadonlyMap<EditorField, unknown>;

/**
 * A draft and its actions. It survives navigation, but belongs to its selection and ends when it is applied; a new
 * window starts with an empty one.
 */
export type Draft = {
  readonly values: DraftValues;
  /** The profile it was started from, for the title of the preview. */
  readonly title: string | null;
  readonly set: (field: EditorField, value: unknown) => void;
  readonly leave: (field: EditorField) => void;
  /** Replaces it by a configuration. */
  readonly open: (settings: Settings | SettingsChange, title: string | null) => void;
  /** Levels of that configuration that are not in per cent: they need a value again. */
  readonly bareLevels: ReadonlyMap<EditorField, number>;
  /** The headsets that it is for; null for a profile. */
  readonly owner: string | null;
  /** Opens it for these headsets: what was edited for others is discarded. */
  readonly openFor: (ids: readonly string[]) => void;
};

const NO_VALUES: Pick<Draft, 'values' | 'bareLevels'> = { values: new Map(), bareLevels: new Map() };

/** The draft of this window. */
export const useDraft = create<Draft>((set) => ({
  title: null,
  set: (field, value) => set(({ values }) => ({ values: new Map(values).set(field, value) })),
  leave: (field) =>
    set(({ values }) => {
      const next = new Map(values);
      next.delete(field);
      return { values: next };
    }),
  owner: null,
  openFor: (ids) =>
    set((draft) => {
      const owner = ids.toSorted().join();
      return draft.owner === owner ? draft : { ...NO_VALUES, title: null, owner };
    }),
  ...NO_VALUES,
  open: (settings, title) => set({ ...toValues(settings), title }),
}));

/** Returns the values as a configure accepts them, or what is wrong with them. */
export function toChange(values: DraftValues): {
  readonly change: SettingsChange;
  readonly faults: readonly ErrorDetail[];
} {
  const hasLevel = [...values].some(([field, value]) => isLevel(field) && typeof value === 'number');
  const parsed = settingsChangeSchema.safeParse({
    ...nested(values),
    ...(hasLevel ? { levels: 'percent' } : {}),
  });
  if (parsed.success) return { change: parsed.data, faults: [] };
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return { change: {}, faults };
}

/**
 * Converts a configuration into a draft of all fields it names. A level that is not in per cent is a number of a
 * manufacturer that nobody knows any more: it needs a value again.
 */
function toValues(settings: Settings | SettingsChange): Pick<Draft, 'values' | 'bareLevels'> {
  const values = new Map<EditorField, unknown>();
  const bareLevels = new Map<EditorField, number>();
  const isPercent = 'levels' in settings && settings.levels === 'percent';
  for (const field of allFields()) {
    const value = valueIn(settings, field);
    if (value === undefined) continue;
    const isBare = isLevel(field) && typeof value === 'number' && !isPercent;
    values.set(field, isBare ? undefined : value);
    if (isBare) bareLevels.set(field, value);
  }
  return { values, bareLevels };
}

/** Returns the value of a field in settings; undefined if absent. */
export function valueIn(settings: Settings | SettingsChange, field: EditorField): unknown {
  let value: unknown = settings;
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null) return value === null ? null : undefined;
    value = Object.entries(value).find(([key]) => key === name)?.[1];
  }
  return value;
}

/** Returns selected fields without a value. */
export function unfinished(values: DraftValues): readonly EditorField[] {
  return [...values].filter(([, value]) => isUnfinished(value)).map(([field]) => field);
}

function isUnfinished(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  // A kiosk that is on needs its application.
  return (
    typeof value === 'object' &&
    value !== null &&
    'isActive' in value &&
    value.isActive === true &&
    !('packageName' in value && typeof value.packageName === 'string' && value.packageName !== '')
  );
}

function nested(values: DraftValues): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const groups = new Map<string, Record<string, unknown>>();
  for (const [field, value] of values) {
    const [group, name] = field.split('.');
    if (group === undefined) continue;
    if (name === undefined) {
      settings[group] = value;
      continue;
    }
    const part = groups.get(group) ?? {};
    part[name] = value;
    settings[group] = part;
    groups.set(group, part);
  }
  return settings;
}
