import type { EditorField, EditorGroup } from './editor-fields.ts';

/** Label of a setting, and its help if the label does not explain it. */
export type FieldCopy = { readonly label: string; readonly help?: string };

/** The texts of every setting in one language: separate from the screens, because only the editor needs them. */
export type SettingsCopy = {
  readonly groups: Readonly<Record<EditorGroup, string>>;
  readonly fields: Readonly<Record<EditorField, FieldCopy>>;
  /** Unit of a numeric field. */
  readonly units: Readonly<Partial<Record<EditorField, string>>>;
  /** Labels of values, instead of their wire names. */
  readonly values: Readonly<Record<string, string>>;
};
