import { create } from 'zustand';

import {
  settingsChangeSchema,
  type Settings,
  type SettingsChange,
} from '../../../shared/contract/configuration/settings/settings.ts';
import type { ErrorDetail } from '../../../shared/contract/errors.ts';
import { allFields, type EditorField } from '../../../shared/domain/configuration/settings/editor-fields.ts';

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
  readonly replace: (values: DraftValues, title: string | null) => void;
  /** The headsets that it is for; null for a profile. */
  readonly owner: string | null;
  /** Opens it for these headsets: what was edited for others is discarded. */
  readonly openFor: (ids: readonly string[]) => void;
};

/** The draft of this window. */
export const useDraft = create<Draft>((set) => ({
  values: new Map(),
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
      return draft.owner === owner ? draft : { values: new Map(), title: null, owner };
    }),
  replace: (values, title) => set({ values, title }),
}));

/** Returns the values as a configure accepts them, or what is wrong with them. */
export function toChange(values: DraftValues): {
  readonly change: SettingsChange;
  readonly faults: readonly ErrorDetail[];
} {
  const parsed = settingsChangeSchema.safeParse(nested(values));
  if (parsed.success) return { change: parsed.data, faults: [] };
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return { change: {}, faults };
}

/** Converts a configuration into a draft of all fields it names. */
export function toValues(settings: Settings | SettingsChange): DraftValues {
  const values = new Map<EditorField, unknown>();
  for (const field of allFields()) {
    const value = valueIn(settings, field);
    if (value !== undefined) values.set(field, value);
  }
  return values;
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
