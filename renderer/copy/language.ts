import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
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
    resources: { [language]: await firstSentences(language) },
    partialBundledLanguages: true,
    ns: ['common'],
    // A screen that is shown before its sentences have come is drawn again with them.
    react: { bindI18nStore: 'added' },
    lng: language,
    supportedLngs: LANGUAGES,
    // Every language has every sentence; a test sees to it.
    fallbackLng: false,
    // The name of a sentence says nothing to anybody while it is on its way.
    parseMissingKeyHandler: () => '',
    defaultNS: 'common',
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  });
}

/** The language in use. */
export function currentLanguage(): Language {
  return i18next.resolvedLanguage === 'fr' ? 'fr' : 'en';
}

/** The language in use, and only that: `useTranslation` costs many times more, and a wall of headsets asks by the thousand. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage);
}

function onLanguage(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange);
  return () => i18next.off('languageChanged', onChange);
}

/** Changes the language of everything on screen and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED_LANGUAGE, language);
  await allSentences(language);
  await i18next.changeLanguage(language);
}

type Sentences = Readonly<Record<string, object>>;

/** What the first screen says. Each language is loaded when it is first wanted: nobody waits for the other one. */
async function firstSentences(language: Language): Promise<Sentences> {
  return language === 'fr'
    ? typeset((await import('./fr/first.ts')).first)
    : (await import('./en/first.ts')).first;
}

/** Makes every sentence of the language in use available: what any screen but the first waits for. */
export async function allSentences(language: Language = currentLanguage()): Promise<void> {
  const copy: Sentences =
    language === 'fr' ? typeset((await import('./fr/index.ts')).fr) : (await import('./en/index.ts')).en;
  for (const [namespace, sentences] of Object.entries(copy)) {
    i18next.addResourceBundle(language, namespace, sentences);
  }
}

/** French keeps these signs on the line of the word before them; nobody types the space that does it. */
function typeset(sentences: Sentences): Sentences {
  return Object.fromEntries(Object.entries(sentences).map(([name, texts]) => [name, typesetIn(texts)]));
}

function typesetIn(texts: object): object {
  if (Array.isArray(texts)) return [...(texts as readonly unknown[])];
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, unknown]) => {
      if (typeof text === 'object' && text !== null) return [key, typesetIn(text)];
      if (typeof text !== 'string') return [key, text];
      return [key, text.replaceAll(/ (?=[:;?!»])/g, '\u00a0').replaceAll('« ', '«\u00a0')];
    }),
  );
}

function preferred(languages: readonly string[]): Language {
  return languages.find((language) => /^(en|fr)\b/.test(language))?.startsWith('fr') === true ? 'fr' : 'en';
}
