import { isReportOnly } from '../client/follower.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { CentralClient } from '../client/central.ts';
import type { SyncParts } from '../records/parts.ts';

/** Links per page. */
const PAGE = 1_000;

/** Follows the central's update streams, so that its changes are applied immediately. */
export class Live {
  readonly #parts: SyncParts;
  readonly #feed: ReturnType<CentralClient['follow']>;
  readonly #onStale: () => void;
  /** Stale devices to be marked in one transaction. */
  #stale = new Set<string>();
  /** Number of the current selection of devices. */
  #choice = 0;

  constructor(parts: SyncParts, central: CentralClient, onStale: () => void) {
    this.#parts = parts;
    this.#onStale = onStale;
    this.#feed = central.follow((id, { name, data }) => {
      if (name === 'command' || isReportOnly({ name, data })) return;
      if (name === 'gone' && isKnownLost(parts, id)) return;
      if (name !== 'opened' && !parts.echoes.isOurs(id)) return this.#mark(id);
      parts.echoes.add(id);
      onStale();
    });
  }

  /** Follows the devices that are linked now. */
  follow(): void {
    this.#choice += 1;
    void this.#followAll(this.#choice);
  }

  async #followAll(choice: number): Promise<void> {
    const ids: string[] = [];
    const yielder = new Yielder();
    for (let after = 0; choice === this.#choice; await yielder.yieldIfDue()) {
      const page = this.#parts.stores.links.followable(after, PAGE);
      for (const { upstreamId } of page) ids.push(upstreamId);
      after = page.at(-1)?.deviceKey ?? after;
      if (page.length < PAGE) return this.#feed.set(ids);
    }
  }

  /** Opens all streams again, since changes were missed. */
  reopen(): void {
    this.#feed.set([]);
    this.follow();
  }

  /** Stops following for now. */
  pause(): void {
    this.#choice += 1;
    this.#feed.set([]);
  }

  async stop(): Promise<void> {
    this.#choice += 1;
    this.#stale.clear();
    await this.#feed.stop();
  }

  #mark(upstreamId: string): void {
    if (this.#stale.size === 0) setImmediate(() => void this.#write().catch(() => undefined));
    this.#stale.add(upstreamId);
  }

  /** If this fails, the next full read finds the changes. */
  async #write(): Promise<void> {
    const { records, stores } = this.#parts;
    const ids = [...this.#stale];
    this.#stale = new Set();
    if (ids.length === 0) return;
    await records.core.writer.run(() => {
      for (const id of ids) {
        const link = stores.links.findByUpstream(id);
        if (link !== undefined) stores.links.set(link.deviceKey, { isStale: true });
      }
    });
    this.#onStale();
  }
}

/** True if there is already a conflict about the slot because the central no longer has it. */
function isKnownLost({ stores }: SyncParts, upstreamId: string): boolean {
  const conflict = stores.conflicts.newestOfSlot(upstreamId);
  return conflict !== undefined && conflict.resolvedAtMs === null && conflict.there === null;
}
