import type {
  AppStatistics,
  ContentCoverage,
} from '../../../../shared/contract/statistics/statistics-now.ts';
import { byText } from '../../../../shared/domain/kernel/by-text.ts';
import {
  type Deployment,
  deploymentOf,
  type DeploymentStatus,
  type KindOfEntry,
  viewOf,
} from '../../devices/deployment/index.ts';
import type { InventoryIndex } from '../../devices/inventory/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { toContents, toReported } from '../../devices/registry/index.ts';
import type { ContentRow } from './store.ts';
import { Tally } from './tally.ts';

type Version = { versionCode: number | null; versionName: string | null };

/** The count that includes each status. */
export const COUNTED_AS = {
  ASSIGNED: 'pending',
  DOWNLOADING: 'downloading',
  INSTALLING: 'downloading',
  INSTALLED: 'installed',
  OUTDATED: 'outdated',
  FAILED: 'failed',
  REMOVING: 'removing',
} as const satisfies Record<DeploymentStatus, keyof ContentCoverage>;

/** Compares assigned contents with those on headsets, device by device. */
export class AppCount {
  readonly #nowMs: number;
  readonly #contents = new Map<string, ContentCount>();
  readonly #packages = new Map<string, Tally<Version>>();
  #devices = 0;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add(row: ContentRow): void {
    if (row.is_archived) return;
    this.#devices += 1;
    const contents = toContents(row.settings);
    const { downloads, installed_packages, content_presence, forgotten, applied_revision } = row;
    if (contents.length === 0 && installed_packages === null) return;
    const inventory = {
      downloads,
      installedPackages: installed_packages,
      contentPresence: content_presence,
      forgotten,
    };
    const view = viewOf(toReported(inventory, { appliedRevision: applied_revision }), this.#nowMs);
    for (const content of contents) {
      const deployment = deploymentOf(content.entry, content.kind, view);
      if (deployment !== undefined) this.#countOf(content, deployment).add(deployment, view.index);
    }
    this.#addUnassigned(contents, view.index);
  }

  answer(invalidIds: string[]): AppStatistics {
    const contents = [...this.#contents.values()].map((each) => each.answer);
    return {
      computedAt: toInstant(this.#nowMs),
      devices: this.#devices,
      contents: contents.toSorted((a, b) => b.assigned - a.assigned || byText(a.contentId, b.contentId)),
      unassignedPackages: [...this.#packages]
        .map(([packageName, tally]) => toPackage(packageName, tally.counts))
        .toSorted((a, b) => b.devices - a.devices || byText(a.packageName, b.packageName)),
      invalidIds,
    };
  }

  #countOf({ kind, entry }: KindOfEntry, { contentId }: Deployment): ContentCount {
    const key = `${kind} ${contentId}`;
    const known = this.#contents.get(key) ?? new ContentCount(contentId, kind);
    this.#contents.set(key, known);
    known.name(entry);
    return known;
  }

  #addUnassigned(contents: readonly KindOfEntry[], { packages }: InventoryIndex): void {
    const assigned = new Set(contents.map(({ entry }) => entry.packageName));
    for (const [packageName, { versionCode, versionName }] of packages) {
      if (assigned.has(packageName)) continue;
      const tally = this.#packages.get(packageName) ?? new Tally();
      this.#packages.set(packageName, tally);
      tally.add({ versionCode: versionCode ?? null, versionName: versionName ?? null });
    }
  }
}

/** Counts one content over the devices it is assigned to. */
class ContentCount {
  readonly #identity: Pick<ContentCoverage, 'contentId' | 'type'>;
  #packageName: string | null = null;
  #title: string | null = null;
  readonly #counts = { installed: 0, outdated: 0, downloading: 0, failed: 0, pending: 0, removing: 0 };
  readonly #versions = new Tally<Version>();
  readonly #expected = new Tally<{ versionCode: number | null }>();

  constructor(contentId: string, type: ContentCoverage['type']) {
    this.#identity = { contentId, type };
  }

  name({ packageName, title, name }: KindOfEntry['entry']): void {
    this.#packageName ??= packageName ?? null;
    this.#title ??= title ?? name ?? null;
  }

  add(deployment: Deployment, { packages }: InventoryIndex): void {
    const { status, type, installedVersionCode, expectedVersionCode, packageName } = deployment;
    this.#counts[COUNTED_AS[status]] += 1;
    if (type !== 'application') return;
    this.#expected.add({ versionCode: expectedVersionCode });
    if (installedVersionCode === null) return;
    const listed = packageName === undefined ? undefined : packages.get(packageName);
    const isListed = listed?.versionCode === installedVersionCode;
    const versionName = isListed ? (listed.versionName ?? null) : null;
    this.#versions.add({ versionCode: installedVersionCode, versionName });
  }

  get answer(): ContentCoverage {
    const { installed, outdated, downloading, failed, pending } = this.#counts;
    const assigned = installed + outdated + downloading + failed + pending;
    return {
      ...this.#identity,
      packageName: this.#packageName,
      title: this.#title,
      assigned,
      ...this.#counts,
      coverage: assigned === 0 ? 0 : installed / assigned,
      versions: this.#versions.counts,
      expectedVersions: this.#expected.counts,
    };
  }
}

function toPackage(packageName: string, versions: (Version & { count: number })[]) {
  return { packageName, devices: versions.reduce((sum, { count }) => sum + count, 0), versions };
}
