import type { HeadsetSpace } from '../../../../shared/contract/content/library-space.ts';
import {
  type DeploymentView,
  deploymentOf,
  type KindOfEntry,
  type Reported,
  viewOf,
} from '../../devices/deployment/index.ts';
import { type PendingContent, pendingSpace } from './pending-space.ts';
import { freeSpaceFor, spaceShortfall, type SpaceFor, type SpaceWanted, spaceWanted } from './space.ts';
import { evidenceOf } from '../../devices/inventory/index.ts';
import { digestFinder } from '../../../../shared/domain/content/library-address.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';
import type { Yielder } from '../../kernel/yielding.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { ByText, type Inventory, type Report, toContents, toReported } from '../../devices/registry/index.ts';
import { storagesOf } from '../../devices/views/index.ts';
import type { LibraryStore } from '../files/store.ts';

/** A content of the library. */
type Content = SpaceFor & { readonly sha256: string };

/** Contents about to be added to headsets, and what they replace. */
export type Downloads = {
  /** Contents from the library, added together. */
  readonly contents: readonly Content[];
  /** Number of further contents of unknown size. */
  readonly unknown: number;
  /** All of it as it will be in the settings, if known. */
  readonly entries: readonly KindOfEntry[];
  /** Returns whether a present entry is replaced by another version, so that nothing more of it is downloaded. */
  readonly isReplaced: (content: KindOfEntry) => boolean;
  /** Returns whether a present entry is removed, so that its space becomes free. */
  readonly isRemoved: (content: KindOfEntry) => boolean;
};

/** A headset to check, and what is about to be added to it. */
type Requested = { readonly record: DeviceRecord; readonly downloads: Downloads };

/** The last report of a headset. */
type LastReport = { readonly report: Report; readonly reported: Reported; readonly view: DeploymentView };

/** What a headset still has to download of other contents, and how far it is with the new ones. */
type Before = {
  readonly downloads: Map<string, PendingContent>;
  readonly others: PendingContent[];
  /** Number of pending contents of unknown size. */
  unknown: number;
};

/** An entry of the settings, and its files. */
type Assigned = { readonly content: KindOfEntry; readonly parts: readonly Part[] };

type Part = { readonly kind: string; readonly sha256?: string; readonly sizeBytes?: number };

/** Headsets whose reports are read together: each inventory may be long. */
const SLICE = 10;
/** Number of cached sets of settings. */
const MAX_CACHED = 64;

const NO_SPACE_WANTED: SpaceWanted = { applications: 0, others: 0 };

/**
 * Computes whether contents fit on headsets, together with pending downloads and removals. The one rule for all
 * checks before something is sent. Source: decision 110.
 */
export class SpaceCheck {
  readonly #records: Records;
  readonly #nowMs: number;
  readonly #digestOf: (url: string) => string | undefined;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #own = new WeakMap<Downloads, SpaceWanted>();
  readonly #maxFor = new WeakMap<Downloads, ByText<SpaceWanted>>();
  readonly #assigned = new ByText<readonly Assigned[]>(MAX_CACHED);

  constructor(records: Records, brief: ReturnType<LibraryStore['brief']>) {
    this.#records = records;
    this.#nowMs = records.core.clock.now();
    this.#digestOf = digestFinder(brief);
    this.#sizes = new Map(brief.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]));
  }

  /**
   * Returns the files of an entry: its own bytes and, beside an application, its expansion file, which is not
   * unpacked.
   */
  partsOf({ kind, entry: { url, obbUrl } }: KindOfEntry): Part[] {
    const parts = [
      { url, kind },
      { url: obbUrl, kind: 'obb' },
    ];
    return parts.flatMap((part): Part[] => {
      if (typeof part.url !== 'string' || part.url === '') return [];
      const sha256 = this.#digestOf(part.url);
      const sizeBytes = sha256 === undefined ? undefined : this.#sizes.get(sha256);
      if (sha256 === undefined || sizeBytes === undefined) return [{ kind: part.kind }];
      return [{ kind: part.kind, sha256, sizeBytes }];
    });
  }

