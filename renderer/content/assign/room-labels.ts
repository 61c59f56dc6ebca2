import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { RoomBasis } from '../../../shared/contract/content/library-room.ts';
import { useFigures } from '../../copy/figures.ts';

/** Returns a function that explains missing space: pending downloads and removals. */
export function useRoomWords(): (room: RoomBasis) => readonly string[] {
  const { t } = useTranslation('content');
  const figures = useFigures();
  return useMemo(
    () =>
      ({ waitingBytes, waitingUnknown, leavingBytes }) =>
        [
          waitingBytes > 0 && t('assign.toCome', { size: figures.size(waitingBytes) }),
          waitingUnknown > 0 && t('assign.toComeUnknown', { count: waitingUnknown }),
          leavingBytes > 0 && t('assign.toGo', { size: figures.size(leavingBytes) }),
        ].filter((part) => part !== false),
    [t, figures],
  );
}
