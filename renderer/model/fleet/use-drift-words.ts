import { useEffect } from 'react';
import { create } from 'zustand';

import { useLanguage, type Language } from '../../copy/language.ts';
import type { DriftWords } from './drift-words.ts';

type Known = { readonly [language in Language]?: DriftWords };

const useKnown = create<Known>(() => ({}));

/** The words of a drift, loaded when a first headset has one; null where none are wanted, and until they have come. */
export function useDriftWords(isWanted: boolean): DriftWords | null {
  const language = useLanguage();
  const known = useKnown((words) => words[language]);
  const isMissing = isWanted && known === undefined;
  useEffect(() => {
    if (!isMissing) return;
    void import('./drift-words.ts')
      .then(({ driftWordsIn }) => driftWordsIn(language))
      .then((words) => useKnown.setState({ [language]: words }))
      // The station is away: the state has its own words, and the next headset to drift asks again.
      .catch(() => undefined);
  }, [isMissing, language]);
  return isWanted ? (known ?? null) : null;
}
