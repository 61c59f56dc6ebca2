import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { useConflictWords } from './conflict-words.ts';

/** The conflicts that have every typed word in the name of their headset, of what they are about, or of its part. */
export function useFoundConflicts(
  conflicts: readonly SyncConflict[] | null,
  find: string,
): readonly SyncConflict[] | null {
  const { t, i18n } = useTranslation('common');
  const words = useConflictWords();
  const { language } = i18n;
  const texts = useMemo(
    () =>
      conflicts?.map((conflict) => {
        const { label } = conflict;
        const text = [label ?? t('unnamed'), words.name(conflict), words.part(conflict)].join(' ');
        return { conflict, text: text.toLocaleLowerCase(language) };
      }) ?? null,
    [conflicts, words, t, language],
  );
  return useMemo(() => {
    const typed = find
      .toLocaleLowerCase(language)
      .split(/\s+/)
      .filter((word) => word !== '');
    if (texts === null || typed.length === 0) return conflicts;
    return texts
      .filter(({ text }) => typed.every((word) => text.includes(word)))
      .map(({ conflict }) => conflict);
  }, [conflicts, texts, find, language]);
}
