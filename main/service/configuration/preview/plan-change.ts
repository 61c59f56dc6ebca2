import type { PlanGroup } from '../../../../shared/contract/configuration/plans/plans.ts';
import { MAX_ENTRIES } from '../../../../shared/contract/configuration/settings/settings-entries.ts';
import { inNumbersOf } from '../../../../shared/domain/configuration/catalog/levels.ts';
import { isManagedByAdb } from '../../../../shared/domain/configuration/adb/settings.ts';
import { isList, leavesOf, settingsRows } from '../../devices/comparison/index.ts';
import { joinedLists } from '../settings/joined.ts';
import { supportedPart } from '../settings/supported.ts';
import { packageConflicts } from '../../../../shared/domain/configuration/settings/conflicts.ts';
import { contradictions, kioskFault } from '../settings/faults.ts';
import { type Application, oncePerList } from '../../../../shared/domain/configuration/settings/entries.ts';
import type { SealedChange } from '../../../../shared/domain/configuration/settings/stored.ts';
import { mergeSettings } from '../../../../shared/domain/configuration/settings/merge.ts';
import { hasInstalled } from '../settings/apply.ts';
import { keepNetwork, withoutDrop } from '../settings/replaced-network.ts';
import { resealed } from '../settings/sealed.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { factsFor, parseSettings } from '../../devices/views/index.ts';
import type { TargetState, TargetPlan } from './target.ts';

/** A change, and whether its lists replace the current ones or are added. */
export type ChangeOrder = { readonly change: SealedChange; readonly lists: 'replace' | 'add' };

/** Applies a change of settings to headsets, as far as their manufacturer supports it. */
export function planChange(records: Records, { change, lists }: ChangeOrder): TargetPlan {
  const { vault } = records.core;
  // Whether the kiosk's application is installed is checked per headset, if relevant.
  const kiosk = typeof change.kioskMode === 'object' ? change.kioskMode?.packageName : undefined;
  const isTouched = ['kioskMode', 'applications', 'packages'].some((part) => Object.hasOwn(change, part));
  // Settings that do not mention it need not be parsed.
  const kioskOf = ({ settings }: DeviceRecord): string | undefined =>
    kiosk ?? (settings.includes('"kioskMode"') ? parseSettings(settings).kioskMode?.packageName : undefined);
  const paths = [...leavesOf(change).keys(), ...Object.keys(change).filter(isList)];
  const tooOldFor = new Map<string, string>();
  /** Whether it has an agent, and fields that its firmware is too old for: headsets of one model may differ. */
  const firmwareKey = (record: DeviceRecord): string => {
    const key = `${record.typeId ?? ''} ${record.mdmInfo ?? ''} ${record.osVersion ?? ''}`;
    const known = tooOldFor.get(key);
    if (known !== undefined) return known;
    const factsOf = factsFor(records, record);
    const tooOld = paths.filter((path) => (factsOf(path)?.needsFirmware ?? null) !== null);
    const made = `${isManagedByAdb(record.mdmInfo) ? 'adb ' : ''}${tooOld.join()}`;
    tooOldFor.set(key, made);
    return made;
  };
  return {
    keyOf(record) {
      const packageName = isTouched ? kioskOf(record) : undefined;
      const isInstalled = packageName !== undefined && hasInstalled(records, record, packageName);
      const network = change.wifi ? (records.reports.report(record.key).wifiSsid ?? '') : '';
      return `${isInstalled ? '+' : '-'}${firmwareKey(record)} ${records.states.hashOf(record.settings)} ${network}`;
    },
    targetOf(record): TargetState {
      const factsOf = factsFor(records, record);
      const before = parseSettings(record.settings);
      const own = inNumbersOf(withoutDrop(change, before), records.types.brandFor(record));
      const { change: possible, unsupported } = supportedPart(own, factsOf);
      const joined = lists === 'add' ? joinedLists(before, possible) : possible;
      const sent = resealed(joined, before.wifi, vault);
      const merged = mergeSettings(before, sent);
      const report = records.reports.report(record.key);
      const { settings: after, network } = keepNetwork(before, merged, report, change);
      const isInstalled = (packageName: string): boolean => hasInstalled(records, record, packageName);
      const kioskProblem = kioskFault(before, after, sent, isInstalled);
      return {
        settings: JSON.stringify(after),
        columns: [],
        discardReports: [],
        rows: settingsRows({ now: before, wanted: after, change: possible, unsupported, factsOf }),
        conflicts: conflictsOf(sent),
        faults: [
          ...contradictions(sent),
          ...tooLong(sent),
          ...(kioskProblem === undefined ? [] : [kioskProblem]),
        ],
        isForced: false,
        network,
      };
    },
  };
}

/** Returns the complete entries that claim one package name, for comparison. */
function conflictsOf({ applications }: SealedChange): PlanGroup['conflicts'] {
  return applications ? conflictsAmong(applications) : [];
}

const conflictsAmong = oncePerList((applications: readonly Application[]): PlanGroup['conflicts'] =>
  packageConflicts(applications).map(({ packageName }) => ({
    packageName,
    applications: applications.filter((each) => each.packageName === packageName),
  })),
);

function tooLong({ applications, videos, files }: SealedChange): PlanGroup['faults'] {
  return Object.entries({ applications, videos, files }).flatMap(([path, entries]) =>
    (entries?.length ?? 0) > MAX_ENTRIES ? [{ path, message: `At most ${MAX_ENTRIES} entries` }] : [],
  );
}
