import { setImmediate } from 'node:timers/promises';

import { type CentralDouble, CentralDouble as Double } from '../support/central-double/index.ts';
import { Instance, type Json } from './instance.ts';

/** A slot as the central shows it. */
export type Slot = {
  readonly id: string;
  readonly androidId: string | null;
  readonly isArchived: boolean;
  readonly record: Json;
};

/** The central of a round, as an admin uses it. */
export type TheCentral = AsyncDisposable & {
  readonly url: string;
  readonly token: string;
  /** A Muster central; undefined for the double. */
  readonly instance: Instance | undefined;
  createSlot(): Promise<string>;
  read(slot: string): Promise<Slot | undefined>;
  slots(): Promise<string[]>;
  /** The ids of its events, those that stand twice twice. */
  events(slot: string): Promise<string[]>;
  unenrol(slot: string): Promise<boolean>;
  delete(slot: string): Promise<boolean>;
  edit(slot: string, change: Json): Promise<boolean>;
};

/** A central of ours, in a process of its own. */
export async function musterCentral(): Promise<TheCentral> {
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

/** Writes one field of a slot as a client of the interface does. */
export function editWith(
  send: (method: string, path: string, body: object) => Promise<boolean>,
  id: string,
  { label, volume, brightness, metadata }: Json,
): Promise<boolean> {
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

/** The independent double. It releases a headset as soon as it takes the order. */
export async function doubleCentral(): Promise<TheCentral> {
  const double: CentralDouble = await Double.start({ groups: 'merge' });
  let made = 0;
  double.fault = ({ method, pattern, path }) => {
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
    createSlot() {
      made += 1;
      return Promise.resolve(double.add(`slot-${String(made)}`, { label: `S-${String(made)}` }).id);
    },
    read: (slot) => {
      const device = double.devices.get(slot);
      return Promise.resolve(device === undefined ? undefined : toSlot(device as unknown as Json));
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
    async [Symbol.asyncDispose]() {
      // Each of three stations has a stream of its own.
      const strange = double.undocumented.filter((what) => !what.startsWith('a second stream'));
      double.undocumented.splice(0, double.undocumented.length, ...strange);
      await double[Symbol.asyncDispose]();
    },
  };
}
