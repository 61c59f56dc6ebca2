import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

import { en } from './en/index.ts';
import { fr } from './fr/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en;
    returnNull: false;
  }
}

/** The languages of the interface. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORED_LANGUAGE = 'muster.language';

/** Makes the sentences available, in the language chosen before or, failing that, the computer's. */
export async function openLanguage(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next.use(initReactI18next).init({
    resources: { en, fr },
    lng: localStorage.getItem(STORED_LANGUAGE) ?? preferred(navigator.languages),
    supportedLngs: LANGUAGES,
    fallbackLng: 'en',
    defaultNS: 'common',
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  });
}

/** The language in use. */
export function currentLanguage(): Language {
  return i18next.resolvedLanguage === 'fr' ? 'fr' : 'en';
}

/** Changes the language of everything on screen and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED_LANGUAGE, language);
  await i18next.changeLanguage(language);
}

function preferred(languages: readonly string[]): Language {
  return languages.find((language) => /^(en|fr)\b/.test(language))?.startsWith('fr') === true ? 'fr' : 'en';
}
