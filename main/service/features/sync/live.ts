import { isReportOnly } from '../../central/index.ts';
import type { CentralClient, SyncParts } from './parts.ts';

/** Listens to the central, so that what is changed there is here at once. */
export class Live {
  readonly #parts: SyncParts;
  readonly #feed: ReturnType<CentralClient['follow']>;
  readonly #onBehind: () => void;
  /** Marks that wait for one another, to be written together. */
  #behind = new Set<string>();

  constructor(parts: SyncParts, central: CentralClient, onBehind: () => void) {
    this.#parts = parts;
    this.#onBehind = onBehind;
    this.#feed = central.follow((id, { name, data }) => {
      if (name === 'command' || isReportOnly({ name, data })) return;
      if (name !== 'opened' && !parts.echoes.isOurs(id)) return this.#mark(id);
      parts.echoes.add(id);
      onBehind();
    });
  }

  /** Follows the devices that are linked now. */
  follow(): void {
    const ids: string[] = [];
    let after = 0;
    for (;;) {
      const page = this.#parts.stores.links.followable(after, 1_000);
      for (const { upstreamId } of page) ids.push(upstreamId);
      if (page.length < 1_000) break;
      after = page.at(-1)?.deviceKey ?? after;
    }
    this.#feed.set(ids);
  }

  /** Opens all streams anew: what was changed meanwhile was not heard. */
  renew(): void {
    this.#feed.set([]);
    this.follow();
  }

  /** Follows nobody for now. */
  rest(): void {
    this.#feed.set([]);
  }

  async stop(): Promise<void> {
    this.#behind.clear();
    await this.#feed.stop();
  }

  #mark(upstreamId: string): void {
    if (this.#behind.size === 0) setImmediate(() => void this.#write().catch(() => undefined));
    this.#behind.add(upstreamId);
  }

  /** What could not be written is found by the next reading of all. */
  async #write(): Promise<void> {
    const { records, stores } = this.#parts;
    const ids = [...this.#behind];
    this.#behind = new Set();
    if (ids.length === 0) return;
    await records.core.writer.run(() => {
      for (const id of ids) {
        const link = stores.links.findByUpstream(id);
        if (link !== undefined) stores.links.set(link.deviceKey, { isBehind: true });
      }
    });
    this.#onBehind();
  }
}
