import { isReportOnly } from '../client/follower.ts';
import { Pause } from '../../kernel/yielding.ts';
import type { CentralClient, SyncParts } from './parts.ts';

/** Links that are looked at in one turn. */
const PAGE = 1_000;

/** Listens to the central, so that what is changed there is here at once. */
export class Live {
  readonly #parts: SyncParts;
  readonly #feed: ReturnType<CentralClient['follow']>;
  readonly #onBehind: () => void;
  /** Marks that wait for one another, to be written together. */
  #behind = new Set<string>();
  /** Rises with each wish of whom to follow: the last one counts. */
  #wish = 0;

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
    this.#wish += 1;
    void this.#followAll(this.#wish);
  }

  async #followAll(wish: number): Promise<void> {
    const ids: string[] = [];
    const pause = new Pause();
    for (let after = 0; wish === this.#wish; await pause.ifDue()) {
      const page = this.#parts.stores.links.followable(after, PAGE);
      for (const { upstreamId } of page) ids.push(upstreamId);
      after = page.at(-1)?.deviceKey ?? after;
      if (page.length < PAGE) return this.#feed.set(ids);
    }
  }

  /** Opens all streams anew: what was changed meanwhile was not heard. */
  renew(): void {
    this.#feed.set([]);
    this.follow();
  }

  /** Follows nobody for now. */
  rest(): void {
    this.#wish += 1;
    this.#feed.set([]);
  }

  async stop(): Promise<void> {
    this.#wish += 1;
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
