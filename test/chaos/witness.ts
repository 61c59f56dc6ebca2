import type { Arrival, DoubleDevice } from '../support/central-double/index.ts';
import { FIELDS, valueOf } from './fields.ts';
import type { Json } from './instance.ts';
import type { Field } from './schedule.ts';

/** A write that overwrote what its sender had not read, because someone wrote between its read and its write. */
export type BlindWrite = {
  readonly slot: string;
  readonly by: string;
  /** What was overwritten: a field, or the enrolled headset. */
  readonly field: Field | 'headset';
  readonly value: unknown;
};

type State = Readonly<Record<Field | 'headset', unknown>>;

const RECORD = /^\/devices\/(?:androidid\/)?([^/?]+)/;

/**
 * Watches a central without conditional writes and records each write that overwrote something its sender had not read.
 * Such a central has this gap (decision 530); nothing else may lose an edit or an enrolment.
 */
export class Witness {
  readonly blind: BlindWrite[] = [];
  readonly #device: (slot: string) => DoubleDevice | undefined;
  readonly #find: (androidId: string) => DoubleDevice | undefined;
  /** The last state of each slot that each sender has read. */
  readonly #known = new Map<string, State>();
  #before = new Map<string, State>();

  constructor(devices: ReadonlyMap<string, DoubleDevice>) {
    this.#device = (slot) => devices.get(slot);
    this.#find = (androidId) =>
      [...devices.values()].find((device) => device.androidId === androidId && !device.isArchived);
  }

  /** Stores the state before a request. */
  arrived(arrival: Arrival): void {
    this.#before = new Map(this.#slots(arrival).map((slot) => [slot, this.#state(slot)]));
  }

  /** Compares it with the state afterwards. */
  performed(arrival: Arrival): void {
    const { method, sender } = arrival;
    if (sender === undefined) return;
    for (const [slot, before] of this.#before) {
      const key = `${sender} ${slot}`;
      const after = this.#state(slot);
      if (method === 'GET') {
        this.#known.set(key, after);
        continue;
      }
      const known = this.#known.get(key);
      const isEnd = method === 'DELETE' || arrival.pattern.endsWith('/unenroll');
      for (const field of [...FIELDS, 'headset'] as const) {
        const isReplaced = field === 'headset' ? isEnd : before[field] !== after[field];
        if (isReplaced && before[field] !== undefined && known?.[field] !== before[field])
          this.blind.push({ slot, by: sender, field, value: before[field] });
      }
      const own = Object.fromEntries(
        Object.entries(after).filter(([field, value]) => value !== before[field as Field]),
      );
      if (known !== undefined) this.#known.set(key, { ...known, ...own });
    }
  }

  #slots({ method, pattern, path, body }: Arrival): string[] {
    const many = (body as Json | undefined)?.['devicesId'];
    if (Array.isArray(many)) return many.map(String);
    const id = decodeURIComponent(RECORD.exec(path)?.[1] ?? '');
    if (pattern.includes('/events') || (method === 'PUT' && pattern === '/devices/{deviceId}')) return [];
    const found = pattern.includes('/androidid/') ? this.#find(id)?.id : id;
    return found === undefined || found === '' ? [] : [found];
  }

  #state(slot: string): State {
    const device = this.#device(slot);
    const record = (device ?? {}) as Json;
    const values = Object.fromEntries(FIELDS.map((field) => [field, valueOf(record, field)]));
    return { ...(values as Record<Field, unknown>), headset: device?.androidId };
  }
}
