import type { AdbServer } from '../../../adb/adb-server.ts';
import type { StationName } from '../../../adb/claim.ts';
import type { ProfileStore } from '../../configuration/index.ts';
import type { Records } from '../../devices/index.ts';
import type { AdbAgents } from '../adb-agents/agents.ts';
import type { CableStore } from '../carts/cable-store.ts';
import type { CableLibrary } from './library.ts';

/** Dependencies of the bench. */
export type BenchParts = {
  readonly records: Records;
  readonly profiles: ProfileStore;
  readonly agents: AdbAgents;
  readonly store: CableStore;
  readonly library: CableLibrary;
  readonly server: AdbServer;
  readonly usbFolder: string;
  /** How this station is named on headsets. */
  readonly name: StationName;
  /**
   * Returns the URL of the station for headsets: the given one, else over the local network; null while there is none.
   */
  readonly reach: (
    input: string | null,
  ) => { readonly url: string; readonly fingerprint: string | null } | null;
};
