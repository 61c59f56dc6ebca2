import { useTranslation } from 'react-i18next';

import { settings as english } from './en/settings.ts';
import { settings as french } from './fr/settings.ts';
import type { SettingsCopy } from './settings-shape.ts';

const COPY: Readonly<Record<'en' | 'fr', SettingsCopy>> = { en: english, fr: french };

/** The words of the settings in the language in use. */
export function useSettingsCopy(): SettingsCopy {
  const { i18n } = useTranslation();
  return COPY[i18n.resolvedLanguage === 'fr' ? 'fr' : 'en'];
}
