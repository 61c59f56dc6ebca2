import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { CommandRecords } from '../../commands/index.ts';
import type { Echoes } from './echoes.ts';
import type { SyncStores } from './stores.ts';

/** Dependencies shared by all parts of sync. */
export type SyncParts = {
  readonly records: CommandRecords;
  readonly stores: SyncStores;
  readonly echoes: Echoes;
  /** What other stations show about this one. */
  readonly station: {
    /** Null if it still has the default name. */
    readonly name: () => string | null;
    /** Name of the profile of a slot. */
    readonly profileOf: (deviceKey: number) => string | null;
  };
  /** The organisation of this station, which owns pulled devices. */
  readonly enterpriseId: EnterpriseId;
  /** Sends the order to un-enrol to a connected headset. */
  readonly sendPending: (deviceKey: number) => void;
};
