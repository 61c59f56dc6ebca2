import { z } from 'zod';

import type { Brand } from '../../../../shared/contract/devices/reported.ts';
import type { ErrorDetail } from '../../../../shared/contract/errors.ts';
import { kioskFault, type KioskObstacle, kioskObstacle } from './faults.ts';
import type {
  StoredSettings,
  SealedChange,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import { inNumbersOf } from '../../../../shared/domain/configuration/catalog/levels.ts';
import { mergeSettings } from '../../../../shared/domain/configuration/settings/merge.ts';
import { Failure } from '../../kernel/failure.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { keepNetwork, withoutDrop } from './replaced-network.ts';
import type { Changing } from '../../devices/changes/index.ts';
import { ByText } from '../../devices/registry/index.ts';
import { parseSettings } from '../../devices/views/index.ts';

/** Maximum number of cached results: a fleet has few different settings; if it has many, a cache does not help. */
const MAX_CACHED = 256;

/** Desired settings of a device, with their JSON text. */
type Planned = { readonly before: StoredSettings; readonly settings: StoredSettings; readonly text: string };

/** A question about the effect of a change on one device. */
type FaultRule<Answer> = (...about: Parameters<typeof kioskFault>) => Answer | undefined;

/**
 * One change for many devices: its effect on each set of settings is computed once, because a fleet has few. `place`
 * is the path of the change in the body.
 */
export class SettingsUpdate {
  readonly #records: Records;
  readonly #change: SealedChange;
  readonly #place: string;
  /** By manufacturer, if the change has levels in per cent. */
  readonly #planned = new Map<Brand, ByText<Planned>>();

  constructor(records: Records, change: SealedChange, place: string) {
    this.#records = records;
    this.#change = change;
    this.#place = place;
  }

  /** Applies the change to one device. Returns the new record, or why the change is not possible for its headset. */
  readonly apply = (
    record: DeviceRecord,
    changing: Changing,
  ): DeviceRecord | Failure<'INVALID_CONFIGURATION'> => {
    const fault = this.faultFor(record);
    if (fault !== undefined) {
      const details = [{ path: this.#place + fault.path, message: fault.message }];
      return new Failure('INVALID_CONFIGURATION', `${fault.message}. Nothing was changed.`, { details });
    }
    const { before, settings, text } = this.#plan(record);
    // Networks are rarely changed, and only then does it matter on which one the headset is.
    const kept = this.#change.wifi
      ? keepNetwork(before, settings, this.#records.reports.report(record.key), this.#change).settings
      : settings;
    return writeSettings(this.#records, record, kept === settings ? text : JSON.stringify(kept), changing);
  };

  /** Returns why the change is not possible for the headset of a record; undefined if it is. */
  readonly faultFor = (record: DeviceRecord): ErrorDetail | undefined => this.#query(kioskFault, record);

  /** Returns the same as a code, for callers with their own messages. */
  readonly kioskObstacleFor = (record: DeviceRecord): KioskObstacle | undefined =>
    this.#query(kioskObstacle, record);

  #query<Answer>(rule: FaultRule<Answer>, record: DeviceRecord): Answer | undefined {
    const { before, settings } = this.#plan(record);
    const isInstalled = (packageName: string): boolean => hasInstalled(this.#records, record, packageName);
    return rule(before, settings, this.#change, isInstalled);
  }

  #plan(record: DeviceRecord): Planned {
    const brand = this.#change.levels === 'percent' ? this.#records.types.brandFor(record) : 'generic';
    const planned = this.#planned.get(brand) ?? new ByText<Planned>(MAX_CACHED);
    this.#planned.set(brand, planned);
    return planned.get(record.settings, () => {
      const before = parseSettings(record.settings);
      const settings = mergeSettings(before, inNumbersOf(withoutDrop(this.#change, before), brand));
      return { before, settings, text: JSON.stringify(settings) };
    });
  }
}

/**
 * Writes the given settings of a device, notifies its headset and subscribers, and returns the new record. Every
 * write is a new revision.
 */
export function writeSettings(
  records: Records,
  record: DeviceRecord,
  settings: string,
  { set, afterCommit }: Changing,
): DeviceRecord {
  set(record, 'settings', settings);
  const settingsRevision = record.settingsRevision + 1;
  // The record is not retained until the commit: there may be thousands.
  const { id, enterpriseId } = record;
  afterCommit(() => {
    records.deviceEvents.publish({
      name: 'device.settings',
      enterpriseId,
      deviceId: id,
      revision: settingsRevision,
    });
    records.core.changes.announce({
      enterpriseId,
      deviceId: id,
      device: { name: 'settings', data: { revision: settingsRevision } },
      fleet: { name: 'device', data: { id, settingsRevision } },
    });
  });
  return { ...record, settings, settingsRevision, revision: record.revision + 1 };
}

const packagesSchema = z.array(z.object({ packageName: z.string().optional() }));

/** Returns whether the headset reported this package as installed. */
export function hasInstalled(records: Records, record: DeviceRecord, packageName: string): boolean {
  const { installedPackages } = records.reports.inventory(record.key);
  if (installedPackages === null) return false;
  return packagesSchema
    .parse(JSON.parse(installedPackages))
    .some((installed) => installed.packageName === packageName);
}
