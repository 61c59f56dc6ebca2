import type { PlanGroup } from '../../../../shared/contract/configuration/plans.ts';
import type { SettingsRow } from '../../../../shared/contract/configuration/settings-rows.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { ColumnChange } from '../rollouts/store.ts';

/** What a headset shall be, and what of it is different from what it is. */
export type Wanted = {
  /** The settings as JSON text; null: they stay. */
  readonly settings: string | null;
  readonly columns: readonly ColumnChange[];
  /** Keys of contents that it shall fetch anew. */
  readonly forget: readonly string[];
  readonly rows: readonly SettingsRow[];
  readonly conflicts: PlanGroup['conflicts'];
  readonly faults: PlanGroup['faults'];
  /** True where it is sent though the settings stay the same. */
  readonly isForced: boolean;
};

/** What is wished for headsets. Two headsets with the same key and model shall be the same and are the same now. */
export type Wish = {
  readonly keyOf: (record: DeviceRecord) => string;
  readonly wantedOf: (record: DeviceRecord) => Wanted;
};
