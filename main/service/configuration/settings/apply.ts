import { z } from 'zod';

import type { ErrorDetail } from '../../../../shared/contract/errors.ts';
import {
  kioskFault,
  type KioskTrouble,
  kioskTrouble,
} from '../../../../shared/domain/configuration/settings/faults.ts';
import type { KeptSettings, SealedChange } from '../../../../shared/domain/configuration/settings/kept.ts';
import { mergeSettings } from '../../../../shared/domain/configuration/settings/merge.ts';
import { Failure } from '../../kernel/failure.ts';
import {
  ByText,
  type Changing,
  type DeviceRecord,
  parseSettings,
  type Records,
} from '../../devices/index.ts';

/** Plans kept at most: a fleet shares few sets of settings, and where it does not, keeping them is of no use. */
const MOST_KEPT = 256;

/** Settings that a device shall have, with their JSON text. */
type Planned = { readonly before: KeptSettings; readonly settings: KeptSettings; readonly text: string };

/** What can be asked of a change for one device. */
type Question<Answer> = (...about: Parameters<typeof kioskFault>) => Answer | undefined;

/**
 * One change for many devices: what it makes of each set of settings is worked out once, since a fleet shares few.
 * `place` is where the change stands in the body.
 */
export class SettingsPlan {
  readonly #records: Records;
  readonly #change: SealedChange;
  readonly #place: string;
  readonly #planned = new ByText<Planned>(MOST_KEPT);

  constructor(records: Records, change: SealedChange, place: string) {
    this.#records = records;
    this.#change = change;
    this.#place = place;
  }

  /** Applies the change to one device and answers the record as it is then, or why its headset could not follow it. */
  readonly apply = (
    record: DeviceRecord,
    changing: Changing,
  ): DeviceRecord | Failure<'INVALID_CONFIGURATION'> => {
    const fault = this.faultFor(record);
    if (fault !== undefined) {
      const details = [{ path: this.#place + fault.path, message: fault.message }];
      return new Failure('INVALID_CONFIGURATION', `${fault.message}. Nothing was changed.`, { details });
    }
    return writeSettings(this.#records, record, this.#plan(record.settings).text, changing);
  };

  /** Why the headset of a record could not follow it; undefined where it could. */
  readonly faultFor = (record: DeviceRecord): ErrorDetail | undefined => this.#ask(kioskFault, record);

  /** The same by code, for who has words of his own. */
  readonly troubleFor = (record: DeviceRecord): KioskTrouble | undefined => this.#ask(kioskTrouble, record);

  #ask<Answer>(question: Question<Answer>, record: DeviceRecord): Answer | undefined {
    const { before, settings } = this.#plan(record.settings);
    const isInstalled = (packageName: string): boolean => hasInstalled(this.#records, record, packageName);
    return question(before, settings, this.#change, isInstalled);
  }

  #plan(text: string): Planned {
    return this.#planned.get(text, () => {
      const before = parseSettings(text);
      const settings = mergeSettings(before, this.#change);
      return { before, settings, text: JSON.stringify(settings) };
    });
  }
}

/**
 * Writes the settings of a device as they are given, tells its headset and everyone who looks, and answers the record as
 * it is then. Every write is a new revision.
 */
export function writeSettings(
  records: Records,
  record: DeviceRecord,
  settings: string,
  { set, afterCommit }: Changing,
): DeviceRecord {
  set(record, 'settings', settings);
  const settingsRevision = record.settingsRevision + 1;
  // The record is not held until the commit: there may be thousands.
  const { id, enterpriseId } = record;
  afterCommit(() => {
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

/** Whether the headset reported this package among those installed. */
export function hasInstalled(records: Records, record: DeviceRecord, packageName: string): boolean {
  const { installedPackages } = records.reports.inventory(record.key);
  if (installedPackages === null) return false;
  return packagesSchema
    .parse(JSON.parse(installedPackages))
    .some((installed) => installed.packageName === packageName);
}
