import type { z } from 'zod';
import { useTranslation } from 'react-i18next';

import type { syncRunSchema } from '../../../shared/contract/sync/sync-history.ts';
import { useFigures } from '../../copy/figures.ts';

export type SyncRun = z.infer<typeof syncRunSchema>;

/** What a run took up, brought down, and left for a person, as sentences; null where there was nothing of it. */
export type RunFigures = {
  readonly up: string | null;
  readonly down: string | null;
  readonly kept: string | null;
};

const UP = ['pushed', 'lifecycle', 'reported', 'events'] as const;
const DOWN = ['arrived', 'taken'] as const;
const KEPT = ['conflicts', 'failed', 'setAside'] as const;

/** The figures of a run in words. */
export function useRunFigures(): (run: SyncRun) => RunFigures {
  const { t } = useTranslation('sync');
  const figures = useFigures();
  return ({ counts }) => {
    const said = (names: readonly (keyof SyncRun['counts'])[]): string | null => {
      const parts = names.flatMap((name) => {
        const count = counts[name] ?? 0;
        return count === 0 || name === 'requests' ? [] : [t(`figure.${name}`, { count })];
      });
      return parts.length === 0 ? null : figures.list(parts);
    };
    return { up: said(UP), down: said(DOWN), kept: said(KEPT) };
  };
}
