import { useEffect } from 'react';
import { create } from 'zustand';

import type { StateOfHeadset } from '../../../shared/domain/headset-state.ts';
import { useLanguage, type Language } from '../../copy/language.ts';
import type { DriftWords } from './drift-words.ts';

type Known = { readonly [language in Language]?: DriftWords };

const useKnown = create<Known>(() => ({}));

/** The words of a drift, loaded when a first headset has one; null for every other state, and until they have come. */
export function useDriftWords(state: StateOfHeadset | undefined): DriftWords | null {
  const language = useLanguage();
  const known = useKnown((words) => words[language]);
  const isWanted = state?.state === 'drifted' && known === undefined;
  useEffect(() => {
    if (!isWanted) return;
    void import('./drift-words.ts')
      .then(({ driftWordsIn }) => driftWordsIn(language))
      .then((words) => useKnown.setState({ [language]: words }));
  }, [isWanted, language]);
  return state?.state === 'drifted' ? (known ?? null) : null;
}
