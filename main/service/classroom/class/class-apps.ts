import type { ClassAppView } from '../../../../shared/contract/classroom/class.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { LibraryStore } from '../../content/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { toReported } from '../../devices/registry/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import type { CommandSender } from '../../commands/index.ts';
import { kioskOf } from './lesson-kiosks.ts';

/** Library entries read at once. */
const PAGE = 200;

type Parts = {
  readonly records: Records;
  readonly commands: CommandSender;
  readonly library: LibraryStore;
};

/**
 * Returns the apps that a class can be given: those of the library and those assigned to its headsets, each with how
 * many headsets can start it now, and why the others cannot. Apps of the manufacturer are left out.
 */
export async function classApps(
  { records, commands, library }: Parts,
  { ids, also }: { readonly ids: readonly string[]; readonly also: readonly string[] },
  caller: Caller,
): Promise<ClassAppView[]> {
  const yielder = new Yielder();
  const headsets: { isHere: boolean; kiosk: string | null; installed: ReadonlySet<string> }[] = [];
  const offered = new Set([...also, ...libraryPackages(library, caller.enterpriseId ?? '')]);
  for (const id of new Set(ids)) {
    const record = findDevice(records, id, caller);
    if (record instanceof Failure) continue;
    for (const packageName of assignedTo(record)) offered.add(packageName);
    const installed = new Set(installedOn(records, record));
    headsets.push({ isHere: commands.canReach(record), kiosk: kioskOf(record), installed });
    await yielder.yieldIfDue();
  }
  const apps: ClassAppView[] = [];
  for (const packageName of offered) {
    const counts = { startable: 0, offline: 0, notInstalled: 0, inKiosk: 0 };
    for (const { isHere, kiosk, installed } of headsets) {
      if (!installed.has(packageName)) counts.notInstalled += 1;
      else if (!isHere) counts.offline += 1;
      else if (kiosk !== null && kiosk !== packageName) counts.inKiosk += 1;
      else counts.startable += 1;
    }
    // What no headset of the class has cannot be started.
    if (counts.notInstalled < headsets.length) apps.push({ packageName, total: headsets.length, ...counts });
    await yielder.yieldIfDue();
  }
  const having = (app: ClassAppView): number => app.total - app.notInstalled;
  return apps.toSorted((a, b) => having(b) - having(a) || (a.packageName < b.packageName ? -1 : 1));
}

function libraryPackages(library: LibraryStore, enterpriseId: string): string[] {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = library.list(enterpriseId, { kind: 'application', page, limit: PAGE });
    found.push(...items.flatMap(({ apk }) => apk?.packageName ?? []));
    if (items.length < PAGE) return found;
  }
}

function assignedTo({ settings }: DeviceRecord): string[] {
  const { applications = [], packages = [], kioskMode } = parseSettings(settings);
  const kiosk = kioskMode?.packageName;
  return [
    ...applications.flatMap(({ packageName }) => packageName ?? []),
    ...packages,
    ...(kiosk === undefined ? [] : [kiosk]),
  ];
}

function installedOn({ reports }: Records, { key }: DeviceRecord): string[] {
  const { installedPackages } = toReported(reports.inventory(key), reports.report(key));
  return installedPackages.flatMap(({ packageName }) => packageName ?? []);
}
