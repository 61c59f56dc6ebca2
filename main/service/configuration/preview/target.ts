import type { PlanGroup } from '../../../../shared/contract/configuration/plans/plans.ts';
import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { ColumnChange } from '../plan-store/plan-store.ts';

/** The desired state of a headset, and how it differs from the current one. */
export type TargetState = {
  /** The settings as JSON text; null: unchanged. */
  readonly settings: string | null;
  readonly columns: readonly ColumnChange[];
  /** Keys of contents to download again. */
  readonly discardReports: readonly string[];
  readonly rows: readonly SettingsRow[];
  readonly conflicts: PlanGroup['conflicts'];
  readonly faults: PlanGroup['faults'];
  /** True if it is sent although the settings stay the same. */
  readonly isForced: boolean;
  /** The Wi-Fi network through which it is connected, if it is replaced. */
  readonly network: PlanGroup['network'];
};

/** A desired change of headsets. Two headsets with the same key and model have the same state before and after. */
export type TargetPlan = {
  readonly keyOf: (record: DeviceRecord) => string;
  readonly targetOf: (record: DeviceRecord) => TargetState;
};
