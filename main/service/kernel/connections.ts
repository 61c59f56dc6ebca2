import type { DeviceId } from '../../../shared/contract/ids.ts';

/** The connection to a headset: its own update stream. */
export type Link = {
  /** IP address of the headset. */
  readonly address: string;
  /** Sends an encoded event. It is not repeated if the connection is lost. */
  send(encoded: string): void;
};

/** A forced availability, and when it was set (ms). */
export type ForcedAvailability = { readonly isAvailable: boolean; readonly atMs: number };

/**
 * Tracks which headsets are connected to this station (their own update stream is open), and forced availability. In
 * memory, like the connections: after a restart no headset is connected and nothing is forced.
 */
export class Links {
  readonly #open = new Map<DeviceId, Set<Link>>();
  readonly #forced = new Map<DeviceId, ForcedAvailability>();
  readonly #endedAtMs = new Map<DeviceId, number>();
  readonly #onOpened: ((id: DeviceId) => void)[] = [];

  /** Returns true while the headset has at least one connection. */
  isLinked(id: DeviceId): boolean {
    return this.#open.has(id);
  }

  /** Returns the newest connection of the headset: if it has two, the older one is probably dead. */
  newest(id: DeviceId): Link | undefined {
    return [...(this.#open.get(id) ?? [])].at(-1);
  }

  /** Number of connected headsets. */
  get count(): number {
    return this.#open.size;
  }

  /** Calls back whenever a headset has connected. */
  onOpened(callback: (id: DeviceId) => void): void {
    this.#onOpened.push(callback);
  }

  /** Records a new connection. Returns true if that may change the availability of the headset. */
  opened(id: DeviceId, link: Link): boolean {
    const links = this.#open.get(id) ?? new Set();
    this.#open.set(id, links.add(link));
    this.#endedAtMs.delete(id);
    const wasForced = this.#forced.delete(id);
    for (const callback of this.#onOpened) callback(id);
    return links.size === 1 || wasForced;
  }

  /** Records the end of a connection. Returns true if it was the headset's last. */
  ended(id: DeviceId, link: Link, nowMs: number): boolean {
    const links = this.#open.get(id);
    if (links === undefined || !links.delete(link) || links.size > 0) return false;
    this.#endedAtMs.set(id, nowMs);
    this.#forced.delete(id);
    return this.#open.delete(id);
  }

  /**
   * Returns when the headset lost its last connection (ms); null while connected, and if it has not been connected
   * since the start.
   */
  endedAtMs(id: DeviceId): number | null {
    return this.#endedAtMs.get(id) ?? null;
  }

  /** Returns the forced availability of the headset, if it was not seen since. */
  forced(id: DeviceId): ForcedAvailability | undefined {
    return this.#forced.get(id);
  }

  /** Forces the availability of the headset until its next contact. */
  force(id: DeviceId, forced: ForcedAvailability): void {
    this.#forced.set(id, forced);
  }

  /** Ends the forced availability, because the headset was seen or queried. Returns true if there was one. */
  unforce(id: DeviceId): boolean {
    return this.#forced.delete(id);
  }
}
