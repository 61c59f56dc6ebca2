import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

import type { en } from './en/index.ts';

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
  const stored = localStorage.getItem(STORED_LANGUAGE);
  const language = LANGUAGES.find((known) => known === stored) ?? preferred(navigator.languages);
  await i18next.use(initReactI18next).init({
    resources: { [language]: await sentencesOf(language) },
    lng: language,
    supportedLngs: LANGUAGES,
    // Every language has every sentence; a test sees to it.
    fallbackLng: false,
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
  for (const [namespace, copy] of Object.entries(await sentencesOf(language))) {
    i18next.addResourceBundle(language, namespace, copy);
  }
  await i18next.changeLanguage(language);
}

/** Each language is loaded when it is first wanted: nobody waits for the other one. */
async function sentencesOf(language: Language): Promise<typeof en> {
  if (language === 'fr') return (await import('./fr/index.ts')).fr;
  return (await import('./en/index.ts')).en;
}

function preferred(languages: readonly string[]): Language {
  return languages.find((language) => /^(en|fr)\b/.test(language))?.startsWith('fr') === true ? 'fr' : 'en';
}
