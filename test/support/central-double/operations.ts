import {
  configured,
  type DoubleDevice,
  type DoubleOptions,
  isObject,
  type Json,
  type Ledger,
  listed,
  Refusal,
  shown,
} from './records.ts';

/** Context of the operations. */
export type World = {
  readonly devices: Map<string, DoubleDevice>;
  readonly ledger: Ledger;
  readonly options: DoubleOptions;
  /** The token's organisation, and those to which it has access. */
  readonly enterprises: readonly string[];
  /** The time, ms since 1970. */
  readonly now: () => number;
  readonly changed: (id: string) => void;
};

/** A request whose path is in the interface. */
export type Call = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
};

type Operation = (world: World, call: Call) => unknown;

/** Every documented operation that a station may need of its central; others are not for stations. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /devices': list,
  'GET /devices/{deviceId}': (world, { params }) => shown(find(world, params), world.options, true),
  'GET /devices/androidid/{androidid}': byAndroidId,
  'POST /devices/lookup': lookup,
  'GET /devices/{deviceId}/license': (world, { params }) => find(world, params).license ?? {},
  'GET /devices/{deviceId}/events': events,
  'POST /devices': enrol,
  'PUT /devices/{deviceId}': report,
  'PATCH /devices/{deviceId}': (world, { params, body }) => {
    const device = find(world, params);
    patch(device, asObject(body));
    return wrote(world, 'PATCH /devices/{deviceId}', [device], body);
  },
  'PATCH /devices': (world, { body }) =>
    bulk(world, 'PATCH /devices', asObject(body), (device) => patch(device, asObject(body))),
  'DELETE /devices/{deviceId}': remove,
  'POST /devices/{deviceId}/unenroll': (world, { params }) => {
    world.ledger.unenrolments.push(find(world, params).id);
    return { success: true };
  },
  'PUT /devices/{deviceId}/configure': configureOne,
  'PUT /devices/configure': configureMany,
  'PUT /devices/{deviceId}/metadata/{namespace}': setMetadata,
  'DELETE /devices/{deviceId}/metadata/{namespace}': removeMetadata,
  'PUT /devices/metadata/{namespace}': setMetadataOfMany,
};

function find(world: World, { deviceId = '' }: Call['params']): DoubleDevice {
  const device = world.devices.get(deviceId);
  if (device === undefined || !world.enterprises.includes(device.enterprise)) {
    throw new Refusal(404, { error: 'Device not found' });
  }
  return device;
}

function asObject(body: unknown): Json {
  if (!isObject(body)) throw new Refusal(400, { error: 'The body is no object' });
  return body;
}

function number(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const value = Number(query.get(name) ?? fallback);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Refusal(400, { error: `${name} is not valid` });
}

function list({ devices, enterprises, options }: World, { query }: Call): Json {
  const requested = query.get('enterpriseId');
  if (requested !== null && !enterprises.includes(requested)) throw new Refusal(403, { error: 'Not yours' });
  const [page, limit] = [number(query, 'page', 1, 1e9), number(query, 'limit', 50, 100)];
  const rows = [...devices.values()]
    .filter(({ enterprise }) =>
      requested === null ? enterprises.includes(enterprise) : enterprise === requested,
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const size = Math.min(limit, options.rowsOnPage);
  const items = rows.slice((page - 1) * size, page * size).map(listed);
  return { page, limit, total: rows.length, items };
}

function byAndroidId(world: World, { params }: Call): Json {
  const device = [...world.devices.values()].find(
    ({ androidId, isArchived }) => androidId === params['androidid'] && !isArchived,
  );
  return shown(find(world, { deviceId: device?.id ?? '' }), world.options, true);
}

function lookup(world: World, { body }: Call): Json {
  const { ids } = asObject(body);
  if (!Array.isArray(ids) || ids.length === 0) throw new Refusal(400, { error: 'ids is missing' });
  const found = ids.flatMap((id: string) => world.devices.get(id) ?? []);
  return { devices: found.map(listed), invalidIds: ids.filter((id: string) => !world.devices.has(id)) };
}

function events(world: World, { params, query }: Call): Json {
  const device = find(world, params);
  const [page, limit] = [number(query, 'page', 1, 1e9), number(query, 'limit', 50, 100)];
  const newest = device.events.toReversed();
  return { page, limit, total: newest.length, items: newest.slice((page - 1) * limit, page * limit) };
}

function enrol(world: World, { body }: Call): Json {
  const { enrollmentToken, androidId } = asObject(body);
  if (typeof enrollmentToken !== 'string' || typeof androidId !== 'string') {
    throw new Refusal(400, { error: 'enrollmentToken and androidId are required' });
  }
  const device = [...world.devices.values()].find(
    (each) => each.enrollmentToken === enrollmentToken && !each.isArchived,
  );
  const isOtherHeadset = device?.androidId !== undefined && device.androidId !== androidId;
  if (device === undefined || isOtherHeadset) throw new Refusal(404, { error: 'Unknown token' });
  for (const other of world.devices.values()) {
    if (other.androidId !== androidId || other.id === device.id || other.isArchived) continue;
    other.isArchived = true;
    other.replacedBy = device.id;
  }
  device.androidId = androidId;
  world.ledger.enrolments.push({ deviceId: device.id, androidId });
  world.changed(device.id);
  return shown(device, world.options, false);
}

const REPORTED = new Set(['downloads', 'installedPackages', 'contentPresence']);

function report(world: World, { params, body }: Call): Json {
  const device = find(world, params);
  const sent = asObject(body ?? {});
  const received = sent['events'] ?? [];
  if (!Array.isArray(received)) throw new Refusal(400, { error: 'events is no list' });
  if (received.length > 500) throw new Refusal(413, { error: 'More than 500 events' });
  const known = new Set(device.events.map(({ eventId }) => eventId));
  for (const event of received as Json[]) {
    if (world.options.dedupesEvents && known.has(event['eventId'])) continue;
    known.add(event['eventId']);
    device.events.push(event);
  }
  for (const [name, value] of Object.entries(sent)) if (REPORTED.has(name)) device.reported[name] = value;
  if (typeof sent['macAddress'] === 'string') device.macAddress = sent['macAddress'];
  if (isObject(sent['mdmInfo'])) device.mdmInfo = sent['mdmInfo'];
  if (isObject(sent['type'])) device.type = sent['type'];
  if (typeof sent['label'] === 'string') device.label = sent['label'];
  if (isObject(sent['licence'])) device.license = sent['licence'];
  device.lastHeartbeatAt = new Date(world.now()).toISOString();
  world.ledger.writes.push({ pattern: 'PUT /devices/{deviceId}', ids: [device.id], body });
  world.changed(device.id);
  return { success: true, acknowledged: (received as Json[]).map(({ eventId }) => eventId) };
}

function patch(device: DoubleDevice, { label, license }: Json): void {
  if (label !== undefined) device.label = label as string | null;
  if (license !== undefined) device.license = isObject(license) ? withoutNulls(license) : null;
}

/** A null field is one that the licence does not have. */
function withoutNulls(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function remove(world: World, { params }: Call): Json {
  const device = find(world, params);
  world.devices.delete(device.id);
  world.ledger.deletions.push(device.id);
  world.changed(device.id);
  return { success: true };
}

function configureOne(world: World, { params, body }: Call): Json {
  const device = find(world, params);
  device.settings = configured(device.settings, asObject(body), world.options);
  wrote(world, 'PUT /devices/{deviceId}/configure', [device], body);
  return { device: shown(device, world.options, false), success: true };
}

function configureMany(world: World, { body }: Call): unknown {
  const { devicesId, settings } = asObject(body);
  if (!isObject(settings)) throw new Refusal(400, { error: 'settings is required' });
  // The conflict concerns the payload: no device is modified.
  configured({}, settings, world.options);
  const each = (device: DoubleDevice): void => {
    device.settings = configured(device.settings, settings, world.options);
  };
  const results = bulk(world, 'PUT /devices/configure', { devicesId, settings }, each);
  return results.map(({ id, success, ...rest }) => {
    const device = world.devices.get(id as string);
    const shownDevice =
      success === true && device !== undefined ? shown(device, world.options, false) : undefined;
    return { id, response: { device: shownDevice, success }, ...rest };
  });
}

function setMetadata(world: World, { params, body }: Call): unknown {
  const device = find(world, params);
  device.metadata[namespaceOf(params)] = asObject(body);
  return wrote(world, 'PUT /devices/{deviceId}/metadata/{namespace}', [device], body);
}

function removeMetadata(world: World, { params }: Call): unknown {
  const device = find(world, params);
  Reflect.deleteProperty(device.metadata, namespaceOf(params));
  return wrote(world, 'DELETE /devices/{deviceId}/metadata/{namespace}', [device], undefined);
}

function setMetadataOfMany(world: World, { params, body }: Call): unknown {
  const { value } = asObject(body);
  const namespace = namespaceOf(params);
  return bulk(world, 'PUT /devices/metadata/{namespace}', asObject(body), (device) => {
    device.metadata[namespace] = structuredClone(asObject(value));
  });
}

function namespaceOf({ namespace = '' }: Call['params']): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(namespace)) return namespace;
  throw new Refusal(400, { code: 'INVALID_NAMESPACE', message: 'Not a namespace' });
}

/** The record after a write of one device. */
function wrote(world: World, pattern: string, devices: readonly DoubleDevice[], body: unknown): unknown {
  world.ledger.writes.push({ pattern, ids: devices.map(({ id }) => id), body: structuredClone(body) });
  for (const { id } of devices) world.changed(id);
  const [first] = devices;
  return first === undefined ? null : shown(first, world.options, false);
}

/** Writes many devices; one bad id never fails the others. */
function bulk(world: World, pattern: string, body: Json, write: (device: DoubleDevice) => void): Json[] {
  const { devicesId } = body;
  if (!Array.isArray(devicesId)) throw new Refusal(400, { error: 'devicesId is required' });
  if (devicesId.length > world.options.maxIds) throw new Refusal(413, { error: 'Too many devices' });
  const written: DoubleDevice[] = [];
  const results = (devicesId as string[]).map((id) => {
    const device = world.devices.get(id);
    if (device === undefined) return { id, success: false, error: { code: 'NOT_FOUND', message: 'Unknown' } };
    write(device);
    written.push(device);
    return { id, success: true };
  });
  wrote(world, pattern, written, body);
  return results;
}
