import { type LibraryCoverage, MAX_HOLDERS } from '../../../../shared/contract/content/library-coverage.ts';
import { deploymentOf, type DeploymentStatus, viewOf } from '../../devices/deployment/index.ts';
import { digestFinder } from '../../../../shared/domain/content/library-address.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { toContents, toReported } from '../../devices/registry/index.ts';

type Counts = Omit<LibraryCoverage, 'sha256' | 'assigned' | 'headsets'>;
type Owner = NonNullable<LibraryCoverage['headsets']>[number];

/** The count that includes each status. */
const COUNTED_AS = {
  ASSIGNED: 'pending',
  DOWNLOADING: 'loading',
  INSTALLING: 'loading',
  INSTALLED: 'installed',
  OUTDATED: 'outdated',
  FAILED: 'failed',
  REMOVING: 'removing',
} as const satisfies Record<DeploymentStatus, keyof Counts>;

/** Counts library items over headsets. */
export class CoverageCount {
  readonly #records: Records;
  readonly #nowMs: number;
  readonly #digestOf: ReturnType<typeof digestFinder>;
  readonly #holders = new Map<string, Map<string, Owner>>();

  constructor(
    records: Records,
    items: readonly { readonly sha256: string; readonly urls: readonly string[] }[],
  ) {
    this.#records = records;
    this.#nowMs = records.core.clock.now();
    this.#digestOf = digestFinder(items);
  }

  /** Archived records do not count, since no headset downloads for them. */
  add(record: DeviceRecord): void {
    if (record.isArchived) return;
    const contents = toContents(record.settings)
      .map((content) => ({ ...content, digests: this.#digestsOf(content.entry) }))
      .filter(({ digests }) => digests.length > 0);
    if (contents.length === 0) return;
    const { reports } = this.#records;
    const view = viewOf(toReported(reports.inventory(record.key), reports.report(record.key)), this.#nowMs);
    for (const { kind, entry, digests } of contents) {
      const deployment = deploymentOf(entry, kind, view);
      if (deployment === undefined) continue;
      const { status, progress } = deployment;
      for (const sha256 of digests) this.#note(sha256, { deviceId: record.id, status, progress });
    }
  }

  /** Returns one entry per assigned item. */
  answer(): LibraryCoverage[] {
    const pairs = [...this.#holders.values()].reduce((sum, holders) => sum + holders.size, 0);
    return [...this.#holders].map(([sha256, holders]) => {
      const headsets = [...holders.values()];
      const counts = countsOf(headsets);
      return {
        sha256,
        assigned: headsets.length - counts.removing,
        ...counts,
        headsets: pairs > MAX_HOLDERS ? null : headsets,
      };
    });
  }

  #note(sha256: string, owner: Owner): void {
    const holders = this.#holders.get(sha256) ?? new Map<string, Owner>();
    this.#holders.set(sha256, holders);
    // If a content is assigned twice, the entry that is furthest behind counts.
    const known = holders.get(owner.deviceId);
    if (known === undefined || known.status === 'INSTALLED') holders.set(owner.deviceId, owner);
  }

  #digestsOf(entry: { readonly url?: unknown; readonly obbUrl?: unknown }): string[] {
    return [entry.url, entry.obbUrl].flatMap((url) =>
      typeof url === 'string' ? (this.#digestOf(url) ?? []) : [],
    );
  }
}

function countsOf(headsets: readonly Owner[]): Counts {
  const counts = { installed: 0, outdated: 0, loading: 0, failed: 0, pending: 0, removing: 0 };
  for (const { status } of headsets) counts[COUNTED_AS[status]] += 1;
  return counts;
}
