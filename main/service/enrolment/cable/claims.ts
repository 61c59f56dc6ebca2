import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { CableRun } from './enrol.ts';
import type { Plugged } from './plugged.ts';
import { isInCart, nextSlot } from './slots.ts';

type Cart = Pick<CableRun, 'enterpriseId' | 'recipe'>;

/**
 * Slots in use: by a job, by a scanned label, or by the port of a headset that is not being prepared yet. The last ones
 * are reserved in the order of the ports, so that a headset that waits for authorisation does not lose its slot to the
 * next.
 */
export class SlotClaims {
  readonly #records: Pick<Records, 'devices'>;
  readonly #isOfJob: (deviceId: string) => boolean;
  /** Slots that were chosen by label, by serial number. */
  readonly #chosen = new Map<string, string>();
  /** Reserved slots, by adb's name of the headset. */
  readonly #reserved = new Map<string, string>();

  constructor(records: Pick<Records, 'devices'>, isOfJob: (deviceId: string) => boolean) {
    this.#records = records;
    this.#isOfJob = isOfJob;
  }

  /** Returns the slot that was assigned to a headset by scanning its label. */
  chosen(serial: string): DeviceRecord | undefined {
    return this.#find(this.#chosen.get(serial));
  }

  /** Returns the slot that is reserved for the headset at a port. */
  reserved(name: string): DeviceRecord | undefined {
    return this.#find(this.#reserved.get(name));
  }

  /** Assigns a slot to a headset by its label. Returns false if another headset has it. */
  choose(serial: string, { id, androidId, isArchived }: DeviceRecord): boolean {
    const isTaken = this.#isOfJob(id) || [...this.#chosen.values()].includes(id);
    if (androidId !== null || isArchived || isTaken) return false;
    for (const [name, reserved] of this.#reserved) if (reserved === id) this.#reserved.delete(name);
    this.#chosen.set(serial, id);
    return true;
  }

  /** Assigns to those of the headsets that need a slot the one that an asset list gives them, if it is free in this cart. */
  chooseOwn({ enterpriseId, recipe }: Cart, headsets: readonly Plugged[], needy: readonly string[]): void {
    const { devices } = this.#records;
    for (const { name, identity } of headsets) {
      if (identity === null || !needy.includes(name)) continue;
      const { serial, macAddress } = identity;
      const own =
        devices.findByAsset(enterpriseId, 'serial', serial) ??
        (macAddress === null ? undefined : devices.findByAsset(enterpriseId, 'macAddress', macAddress));
      if (own !== undefined && isInCart({ recipe }, own)) this.choose(serial, own);
    }
  }

  /** Reserves a slot for each of these, in order, as long as there are free ones; releases all others. */
  reserve(cart: Cart, names: readonly string[]): void {
    const wanted = new Set(names);
    for (const [name, id] of this.#reserved) {
      const isFree = this.reserved(name)?.androidId === null && !this.#isOfJob(id);
      if (!isFree || !wanted.has(name)) this.#reserved.delete(name);
    }
    for (const name of names) {
      if (this.#reserved.has(name)) continue;
      const id = this.next(cart);
      if (id !== undefined) this.#reserved.set(name, id);
    }
  }

  /** Returns the first slot of the cart that is free and not reserved. */
  next(cart: Cart): DeviceRecord['id'] | undefined {
    return nextSlot(this.#records, cart, (id) => this.#isClaimed(id));
  }

  /** Records that a headset has started: from now on its job has the slot. */
  release(serial: string, name: string): void {
    this.#chosen.delete(serial);
    this.#reserved.delete(name);
  }

  /** Switches to another cart; slots chosen by label stay. */
  releaseAll(): void {
    this.#reserved.clear();
  }

  #isClaimed(id: string): boolean {
    return (
      this.#isOfJob(id) ||
      [...this.#chosen.values()].includes(id) ||
      [...this.#reserved.values()].includes(id)
    );
  }

  #find(id: string | undefined): DeviceRecord | undefined {
    return id === undefined ? undefined : this.#records.devices.find(id);
  }
}
