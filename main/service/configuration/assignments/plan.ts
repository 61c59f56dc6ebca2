import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import { packageConflicts } from '../../../../shared/domain/configuration/settings/conflicts.ts';
import { kioskFault } from '../settings/faults.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import { Failure } from '../../kernel/failure.ts';
import { hasInstalled } from '../settings/apply.ts';
import { packageConflict } from '../settings/change.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { parseSettings } from '../../devices/views/index.ts';

/** How a change of contents transforms settings. */
export type ContentChange = {
  readonly apply: (settings: StoredSettings) => StoredSettings;
  /** Returns whether these settings have anything it applies to. */
  readonly concerns: (settings: StoredSettings) => boolean;
};

/** Settings before and after a change, with the JSON text of the latter. */
type Planned = {
  readonly before: StoredSettings;
  readonly after: StoredSettings;
  readonly text: string;
  readonly isConcerned: boolean;
};

/** A rule that may refuse the result of a change for one device. */
export type Rule<Code extends ErrorCode> = (
  record: DeviceRecord,
  planned: Planned,
) => Failure<Code> | undefined;

/** Maximum number of cached results; a fleet has few different settings. */
const MAX_CACHED = 256;

/** One change for many devices, computed once per set of settings that they share. */
export class ContentPlan {
  readonly #change: ContentChange;
  readonly #planned = new Map<string, Planned>();

  constructor(change: ContentChange) {
    this.#change = change;
  }

  /** Returns the settings of a device after the change. */
  for({ settings: text }: DeviceRecord): Planned {
    const known = this.#planned.get(text);
    if (known !== undefined) return known;
    const before = parseSettings(text);
    const after = this.#change.apply(before);
    const isConcerned = this.#change.concerns(before);
    const planned = { before, after, text: JSON.stringify(after), isConcerned };
    if (this.#planned.size >= MAX_CACHED) this.#planned.clear();
    this.#planned.set(text, planned);
    return planned;
  }
}

/** One package name must not stand for two binaries. Source: the API documentation, "Devices: configuration", rule 3. */
export const noConflict: Rule<'PACKAGE_NAME_CONFLICT'> = (_record, { after }) => {
  const conflicts = packageConflicts(after.applications ?? []);
  return conflicts.length === 0 ? undefined : packageConflict(conflicts);
};

/**
 * A kiosk keeps its application. `place` is the path in the request that removes it.
 */
export function kioskStays(records: Records, place: string): Rule<'INVALID_CONFIGURATION'> {
  return (record, { before, after }) => {
    const packageName = before.kioskMode?.packageName;
    // A kiosk whose application is missing anyway must not block other contents.
    if (!hasApplication(before, packageName) || hasApplication(after, packageName)) return undefined;
    const isInstalled = (packageName: string): boolean => hasInstalled(records, record, packageName);
    const fault = kioskFault(before, after, { applications: after.applications }, isInstalled);
    if (fault === undefined) return undefined;
    const details = [{ path: place, message: fault.message }];
    return new Failure('INVALID_CONFIGURATION', `${fault.message}. Nothing was changed.`, { details });
  };
}

function hasApplication({ applications }: StoredSettings, packageName: string | undefined): boolean {
  return applications?.some((entry) => entry.packageName === packageName) === true;
}
