import type { z } from 'zod';
import { useTranslation } from 'react-i18next';

import type { syncRunSchema } from '../../../shared/contract/sync/sync-history.ts';
import { useFormat } from '../../copy/format.ts';

export type SyncRun = z.infer<typeof syncRunSchema>;

/** Sentences about what a run uploaded, downloaded and left for a person; null if there was nothing of it. */
export type RunSummary = {
  readonly up: string | null;
  readonly down: string | null;
  readonly kept: string | null;
};

const UP = ['pushed', 'lifecycle', 'reported', 'events'] as const;
const DOWN = ['arrived', 'taken'] as const;
const RETAINED = ['conflicts', 'failed', 'setAside'] as const;

/** Returns a function that describes the counts of a run. */
export function useRunSummary(): (run: SyncRun) => RunSummary {
  const { t } = useTranslation('sync');
  const format = useFormat();
  return ({ counts }) => {
    const list = (names: readonly (keyof SyncRun['counts'])[]): string | null => {
      const parts = names.flatMap((name) => {
        const count = counts[name] ?? 0;
        return count === 0 || name === 'requests' ? [] : [t(`summary.${name}`, { count })];
      });
      return parts.length === 0 ? null : format.list(parts);
    };
    return { up: list(UP), down: list(DOWN), kept: list(RETAINED) };
  };
}
