import { useEffect, useMemo, useState } from 'react';

import { type Presence, presenceOf } from '../state/class-board.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { Fleet } from '../../model/fleet/fleet-changes.ts';

/** Minimum time between changes of class totals, in ms: a sentence that changes all the time cannot be read. */
const STILL_MS = 250;

/** Where the headsets of a class are. */
export type ClassPresence = {
  readonly fleet: Fleet;
  readonly presence: ReadonlyMap<string, Presence>;
};

/** Returns where each of these headsets is, at most four times a second. */
export function useClassStatus(members: readonly string[], packageName: string | null): ClassPresence {
  const fleet = useThrottledFleet();
  return useMemo(() => {
    const presence = new Map<string, Presence>();
    for (const id of members) {
      const headset = fleet.byId[id];
      const state = fleet.stateById[id]?.state;
      if (headset !== undefined && state !== undefined)
        presence.set(id, presenceOf(headset, { state, nowMs: fleet.nowMs, packageName }));
    }
    return { fleet, presence };
  }, [fleet, members, packageName]);
}

/** Returns the fleet as of at most a quarter of a second ago. */
function useThrottledFleet(): Fleet {
  const [fleet, setFleet] = useState(useFleet.getState);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const show = (): void => {
      timer = null;
      setFleet(useFleet.getState());
    };
    const wait = (): void => {
      timer ??= setTimeout(show, STILL_MS);
    };
    // It may have changed since the first render.
    wait();
    const stop = useFleet.subscribe(wait);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return fleet;
}
