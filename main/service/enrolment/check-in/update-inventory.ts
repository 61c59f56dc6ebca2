import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import {
  type KindOfEntry,
  type Reported,
  type ForgottenContent,
  isForgotten,
  ordersAfterReport,
} from '../../devices/deployment/index.ts';
import type { DeploymentChange } from '../../devices/compliance/index.ts';
import { contentIdOf, evidenceOf, indexInventory, packageChanges } from '../../devices/inventory/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { type Inventory, type Report, toContents, toReported } from '../../devices/registry/index.ts';
import { toDownload } from '../../devices/views/index.ts';
import { recordReport } from './record-deployments.ts';
import type { Received } from './received.ts';

/** The update about a changed inventory that subscribers get. */
type StoredInventory = {
  readonly headset: Partial<Headset>;
  /** True if it differs from before. */
  readonly isNew: boolean;
  /** True if other apps, videos or files are on the headset than before. */
  readonly hasOtherContents: boolean;
  /** For the device's own stream: entries with a new state. */
  readonly device: { readonly contents?: readonly DeploymentChange[] };
};

/** The reports before and after this heartbeat. */
type Reports = { readonly before: Report; readonly now: Report };

const UNCHANGED: StoredInventory = {
  headset: {},
  device: {},
  isNew: false,
  hasOtherContents: false,
};

/** Maximum number of events of one kind, and of packages in one event, that one heartbeat adds to the history. */
const MAX_NOTED = 50;

/**
 * Writes the inventory only if it changed: it is large and seldom does. Changes are recorded as events of the
 * station, `INVENTORY_CHANGED` and `DEPLOYMENT_CHANGED`, inside the caller's transaction.
 */
export function updateInventory(
  records: Records,
  record: DeviceRecord,
  { heartbeat, receivedAtMs }: Received,
  reports: Reports,
): StoredInventory {
  const { downloads, installedPackages, contentPresence } = heartbeat;
  const isApplied = reports.now.appliedRevision !== reports.before.appliedRevision;
  if (!downloads && !installedPackages && !contentPresence && !isApplied) return UNCHANGED;
  const before = records.reports.inventory(record.key);
  const now: Inventory = {
    downloads: downloads === undefined ? before.downloads : JSON.stringify(downloads),
    installedPackages:
      installedPackages === undefined ? before.installedPackages : JSON.stringify(installedPackages),
    contentPresence: contentPresence === undefined ? before.contentPresence : JSON.stringify(contentPresence),
    forgotten: before.forgotten,
  };
  const isSame =
    now.downloads === before.downloads &&
    now.installedPackages === before.installedPackages &&
    now.contentPresence === before.contentPresence;
  if (isSame && before.forgotten === null) return UNCHANGED;

  const contents = toContents(record.settings);
  const [was, is] = [toReported(before, reports.before), toReported(now, reports.now)];
  const { appliedRevision } = reports.now;
  const forgotten = ordersAfterReport(stillForgotten(contents, is), { appliedRevision, receivedAtMs });
  const stored = { ...now, forgotten: forgotten.length === 0 ? null : JSON.stringify(forgotten) };
  if (isSame && stored.forgotten === before.forgotten) return UNCHANGED;
  records.reports.putInventory(record.key, stored);
  const note = (type: 'INVENTORY_CHANGED', payload: object): void =>
    recordEvent(records.events, record.key, { type, payload }, receivedAtMs);
  if (now.installedPackages !== before.installedPackages) notePackages(was, is, note);
  const changes = recordReport(records, record, {
    contents,
    was,
    is: { ...is, forgotten },
    nowMs: receivedAtMs,
  });
  const isTileChanged = downloads !== undefined && now.downloads !== before.downloads;
  return {
    headset: isTileChanged ? { download: toDownload(downloads) } : {},
    device: changes.length === 0 ? {} : { contents: changes },
    isNew: true,
    hasOtherContents:
      now.installedPackages !== before.installedPackages || now.contentPresence !== before.contentPresence,
  };
}

/** Long lists are truncated, above all those of a first report; `counts` has their lengths. */
function notePackages(
  was: Reported,
  is: Reported,
  record: (type: 'INVENTORY_CHANGED', payload: object) => void,
): void {
  const { installed, updated, removed } = packageChanges(was.installedPackages, is.installedPackages);
  const counts = { installed: installed.length, updated: updated.length, removed: removed.length };
  if (counts.installed + counts.updated + counts.removed === 0) return;
  const cut = <Entry>(list: readonly Entry[]): readonly Entry[] => list.slice(0, MAX_NOTED);
  record('INVENTORY_CHANGED', {
    installed: cut(installed),
    updated: cut(updated),
    removed: cut(removed),
    counts,
  });
}

/** Returns the discard orders that the new report does not settle; those without an entry are settled too. */
function stillForgotten(contents: readonly KindOfEntry[], is: Reported): readonly ForgottenContent[] {
  const { forgotten } = is;
  if (forgotten.length === 0) return [];
  const index = indexInventory(is);
  const now = contents.map(({ kind, entry }) => ({
    kind,
    contentId: contentIdOf(entry),
    evidence: evidenceOf(entry, kind, index),
  }));
  return forgotten.filter((order) => now.some((each) => isForgotten([order], each)));
}
