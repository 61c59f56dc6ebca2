import type { DriftField } from '../../../../shared/contract/configuration/drift.ts';
import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import {
  type EffectiveSettings,
  effectiveSettingsSchema,
} from '../../../../shared/contract/configuration/settings.ts';
import { catalogOf } from '../../../../shared/domain/configuration/catalog/catalog.ts';
import { missingFirmware } from '../../../../shared/domain/configuration/catalog/firmware.ts';
import { viewOf } from '../../../../shared/domain/content/deployment.ts';
import {
  driftKey,
  settingsNotInEffect,
  type Standing,
} from '../../../../shared/domain/configuration/rollouts/in-effect.ts';
import type { FieldFacts } from '../../../../shared/domain/configuration/rollouts/rows.ts';
import { toInstant } from '../../kernel/clock.ts';
import { type StandingRow, toJudged, toUnconfirmed } from '../compliance/store.ts';
import type { Records } from '../registry/records.ts';
import { toReported } from '../registry/reported.ts';
import type { Inventory, Report } from '../registry/reports.ts';
import { parseSettings } from './settings-view.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** What is known of a setting, by its path. */
type FactsOf = (path: string) => FieldFacts | undefined;

/** What is known of settings on this headset, with the firmware that it has; nothing where its model is not known. */
export function factsFor(
  records: Records,
  { enterpriseId, typeId, osVersion }: Pick<DeviceRecord, 'enterpriseId' | 'typeId' | 'osVersion'>,
): FactsOf {
  const type = typeId === null ? undefined : records.types.find(enterpriseId, typeId);
  if (type === undefined) return () => undefined;
  const { fields } = catalogOf(type.brand);
  const firmware = { model: type.name, osVersion };
  return (path) => {
    const field = fields[path] ?? fields[path.replace(/\[\]$/, '')];
    const needsFirmware = field === undefined ? null : missingFirmware(field.minimumOs, firmware);
    return field === undefined || needsFirmware === null ? field : { ...field, support: 'no', needsFirmware };
  };
}

/** The same of every headset of its model, whatever firmware it has. */
export function factsOfMaker(
  records: Records,
  { enterpriseId, typeId }: Pick<DeviceRecord, 'enterpriseId' | 'typeId'>,
): FactsOf {
  return factsFor(records, { enterpriseId, typeId, osVersion: null });
}

/** What a headset says is in effect, from its JSON text. */
export function toEffective(text: string | null): EffectiveSettings | undefined {
  return text === null ? undefined : effectiveSettingsSchema.parse(JSON.parse(text));
}

/** What is wanted of a headset and what it last said, ready to be compared. */
export function standingOf(
  records: Records,
  record: DeviceRecord,
  said: {
    readonly report: Pick<Report, 'appliedRevision'>;
    readonly inventory: Inventory;
    readonly effective: string | null;
  },
): Standing {
  return {
    wanted: parseSettings(record.settings),
    effective: toEffective(said.effective),
    view: viewOf(toReported(said.inventory, said.report), records.core.clock.now()),
    factsOf: factsFor(records, record),
  };
}

/** What a tile shows of a drift; null where there is none, or where newer settings are on their way. */
export function toDrift(
  row: StandingRow,
  record: Pick<DeviceRecord, 'settingsRevision'>,
  report: Pick<Report, 'appliedRevision'>,
): Headset['drift'] {
  if (row.drift === null || row.driftSinceMs === null) return null;
  if ((report.appliedRevision ?? 0) < record.settingsRevision) return null;
  const { drift } = toJudged(row);
  const [first] = drift;
  return first === undefined ? null : { count: drift.length, since: toInstant(row.driftSinceMs), first };
}

/** What a headset reports other than wanted, in either way; nothing where newer settings are on their way. */
type OtherThanWanted = {
  /** What was as wanted before. */
  readonly drift: readonly DriftField[];
  /** What never was: settings that it has applied by its own word and that are not in effect. */
  readonly neverInEffect: readonly DriftField[];
};

const NOTHING: OtherThanWanted = { drift: [], neverInEffect: [] };

/** What a repair of this headset would be about. */
export function otherThanWanted(records: Records, record: DeviceRecord): OtherThanWanted {
  const { appliedRevision } = records.reports.report(record.key);
  if ((appliedRevision ?? 0) < record.settingsRevision) return NOTHING;
  const row = records.standings.find(record.key);
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
