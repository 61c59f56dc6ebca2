import { setImmediate } from 'node:timers/promises';

import { type CentralDouble, CentralDouble as Double } from '../support/central-double/index.ts';
import { Instance, type Json } from './instance.ts';
import { type BlindWrite, Witness } from './witness.ts';

/** A slot at the central. */
export type Slot = {
  readonly id: string;
  readonly androidId: string | null;
  readonly isArchived: boolean;
  readonly record: Json;
  /** Archived records that the slot had before this one. */
  readonly former?: readonly Json[];
};

/** The central of a round, as an admin uses it. */
export type RoundCentral = AsyncDisposable & {
  readonly url: string;
  readonly token: string;
  /** The Muster central; undefined for the double. */
  readonly instance: Instance | undefined;
  /** Unconditional writes that overwrote something unseen; a Muster central has none. */
  readonly blind: readonly BlindWrite[];
  createSlot(): Promise<string>;
  read(slot: string): Promise<Slot | undefined>;
  slots(): Promise<string[]>;
  /** Returns the ids of its events, including duplicates. */
  events(slot: string): Promise<string[]>;
  unenrol(slot: string): Promise<boolean>;
  delete(slot: string): Promise<boolean>;
  edit(slot: string, change: Json): Promise<boolean>;
};

/** Starts a Muster central in its own process. */
export async function musterCentral(): Promise<RoundCentral> {
  const instance = new Instance('central', ['--role', 'central'], 0);
  await instance.start();
  const ok = async (method: string, path: string, body?: object): Promise<boolean> =>
    (await instance.call(method, path, body)).status < 300;
  const read = async (slot: string): Promise<Slot | undefined> => {
    const { status, body } = await instance.call('GET', `/devices/${slot}`);
    if (status === 404) return undefined;
    return toSlot(body);
  };
  return {
    get url() {
      return instance.url;
    },
    get token() {
      return instance.token;
    },
    instance,
    blind: [],
    read,
    async createSlot() {
      const { body } = await instance.call('POST', '/station/slots', { count: 1, labelPrefix: 'S-' });
      return String((body['items'] as Json[])[0]?.['id']);
    },
    slots: async () => (await instance.all('/devices')).map(({ id }) => String(id)),
    events: async (slot) =>
      (await instance.all(`/devices/${slot}/events?type=APP_STARTED`)).map((each) => String(each['eventId'])),
    unenrol: (slot) => ok('POST', `/devices/${slot}/unenroll`),
    delete: (slot) => ok('DELETE', `/devices/${slot}`),
    edit: (slot, change) => editWith(ok, slot, change),
    [Symbol.asyncDispose]: () => instance[Symbol.asyncDispose](),
  };
}

/** Edits one field of a slot as a client of the interface does. */
export function editWith<Answer>(
  send: (method: string, path: string, body: object) => Promise<Answer>,
  id: string,
  { label, volume, brightness, metadata }: Json,
): Promise<Answer> {
  if (label !== undefined) return send('PATCH', `/devices/${id}`, { label });
  if (metadata !== undefined) return send('PUT', `/devices/${id}/metadata/chaos`, { value: metadata });
  const settings = volume === undefined ? { display: { brightness } } : { volume };
  return send('PUT', `/devices/${id}/configure`, settings);
}

function toSlot(record: Json): Slot {
  const { id, androidId, isArchived } = record;
  return {
    id: String(id),
    androidId: typeof androidId === 'string' ? androidId : null,
    isArchived: isArchived === true,
    record,
  };
}

/** Starts the independent double. It releases a headset as soon as it accepts the order. */
export async function doubleCentral(stations: number): Promise<RoundCentral> {
  const double: CentralDouble = await Double.start({ groups: 'merge', stations });
  const witness = new Witness(double.devices);
  let made = 0;
  double.performed = (arrival) => witness.performed(arrival);
  double.fault = (arrival) => {
    witness.arrived(arrival);
    const { method, pattern, path } = arrival;
    const [, , id = ''] = path.split('/');
    if (method === 'POST' && pattern.endsWith('/unenroll')) void release(id);
    return undefined;
  };
  const release = async (id: string): Promise<void> => {
    await setImmediate();
    if (double.devices.has(id)) double.edit(id, (device) => (device.androidId = undefined));
  };
  const change = (id: string, how: Parameters<CentralDouble['edit']>[1]): Promise<boolean> => {
    const isThere = double.devices.get(id)?.isArchived === false;
    if (isThere) double.edit(id, how);
    return Promise.resolve(isThere);
  };
  return {
    url: double.url,
    token: double.token,
    instance: undefined,
    blind: witness.blind,
    createSlot() {
      made += 1;
      return Promise.resolve(double.add(`slot-${String(made)}`, { label: `S-${String(made)}` }).id);
    },
    read: (slot) => {
      const device = double.devices.get(slot);
      // A copy, so that later writes do not change what was read.
      return Promise.resolve(
        device === undefined ? undefined : toSlot(structuredClone(device) as unknown as Json),
      );
    },
    slots: () => Promise.resolve([...double.devices.keys()]),
    events: (slot) =>
      Promise.resolve(
        (double.devices.get(slot)?.events ?? [])
          .filter(({ type }) => type === 'APP_STARTED')
          .map(({ eventId }) => String(eventId)),
      ),
    unenrol: (slot) => change(slot, (device) => (device.androidId = undefined)),
    delete: (slot) => Promise.resolve(double.devices.delete(slot)),
    edit: (slot, { label, volume, brightness, metadata }) =>
      change(slot, (device) => {
        if (label !== undefined) device.label = typeof label === 'string' ? label : null;
        if (volume !== undefined) device.settings['volume'] = volume;
        if (brightness !== undefined) device.settings['display'] = { brightness };
        if (metadata !== undefined) device.metadata['chaos'] = { value: metadata };
      }),
    [Symbol.asyncDispose]: () => double[Symbol.asyncDispose](),
  };
}
