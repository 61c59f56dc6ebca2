import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { SpaceBasis } from '../../../shared/contract/content/library-space.ts';
import { useFormat } from '../../copy/format.ts';

/** Returns a function that explains missing space: pending downloads and removals. */
export function useSpaceLabels(): (space: SpaceBasis) => readonly string[] {
  const { t } = useTranslation('content');
  const format = useFormat();
  return useMemo(
    () =>
      ({ waitingBytes, waitingUnknown, leavingBytes }) =>
        [
          waitingBytes > 0 && t('assign.toCome', { size: format.size(waitingBytes) }),
          waitingUnknown > 0 && t('assign.toComeUnknown', { count: waitingUnknown }),
          leavingBytes > 0 && t('assign.pendingRemovals', { size: format.size(leavingBytes) }),
        ].filter((part) => part !== false),
    [t, format],
  );
}
