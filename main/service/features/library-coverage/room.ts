import { z } from 'zod';

import type { RoomOnHeadset } from '../../../../shared/contract/library-room.ts';
import { storageSchema } from '../../../../shared/contract/settings.ts';
import { type DeploymentView, deploymentOf, viewOf } from '../../../../shared/domain/deployment.ts';
import { type Coming, spaceToCome } from '../../../../shared/domain/downloads/coming.ts';
import {
  freeSpaceFor,
  lackingSpace,
  spaceNeeded,
  type SpaceWanted,
} from '../../../../shared/domain/downloads/space.ts';
import { type Evidence, evidenceOf } from '../../../../shared/domain/inventory.ts';
import { digestFinder } from '../../../../shared/domain/library-address.ts';
import { toInstantOrNull } from '../../clock.ts';
import { type DeviceRecord, type Records, toContents, toReported } from '../devices/index.ts';
import type { LibraryItem, LibraryStore } from '../library/index.ts';

const storagesSchema = z.array(storageSchema);

/** What a headset has before it of other contents, and of those that are asked about. */
type Before = {
  readonly asked: Map<string, Coming>;
  readonly others: Coming[];
  /** Others on their way whose size nobody knows. */
  unknown: number;
};

type Assigned = ReturnType<typeof toContents>[number];

/** Looks whether contents of a library fit on headsets, together with what is still on its way to each. */
export class RoomLook {
  readonly #records: Records;
  readonly #nowMs: number;
  readonly #asked: readonly LibraryItem[];
  readonly #askedPackages: ReadonlySet<string>;
  readonly #digestOf: (url: string) => string | undefined;
  readonly #sizes: ReadonlyMap<string, number>;

  constructor(records: Records, brief: ReturnType<LibraryStore['brief']>, asked: readonly LibraryItem[]) {
    this.#records = records;
    this.#nowMs = records.core.clock.now();
    this.#asked = asked;
    this.#askedPackages = new Set(asked.flatMap(({ apk }) => apk?.packageName ?? []));
    this.#digestOf = digestFinder(brief);
    this.#sizes = new Map(brief.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]));
  }

  /** What the contents need where nothing of them is there yet. */
  get neededBytes(): number {
    return this.#asked.reduce((sum, content) => sum + spaceNeeded(content), 0);
  }

  on(record: DeviceRecord): RoomOnHeadset {
    const report = this.#records.reports.report(record.key);
    const reported = toReported(this.#records.reports.inventory(record.key), report);
    const { asked, others, unknown } = this.#before(record, viewOf(reported, this.#nowMs));
    const storages = report.storages === null ? [] : storagesSchema.parse(JSON.parse(report.storages));
    const come = spaceToCome(others);
    const isUnapplied = report.appliedRevision !== null && report.appliedRevision < record.settingsRevision;
    const given = isUnapplied ? plus(come.given, this.#unassigned(record, reported)) : come.given;
    const own = spaceToCome(
      this.#asked.map((each) => asked.get(each.sha256) ?? { ...each, status: 'ASSIGNED', progress: 0 }),
    ).taken;
    const free = freeSpaceFor({ kind: this.#asked[0]?.kind ?? 'file' }, storages);
    const wanted = plus(own, plus(come.taken, { applications: -given.applications, others: -given.others }));
    const missingBytes = Math.ceil(lackingSpace(wanted, storages));
    const isHeld = own.applications + own.others === 0;
    return {
      deviceId: record.id,
      state: isHeld ? 'held' : free === undefined ? 'unknown' : missingBytes > 0 ? 'short' : 'fits',
      reportedAt: toInstantOrNull(report.lastHeartbeatAtMs),
      freeBytes: free === undefined ? null : Math.floor(free),
      waitingBytes: come.taken.applications + come.taken.others,
      waitingUnknown: unknown,
      leavingBytes: given.applications + given.others,
      missingBytes: isHeld ? 0 : missingBytes,
    };
  }

  #before(record: DeviceRecord, view: DeploymentView): Before {
    const before: Before = { asked: new Map(), others: [], unknown: 0 };
    for (const assigned of toContents(record.settings)) this.#count(assigned, view, before);
    return before;
  }

  #count({ kind, entry }: Assigned, view: DeploymentView, before: Before): void {
    const deployment = deploymentOf(entry, kind, view);
    if (deployment === undefined) return;
    const { status, progress } = deployment;
    const isOver = status === 'INSTALLED' || status === 'REMOVING';
    for (const part of this.#partsOf(kind, entry)) {
      const { sha256 } = part;
      if (sha256 !== undefined && this.#asked.some((each) => each.sha256 === sha256)) {
        before.asked.set(sha256, { kind: part.kind, sizeBytes: part.sizeBytes ?? 0, status, progress });
      } else if (entry.packageName !== undefined && this.#askedPackages.has(entry.packageName)) {
        // Another version of what is asked about: the new one takes its place in the settings.
        continue;
      } else if (part.sizeBytes !== undefined) {
        before.others.push({ kind: part.kind, sizeBytes: part.sizeBytes, status, progress });
      } else if (!isOver) {
        before.unknown += 1;
      }
    }
  }

  /** What an entry brings: its own bytes and, beside an application, its expansion file. */
  #partsOf(kind: string, { url, obbUrl }: Assigned['entry']) {
    const parts = [
      { url, kind },
      { url: obbUrl, kind: 'obb' },
    ];
    return parts.flatMap((part) => {
      if (typeof part.url !== 'string' || part.url === '') return [];
      const sha256 = this.#digestOf(part.url);
      return [
        { kind: part.kind, sha256, sizeBytes: sha256 === undefined ? undefined : this.#sizes.get(sha256) },
      ];
    });
  }

  /** What a headset said that it has and that is assigned no more: it goes once the headset learns so. */
  #unassigned({ settings }: DeviceRecord, reported: ReturnType<typeof toReported>): SpaceWanted {
    const { index } = viewOf(reported, this.#nowMs);
    const kept = new Set<Evidence['presence'][number]>(
      toContents(settings).flatMap(({ kind, entry }) => evidenceOf(entry, kind, index).presence),
    );
    const gone = reported.contentPresence.filter(
      (each) => !kept.has(each) && (each.present === true || each.installed === true),
    );
    const sum = (isApplication: boolean): number =>
      gone
        .filter(({ packageName }) => (typeof packageName === 'string') === isApplication)
        .reduce((total, { sizeBytes }) => total + Math.max(0, sizeBytes ?? 0), 0);
    return { applications: sum(true), others: sum(false) };
  }
}

function plus(one: SpaceWanted, other: SpaceWanted): SpaceWanted {
  return { applications: one.applications + other.applications, others: one.others + other.others };
}
