import { allFields, groupOf, type EditorField, type EditorGroup } from '../../copy/editor-fields.ts';
import type { Language } from '../../copy/language.ts';
import { settingsCopyOf } from '../../copy/settings-copy.ts';

/** A setting as a search result. */
export type SettingName = {
  readonly field: EditorField;
  readonly group: EditorGroup;
  readonly name: { readonly group: string; readonly setting: string };
};

/** Returns every setting by name. */
export function settingNames(language: Language): readonly SettingName[] {
  const copy = settingsCopyOf(language);
  return allFields().map((field) => {
    const group = groupOf(field);
    return { field, group, name: { group: copy.groups[group], setting: copy.fields[field].label } };
  });
}
