import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { CableRun } from './enrol.ts';
import { nextSlot } from './slots.ts';

type Cart = Pick<CableRun, 'enterpriseId' | 'recipe'>;

/**
 * Slots that are spoken for: by a job, by a scanned label, or by the port of a headset that is not prepared yet. The last
 * ones are kept in the order of the ports, so that a headset that waits to be allowed does not lose its slot to the next.
 */
export class SlotClaims {
  readonly #records: Pick<Records, 'devices'>;
  readonly #isOfJob: (deviceId: string) => boolean;
  /** Slots that were chosen by label, by serial number. */
  readonly #chosen = new Map<string, string>();
  /** Slots that are kept, by adb's name of the headset. */
  readonly #kept = new Map<string, string>();

  constructor(records: Pick<Records, 'devices'>, isOfJob: (deviceId: string) => boolean) {
    this.#records = records;
    this.#isOfJob = isOfJob;
  }

  /** The slot that a label chose for a headset. */
  chosen(serial: string): DeviceRecord | undefined {
    return this.#find(this.#chosen.get(serial));
  }

  /** The slot that is kept for what stands at a port. */
  kept(name: string): DeviceRecord | undefined {
    return this.#find(this.#kept.get(name));
  }

  /** Gives a headset a slot by its label. False where another one has it. */
  choose(serial: string, { id, androidId, isArchived }: DeviceRecord): boolean {
    const isTaken = this.#isOfJob(id) || [...this.#chosen.values()].includes(id);
    if (androidId !== null || isArchived || isTaken) return false;
    for (const [name, kept] of this.#kept) if (kept === id) this.#kept.delete(name);
    this.#chosen.set(serial, id);
    return true;
  }

  /** Keeps a slot for each of these, in their order, as long as there are free ones; lets go of all others. */
  keepFor(cart: Cart, names: readonly string[]): void {
    const wanted = new Set(names);
    for (const [name, id] of this.#kept) {
      const isFree = this.kept(name)?.androidId === null && !this.#isOfJob(id);
      if (!isFree || !wanted.has(name)) this.#kept.delete(name);
    }
    for (const name of names) {
      if (this.#kept.has(name)) continue;
      const id = this.next(cart);
      if (id !== undefined) this.#kept.set(name, id);
    }
  }

  /** The first slot of the cart that is free and that nobody has spoken for. */
  next(cart: Cart): DeviceRecord['id'] | undefined {
    return nextSlot(this.#records, cart, (id) => this.#isClaimed(id));
  }

  /** A headset has begun: from now on its job has the slot. */
  release(serial: string, name: string): void {
    this.#chosen.delete(serial);
    this.#kept.delete(name);
  }

  /** Another cart is filled from now on; what labels chose stays. */
  letGo(): void {
    this.#kept.clear();
  }

  #isClaimed(id: string): boolean {
    return (
      this.#isOfJob(id) || [...this.#chosen.values()].includes(id) || [...this.#kept.values()].includes(id)
    );
  }

  #find(id: string | undefined): DeviceRecord | undefined {
    return id === undefined ? undefined : this.#records.devices.find(id);
  }
}
