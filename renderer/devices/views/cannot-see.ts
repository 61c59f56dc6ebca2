import { useIsOnline } from '../../model/fleet/fleet-store.ts';
import { usePermission } from './permission.tsx';
import { useViews } from './view-store.ts';

/** Returns why a headset cannot be watched, as far as known; null if nothing is known to be in the way. */
export function useCannotSee(id: string): 'offline' | 'notAllowed' | 'refused' | 'unsupported' | null {
  const { isAllowed, isPractice } = usePermission(id);
  const isHere = useIsOnline(id);
  const state = useViews(({ byId }) => byId[id]?.state);
  if (!isHere) return 'offline';
  if (isPractice) return null;
  if (isAllowed === false) return 'notAllowed';
  return state === 'refused' || state === 'unsupported' ? state : null;
}
