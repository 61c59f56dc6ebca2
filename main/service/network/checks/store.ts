import { z } from 'zod';

import type { Records } from '../../devices/index.ts';
import { openSetting, type Setting } from '../../kernel/store/setting.ts';

export type CheckStore = ReturnType<typeof openCheckStore>;

/** Maximum number of headsets considered: those seen last are enough. */
const MAX_HEADSETS = 1_000;
const MAX_ADDRESSES = 1_000;
/** Number of newest events of a headset used to judge its clock. */
const MAX_EVENTS = 40;

/** URL of the internet test; null: the test is skipped. */
const internetAddressSetting: Setting<string | null> = {
  key: 'network.internet-address',
  schema: z.string().nullable(),
  initial: null,
};

/** Stores the setting of the checks, and reads what headsets reported. */
export function openCheckStore({ core, reports, events }: Pick<Records, 'core' | 'reports' | 'events'>) {
  return {
    internetAddress: openSetting(core.db, internetAddressSetting),
    /** Returns the addresses from which headsets reported since then. */
    reportedFrom: (sinceMs: number) => reports.addressesSince(sinceMs, MAX_ADDRESSES),
    /** Returns headsets that reported since then, the last one first. */
    seenSince: (sinceMs: number) => reports.seenSince(sinceMs, MAX_HEADSETS),
    /** Returns the newest events that a headset dated itself. */
    datedEvents: (deviceKey: number) => events.newestDated(deviceKey, MAX_EVENTS),
  };
}
