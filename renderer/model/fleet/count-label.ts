import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import type { Fleet } from './fleet-changes.ts';
import { useFleet } from './fleet-store.ts';

const emptySlotsIn = ({ order, byId }: Fleet): string[] => order.filter((id) => byId[id]?.androidId === null);

/** Returns the slots of the fleet that wait for a headset. */
export function useEmptySlots(): ReadonlySet<string> {
  const empty = useFleet(useShallow(emptySlotsIn));
  return useMemo(() => new Set(empty), [empty]);
}

/** Returns a function that counts records as people do: "1,000 headsets, 2 empty slots". */
export function useCountLabel(): (ids: readonly string[]) => string {
  const { t } = useTranslation('common');
  const empty = useEmptySlots();
  return useCallback(
    (ids) => {
      const slots = ids.filter((id) => empty.has(id)).length;
      const headsets = ids.length - slots;
      return [
        ...(headsets > 0 || slots === 0 ? [t('counted.headsets', { count: headsets })] : []),
        ...(slots > 0 ? [t('counted.slots', { count: slots })] : []),
      ].join(', ');
    },
    [t, empty],
  );
}
