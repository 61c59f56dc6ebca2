import type { EditorField, EditorGroup } from '../../shared/domain/configuration/settings/editor-fields.ts';

/** A setting in words: its name, and what it does where the name does not say it. */
export type FieldCopy = { readonly label: string; readonly help?: string };

/** The words of every setting in one language: apart from the sentences of the screens, since only the editor needs them. */
export type SettingsCopy = {
  readonly groups: Readonly<Record<EditorGroup, string>>;
  readonly fields: Readonly<Record<EditorField, FieldCopy>>;
  /** What a bare figure of a field counts. */
  readonly units: Readonly<Partial<Record<EditorField, string>>>;
  /** Names of values that would otherwise be shown as they stand on the wire. */
  readonly values: Readonly<Record<string, string>>;
};
