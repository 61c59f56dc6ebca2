import type { DeviceId } from '../../shared/contract/ids.ts';

/** Which headsets hold their link (their own update stream) to this station now. */
export class Links {
  readonly #open = new Map<DeviceId, Set<object>>();

  /** True while the headset holds at least one link. */
  isLinked(id: DeviceId): boolean {
    return this.#open.has(id);
  }

  /** How many headsets hold a link. */
  get count(): number {
    return this.#open.size;
  }

  /** Notes a link that was opened; true when it is the headset's first. */
  opened(id: DeviceId, link: object): boolean {
    const links = this.#open.get(id) ?? new Set();
    this.#open.set(id, links.add(link));
    return links.size === 1;
  }

  /** Notes a link that ended; true when it was the headset's last. */
  ended(id: DeviceId, link: object): boolean {
    const links = this.#open.get(id);
    if (links === undefined || !links.delete(link) || links.size > 0) return false;
    return this.#open.delete(id);
  }
}
