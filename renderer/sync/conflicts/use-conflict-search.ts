import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';

/** Filters conflicts: each typed word must occur in the name of the headset, of the value or of its part. */
export function useConflictSearch(
  conflicts: readonly SyncConflict[] | null,
  find: string,
): readonly SyncConflict[] | null {
  const { t, i18n } = useTranslation('common');
  const labels = useConflictLabels();
  const { language } = i18n;
  const texts = useMemo(
    () =>
      conflicts?.map((conflict) => {
        const { label } = conflict;
        const text = [label ?? t('unnamed'), labels.name(conflict), labels.part(conflict)].join(' ');
        return { conflict, text: text.toLocaleLowerCase(language) };
      }) ?? null,
    [conflicts, labels, t, language],
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
