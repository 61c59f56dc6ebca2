import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { RoomBasis } from '../../../shared/contract/content/library-room.ts';
import { useFigures } from '../../copy/figures.ts';

/** Returns a function that explains missing space: pending downloads and removals. */
export function useRoomLabels(): (space: RoomBasis) => readonly string[] {
  const { t } = useTranslation('content');
  const format = useFigures();
  return useMemo(
    () =>
      ({ waitingBytes, waitingUnknown, leavingBytes }) =>
        [
          waitingBytes > 0 && t('assign.toCome', { size: format.size(waitingBytes) }),
          waitingUnknown > 0 && t('assign.toComeUnknown', { count: waitingUnknown }),
          leavingBytes > 0 && t('assign.toGo', { size: format.size(leavingBytes) }),
        ].filter((part) => part !== false),
    [t, format],
  );
}