  /** Returns the space on each of these, in order. */
  on(requested: readonly Requested[], yielder: Yielder): Promise<HeadsetSpace[]> {
    return this.#compute(requested, yielder, () => true);
  }

  /** Returns the space on those that lack some, by their ids. */
  async short(requested: readonly Requested[], yielder: Yielder): Promise<ReadonlyMap<string, HeadsetSpace>> {
    const spaces = await this.#compute(requested, yielder, (each, report) => this.#mayLack(each, report));
    return new Map(spaces.filter(({ state }) => state === 'short').map((space) => [space.deviceId, space]));
  }

  async #compute(
    requested: readonly Requested[],
    yielder: Yielder,
    isOfInterest: (requested: Requested, report: Report) => boolean,
  ): Promise<HeadsetSpace[]> {
    const { reports } = this.#records;
    const spaces: HeadsetSpace[] = [];
    for (let at = 0; at < requested.length; at += SLICE) {
      await yielder.yieldIfDue();
      const slice = requested.slice(at, at + SLICE);
      const reportOf = reports.reportsOf(slice.map(({ record }) => record.key));
      const selected: Requested[] = [];
      for (const each of slice) {
        if (isOfInterest(each, reportOf(each.record.key))) selected.push(each);
        await yielder.yieldIfDue();
      }
      const inventoryOf = reports.inventoriesOf(selected.map(({ record }) => record.key));
      for (const each of selected) {
        const { key } = each.record;
        spaces.push(this.#on(each, this.#lastReport(inventoryOf(key), reportOf(key))));
        await yielder.yieldIfDue();
      }
    }
    return spaces;
  }

  #lastReport(inventory: Inventory, report: Report): LastReport {
    const reported = toReported(inventory, report);
    return { report, reported, view: viewOf(reported, this.#nowMs) };
  }

  #on({ record, downloads }: Requested, reported: LastReport): HeadsetSpace {
    const { report } = reported;
    const before = this.#before(record, downloads, reported.view);
    const storages = storagesOf(report);
    const pending = pendingSpace(before.others);
    const input = plus(pending.freed, this.#leaving(record, downloads, reported));
    const own = pendingSpace(
      downloads.contents.map(
        (each) => before.downloads.get(keyOf(each)) ?? { ...each, status: 'ASSIGNED', progress: 0 },
      ),
    ).needed;
    const free = freeSpaceFor({ kind: downloads.contents[0]?.kind ?? 'file' }, storages);
    const wanted = plus(
      own,
      plus(pending.needed, { applications: -input.applications, others: -input.others }),
    );
    const missingBytes = Math.ceil(spaceShortfall(wanted, storages));
    const isLockedToClass = own.applications + own.others === 0;
    return {
      deviceId: record.id,
      state: isLockedToClass ? 'held' : free === undefined ? 'unknown' : missingBytes > 0 ? 'short' : 'fits',
      reportedAt: toInstantOrNull(report.lastHeartbeatAtMs),
      freeBytes: free === undefined ? null : Math.floor(free),
      waitingBytes: pending.needed.applications + pending.needed.others,
      waitingUnknown: before.unknown + downloads.unknown,
      leavingBytes: input.applications + input.others,
      missingBytes: isLockedToClass ? 0 : missingBytes,
    };
  }

  #before(record: DeviceRecord, downloads: Downloads, view: DeploymentView): Before {
    const keys = new Set(downloads.contents.map(keyOf));
    const before: Before = { downloads: new Map(), others: [], unknown: 0 };
    for (const { content, parts } of this.#assignedIn(record)) {
      if (downloads.isRemoved(content)) continue;
      const isRequested = parts.some(
        ({ kind, sha256 }) => sha256 !== undefined && keys.has(keyOf({ kind, sha256 })),
      );
      if (!isRequested && downloads.isReplaced(content)) continue;
      const deployment = deploymentOf(content.entry, content.kind, view);
      if (deployment === undefined) continue;
      const { status, progress } = deployment;
      const isOver = status === 'INSTALLED' || status === 'REMOVING';
      for (const { kind, sha256, sizeBytes } of parts) {
        const key = sha256 === undefined ? undefined : keyOf({ kind, sha256 });
        if (key !== undefined && keys.has(key)) {
          before.downloads.set(key, { kind, sizeBytes: sizeBytes ?? 0, status, progress });
        } else if (downloads.isReplaced(content)) {
          continue;
        } else if (sizeBytes !== undefined) {
          before.others.push({ kind, sizeBytes, status, progress });
        } else if (!isOver) {
          before.unknown += 1;
        }
      }
    }
    return before;
  }

  /**
   * Returns the reported contents whose space becomes free: those removed now and, while it has not applied its
   * newest settings, those removed before.
   */
  #leaving(
    { settings, settingsRevision }: DeviceRecord,
    downloads: Downloads,
    reported: LastReport,
  ): SpaceWanted {
    const { appliedRevision } = reported.report;
    const isUnapplied = appliedRevision !== null && appliedRevision < settingsRevision;
    if (reported.reported.contentPresence.length === 0) return NO_SPACE_WANTED;
    const assigned = toContents(settings);
    const removed = assigned.filter(downloads.isRemoved);
    if (!isUnapplied && removed.length === 0) return NO_SPACE_WANTED;
    const presenceOf = (contents: readonly KindOfEntry[]) =>
      new Set(contents.flatMap(({ kind, entry }) => evidenceOf(entry, kind, reported.view.index).presence));
    const stored = presenceOf([
      ...assigned.filter((each) => !downloads.isRemoved(each)),
      ...downloads.entries,
    ]);
    const going = presenceOf(removed);
    const leftovers = reported.reported.contentPresence.filter((each) => {
      const isPresent = each.present === true || each.installed === true;
      return isPresent && !stored.has(each) && (isUnapplied || going.has(each));
    });
    const sum = (isApplication: boolean): number =>
      leftovers
        .filter(({ packageName }) => (typeof packageName === 'string') === isApplication)
        .reduce((total, { sizeBytes }) => total + Math.max(0, sizeBytes ?? 0), 0);
    return { applications: sum(true), others: sum(false) };
  }

  /**
   * Returns false if it fits even in the worst case, in which no assigned content has arrived yet: then reports need
   * not be read.
   */
  #mayLack({ record, downloads }: Requested, report: Report): boolean {
    if (downloads.contents.length === 0) return false;
    if (spaceShortfall(this.#ownOf(downloads), storagesOf(report)) > 0) return true;
    const known = this.#maxFor.get(downloads) ?? new ByText<SpaceWanted>(MAX_CACHED);
    this.#maxFor.set(downloads, known);
    const max = known.get(record.settings, () => this.#maxOf(record, downloads));
    return spaceShortfall(max, storagesOf(report)) > 0;
  }

  #ownOf(downloads: Downloads): SpaceWanted {
    const own = this.#own.get(downloads) ?? spaceWanted(downloads.contents);
    this.#own.set(downloads, own);
    return own;
  }

  #maxOf(record: DeviceRecord, downloads: Downloads): SpaceWanted {
    const keys = new Set(downloads.contents.map(keyOf));
    const others = this.#assignedIn(record)
      .flatMap(({ parts }) => parts)
      .flatMap(({ kind, sha256, sizeBytes }) =>
        sha256 === undefined || sizeBytes === undefined || keys.has(keyOf({ kind, sha256 }))
          ? []
          : [{ kind, sizeBytes }],
      );
    return spaceWanted([...downloads.contents, ...others]);
  }

  #assignedIn({ settings }: DeviceRecord): readonly Assigned[] {
    return this.#assigned.get(settings, () =>
      toContents(settings).map((content) => ({ content, parts: this.partsOf(content) })),
    );
  }
}

/** The same bytes take another amount of space as an application. */
function keyOf({ kind, sha256 }: Pick<Content, 'kind' | 'sha256'>): string {
  return `${kind === 'application' ? kind : ''} ${sha256}`;
}

function plus(one: SpaceWanted, other: SpaceWanted): SpaceWanted {
  return { applications: one.applications + other.applications, others: one.others + other.others };
}
