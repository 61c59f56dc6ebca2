import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { Central } from '../client/central.ts';
import type { CommandRecords } from '../../commands/index.ts';
import type { Echoes } from './echoes.ts';
import type { SyncStores } from './stores.ts';

/** What everything in sync stands on. */
export type SyncParts = {
  readonly records: CommandRecords;
  readonly stores: SyncStores;
  readonly echoes: Echoes;
  /** The organisation of this station: pulled devices belong to it. */
  readonly enterpriseId: EnterpriseId;
  /** Hands the order to un-enrol to a headset that holds its link. */
  readonly handOver: (deviceKey: number) => void;
};

/** The client of the central: the real one, or one that a test gives. */
export type CentralClient = Pick<Central, keyof Central>;
