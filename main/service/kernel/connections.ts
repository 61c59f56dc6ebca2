import type { DeviceId } from '../../../shared/contract/ids.ts';

/** The way to a headset: its own update stream, open now. */
export type Link = {
  /** IP address of the headset's end. */
  readonly address: string;
  /** Sends an encoded event. It is not repeated when the link is cut. */
  send(encoded: string): void;
};

/** What somebody said of a headset's availability, and when (ms). */
export type ForcedAvailability = { readonly isAvailable: boolean; readonly atMs: number };

/**
 * Who is there: which headsets hold their link (their own update stream) to this station now, and what was said of them
 * instead. In memory, as links are: after a restart nobody is linked and nothing is forced.
 */
export class Links {
  readonly #open = new Map<DeviceId, Set<Link>>();
  readonly #forced = new Map<DeviceId, ForcedAvailability>();
  readonly #endedAtMs = new Map<DeviceId, number>();
  readonly #onOpened: ((id: DeviceId) => void)[] = [];

  /** True while the headset holds at least one link. */
  isLinked(id: DeviceId): boolean {
    return this.#open.has(id);
  }

  /** The link that the headset opened last: where it has two, the older one is likely dead. */
  newest(id: DeviceId): Link | undefined {
    return [...(this.#open.get(id) ?? [])].at(-1);
  }

  /** How many headsets hold a link. */
  get count(): number {
    return this.#open.size;
  }

  /** Calls back whenever a headset has opened a link. */
  onOpened(callback: (id: DeviceId) => void): void {
    this.#onOpened.push(callback);
  }

  /** Notes a link that was opened; true when that may change whether the headset counts as available. */
  opened(id: DeviceId, link: Link): boolean {
    const links = this.#open.get(id) ?? new Set();
    this.#open.set(id, links.add(link));
    this.#endedAtMs.delete(id);
    const wasForced = this.#forced.delete(id);
    for (const callback of this.#onOpened) callback(id);
    return links.size === 1 || wasForced;
  }

  /** Notes a link that ended; true when it was the headset's last. */
  ended(id: DeviceId, link: Link, nowMs: number): boolean {
    const links = this.#open.get(id);
    if (links === undefined || !links.delete(link) || links.size > 0) return false;
    this.#endedAtMs.set(id, nowMs);
    this.#forced.delete(id);
    return this.#open.delete(id);
  }

  /** When the headset lost its last link (ms); null while it holds one, and where it held none since the start. */
  endedAtMs(id: DeviceId): number | null {
    return this.#endedAtMs.get(id) ?? null;
  }

  /** What was said of the headset, while nothing was heard of it since. */
  forced(id: DeviceId): ForcedAvailability | undefined {
    return this.#forced.get(id);
  }

  /** Says whether the headset is available, until its next sign of life. */
  force(id: DeviceId, forced: ForcedAvailability): void {
    this.#forced.set(id, forced);
  }

  /** Forgets what was said: the headset was heard, or asked. True when there was something to forget. */
  unforce(id: DeviceId): boolean {
    return this.#forced.delete(id);
  }
}
