import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';

import type { en } from './en/index.ts';
import type { ShapeOf } from './shape.ts';

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

/** Loads the texts of the first screen, in the language chosen before or else the computer's. */
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
    // A screen is rendered again when its texts have loaded.
    react: { bindI18nStore: 'added' },
    lng: language,
    supportedLngs: LANGUAGES,
    // A test checks that every language has every text.
    fallbackLng: false,
    // While a text loads, its key would mean nothing to a person.
    parseMissingKeyHandler: () => '',
    defaultNS: 'common',
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  });
}

/** Returns the current language. */
export function currentLanguage(): Language {
  return i18next.resolvedLanguage === 'fr' ? 'fr' : 'en';
}

/**
 * Returns the current language only: `useTranslation` is many times more expensive, and a wall renders thousands of
 * headsets.
 */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage);
}

function onLanguage(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange);
  return () => i18next.off('languageChanged', onChange);
}

/** Changes the language of the whole interface and stores it. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED_LANGUAGE, language);
  await afterOthers(async () => {
    await load(language, isCentralAStation);
    await i18next.changeLanguage(language);
  });
}

type Sentences = Readonly<Record<string, object>>;

/** Returns the texts of the first screen. A language is loaded only when it is used. */
async function firstSentences(language: Language): Promise<Sentences> {
  return language === 'fr'
    ? typeset((await import('./fr/first.ts')).first)
    : (await import('./en/first.ts')).first;
}

/** Loads all texts of the current language; every screen but the first waits for them. */
export function allSentences(language?: Language): Promise<void> {
  return afterOthers(() => load(language ?? currentLanguage(), isCentralAStation));
}

let loading: Promise<unknown> = Promise.resolve();

/** Texts are loaded one after the other: those that were asked for last are the ones that stay. */
function afterOthers(work: () => Promise<void>): Promise<void> {
  const mine = loading.then(work);
  loading = mine.catch(() => undefined);
  return mine;
}

async function load(language: Language, isStation: boolean): Promise<void> {
  const written = language === 'fr' ? (await import('./fr/index.ts')).fr : (await import('./en/index.ts')).en;
  const worded = isStation ? await forOtherStation(written, language) : written;
  const copy = language === 'fr' ? typeset(worded) : worded;
  for (const [namespace, sentences] of Object.entries(copy)) {
    i18next.addResourceBundle(language, namespace, sentences);
  }
}

async function forOtherStation(copy: ShapeOf<typeof en>, language: Language): Promise<Sentences> {
  const [{ sayOtherStation }, { otherStation }] = await Promise.all([
    import('./say-other-station.ts'),
    language === 'fr' ? import('./fr/other-station.ts') : import('./en/other-station.ts'),
  ]);
  return sayOtherStation(copy, otherStation);
}

/** Which central the loaded texts are for. */
let isCentralAStation = false;

/** Words the texts for a central that is another station, or for a real one. If they do not load, it can be called again. */
export function nameCentral(isStation: boolean): Promise<void> {
  return afterOthers(async () => {
    if (isStation === isCentralAStation) return;
    await load(currentLanguage(), isStation);
    isCentralAStation = isStation;
  });
}

/** Puts non-breaking spaces before the French punctuation marks that need one; translators do not type them. */
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
