import { useTranslation } from 'react-i18next';

import type { EditorField, EditorGroup } from '../../shared/domain/settings/editor-fields.ts';
import { settings as english } from './en/settings.ts';
import { settings as french } from './fr/settings.ts';

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

const COPY: Readonly<Record<'en' | 'fr', SettingsCopy>> = { en: english, fr: french };

/** The words of the settings in the language in use. */
export function useSettingsCopy(): SettingsCopy {
  const { i18n } = useTranslation();
  return COPY[i18n.resolvedLanguage === 'fr' ? 'fr' : 'en'];
}
