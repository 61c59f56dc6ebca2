import { useTranslation } from 'react-i18next';

import type { Language } from './language.ts';
import { settings as english } from './en/configuration/settings.ts';
import { settings as french } from './fr/configuration/settings.ts';
import type { SettingsCopy } from './settings-shape.ts';

const COPY: Readonly<Record<Language, SettingsCopy>> = { en: english, fr: french };

/** Returns the names of the settings in the current language. */
export function useSettingsCopy(): SettingsCopy {
  const { i18n } = useTranslation();
  return settingsCopyOf(i18n.resolvedLanguage === 'fr' ? 'fr' : 'en');
}

/** Returns the names of the settings in a language. */
export function settingsCopyOf(language: Language): SettingsCopy {
  return COPY[language];
}
