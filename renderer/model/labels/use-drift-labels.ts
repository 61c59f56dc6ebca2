import { useEffect } from 'react';
import { create } from 'zustand';

import { lazyCode } from '../../copy/lazy-worded.ts';
import { useLanguage, type Language } from '../../copy/language.ts';
import type { DriftLabels } from './drift-labels.ts';

type Known = { readonly [language in Language]?: DriftLabels };

const loadLabels = lazyCode(() => import('./drift-labels.ts'));
const useKnown = create<Known>(() => ({}));

/** Returns the drift texts, loaded when a first headset drifts; null if not needed, and until loaded. */
export function useDriftLabels(isWanted: boolean): DriftLabels | null {
  const language = useLanguage();
  const known = useKnown((words) => words[language]);
  const isMissing = isWanted && known === undefined;
  useEffect(() => {
    if (!isMissing) return;
    void loadLabels()
      .then(({ driftLabelsIn }) => driftLabelsIn(language))
      .then((labels) => useKnown.setState({ [language]: labels }))
      // The station is offline: the state has its own text, and the next drift tries again.
      .catch(() => undefined);
  }, [isMissing, language]);
  return isWanted ? (known ?? null) : null;
}
