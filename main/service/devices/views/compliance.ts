import type { DriftField } from '../../../../shared/contract/configuration/drift.ts';
import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import {
  type EffectiveSettings,
  effectiveSettingsSchema,
} from '../../../../shared/contract/configuration/settings/settings.ts';
import { isManagedByAdb } from '../../../../shared/domain/configuration/adb/settings.ts';
import { adbCatalogOf, catalogOf } from '../../../../shared/domain/configuration/catalog/catalog.ts';
import { missingFirmware } from '../comparison/firmware.ts';
import { viewOf } from '../deployment/deployment.ts';
import { driftKey, settingsNotInEffect, type Compliance } from '../comparison/in-effect.ts';
import type { FieldFacts } from '../comparison/rows.ts';
import { toInstant } from '../../kernel/clock.ts';
import { type ComplianceRow, toJudged, toUnconfirmed } from '../compliance/store.ts';
import type { Records } from '../records/records.ts';
import { toReported } from '../registry/reported.ts';
import type { Inventory, Report } from '../registry/reports.ts';
import { parseSettings } from '../records/settings-view.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** Returns what is known about a setting, by its path. */
type FactsOf = (path: string) => FieldFacts | undefined;

/** Returns what is known about settings on this headset, with its firmware; nothing if its model is unknown. */
export function factsFor(
  records: Records,
  {
    enterpriseId,
    typeId,
    osVersion,
    mdmInfo,
  }: Pick<DeviceRecord, 'enterpriseId' | 'typeId' | 'osVersion' | 'mdmInfo'>,
): FactsOf {
  const type = typeId === null ? undefined : records.types.find(enterpriseId, typeId);
  if (type === undefined) return () => undefined;
  const { fields } = isManagedByAdb(mdmInfo) ? adbCatalogOf(type.brand) : catalogOf(type.brand);
  const firmware = { model: type.name, osVersion };
  return (path) => {
    const field = fields[path] ?? fields[path.replace(/\[\]$/, '')];
    const needsFirmware = field === undefined ? null : missingFirmware(field.minimumOs, firmware);
    return field === undefined || needsFirmware === null ? field : { ...field, support: 'no', needsFirmware };
  };
}

/** Returns the same for every headset of its model, whatever its firmware. */
export function factsOfManufacturer(
  records: Records,
  { enterpriseId, typeId, mdmInfo }: Pick<DeviceRecord, 'enterpriseId' | 'typeId' | 'mdmInfo'>,
): FactsOf {
  return factsFor(records, { enterpriseId, typeId, mdmInfo, osVersion: null });
}

/** Parses what a headset reports as in effect. */
export function toEffective(text: string | null): EffectiveSettings | undefined {
  return text === null ? undefined : effectiveSettingsSchema.parse(JSON.parse(text));
}

/** Returns the desired state of a headset and its last report, ready to compare. */
export function complianceOf(
  records: Records,
  record: DeviceRecord,
  reported: {
    readonly report: Pick<Report, 'appliedRevision'>;
    readonly inventory: Inventory;
    readonly effective: string | null;
  },
): Compliance {
  return {
    wanted: parseSettings(record.settings),
    effective: toEffective(reported.effective),
    view: viewOf(toReported(reported.inventory, reported.report), records.core.clock.now()),
    factsOf: factsFor(records, record),
  };
}

/** Returns the drift for a tile; null if there is none, or newer settings are being applied. */
export function toDrift(
  row: ComplianceRow,
  record: Pick<DeviceRecord, 'settingsRevision'>,
  report: Pick<Report, 'appliedRevision'>,
): Headset['drift'] {
  if (row.drift === null || row.driftSinceMs === null) return null;
  if ((report.appliedRevision ?? 0) < record.settingsRevision) return null;
  const { drift } = toJudged(row);
  const [first] = drift;
  return first === undefined ? null : { count: drift.length, since: toInstant(row.driftSinceMs), first };
}

/** The values that a headset reports differently; none while newer settings are being applied. */
type Deviations = {
  /** The values that were confirmed before. */
  readonly drift: readonly DriftField[];
  /** Settings that it reports as applied and that were never in effect. */
  readonly neverInEffect: readonly DriftField[];
};

const NO_DEVIATIONS: Deviations = { drift: [], neverInEffect: [] };

/** Returns what a repair of this headset would send. */
export function deviationsOf(records: Records, record: DeviceRecord): Deviations {
  const { appliedRevision } = records.reports.report(record.key);
  if ((appliedRevision ?? 0) < record.settingsRevision) return NO_DEVIATIONS;
  const row = records.compliance.find(record.key);
  const { drift } = toJudged(row);
  if (toUnconfirmed(row)?.code !== 'NOT_IN_EFFECT') return { drift, neverInEffect: [] };
  const drifted = new Set(drift.map(driftKey));
  const open = settingsNotInEffect({
    wanted: parseSettings(record.settings),
    effective: toEffective(row.effective),
    factsOf: factsFor(records, record),
  });
  return { drift, neverInEffect: open.filter((field) => !drifted.has(driftKey(field))) };
}
