import { expect } from 'vitest';

import type { CentralDouble, Json } from '../../support/central-double/index.ts';

/** Access to a station: in this process or in one of its own. */
export type StationToUse = {
  send(
    method: string,
    path: string,
    asked?: { readonly body?: unknown; readonly token?: string },
  ): Promise<{ readonly status: number; readonly body: unknown }>;
};

/** The devices of the cart that is synced repeatedly. */
const CART = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** Creates the cart at the central, and the slot that the first day fills. */
export function setUpCart(central: CentralDouble): void {
  for (const id of CART) {
    central.add(id, {
      label: `Headset ${id}`,
      settings: { display: { brightness: 1, refreshRate: 72 } },
      metadata: { class: { room: 'none' } },
    });
  }
  central.add(slotOf(0));
}

function slotOf(day: number): string {
  return `slot-${String(day)}`;
}

/** The headset that is enrolled on a day, and the events that it reports. */
type Headset = { readonly id: string; readonly androidId: string; readonly eventIds: readonly string[] };

/** What was done on a day and must be on both sides afterwards. */
export type Day = { readonly number: number; readonly headset: Headset };

/**
 * One day offline: makes every kind of change at the station, and other changes as an admin at the central, one of them
 * to the same value. The slot that was filled the day before is freed.
 */
export async function live(station: StationToUse, central: CentralDouble, number: number): Promise<Day> {
  const put = async (method: string, path: string, body?: unknown): Promise<void> => {
    const answer = await station.send(method, path, body === undefined ? {} : { body });
    expect({ method, path, ...answer }).toMatchObject({ status: 200 });
  };
  // Equal changes, which are uploaded together.
  for (const id of ['a', 'b']) {
    const settings = { display: { brightness: number }, packages: [`pkg.${String(number)}`] };
    await put('PUT', `/devices/${id}/configure`, settings);
    await put('PUT', `/devices/${id}/metadata/group`, { group: { id: 'g', label: `G${String(number)}` } });
  }
  await put('PUT', '/devices/c/configure', {
    volume: number,
    wifi: [{ ssid: 'Cart', password: `secret-${String(number)}` }],
  });
  await put('PATCH', '/devices/d', { label: `Here ${String(number)}` });
  for (const id of ['e', 'f'])
    await put('PATCH', `/devices/${id}`, { license: { level: `level-${String(number)}` } });
  if (number % 2 === 0) await put('PUT', '/devices/c/metadata/tmp', { day: number });
  else await put('DELETE', '/devices/c/metadata/tmp');
  const headset = await enrol(station, number);
  if (number > 0) await put('DELETE', `/devices/${slotOf(number - 1)}`);
  central.add(slotOf(number + 1));
  central.edit('e', (device) => (device.settings['volume'] = number));
  central.edit('f', (device) => (device.metadata['class'] = { room: `r${String(number)}` }));
  central.edit('d', (device) => (device.label = `There ${String(number)}`));
  return { number, headset };
}

async function enrol(station: StationToUse, number: number): Promise<Headset> {
  const id = slotOf(number);
  const androidId = `headset-${String(number)}`;
  const body = { enrollmentToken: `token-${id}`, androidId };
  const { accessToken } = (await station.send('POST', '/devices', { body })).body as { accessToken: string };
  const eventIds = [0, 1, 2].map((each) => `${androidId}-event-${String(each)}`);
  const events = eventIds.map((eventId) => ({
    eventId,
    type: 'APP_STARTED',
    timestamp: Date.now(),
    payload: {},
  }));
  const report = {
    macAddress: '02:00:00:00:00:01',
    installedPackages: [{ packageName: 'p', versionCode: number }],
  };
  const beat = await station.send('PUT', `/devices/${id}`, {
    token: accessToken,
    body: { ...report, events },
  });
  expect(beat.status).toBe(200);
  return { id, androidId, eventIds };
}

/** Expects both sides to agree on everything, and nothing to have been done twice. */
export async function expectAgreement(
  station: StationToUse,
  central: CentralDouble,
  { number, headset }: Day,
): Promise<void> {
  const ids = [...CART, headset.id, slotOf(number + 1)];
  const here = await Promise.all(ids.map((id) => shownHere(station, id)));
  expect(here).toEqual(ids.map((id) => shownThere(central, id)));
  expect(here.map(({ id }) => id)).toEqual(ids);

  const { enrolments, deletions } = central.ledger;
  expect(enrolments.filter(({ androidId }) => androidId === headset.androidId)).toEqual([
    { deviceId: headset.id, androidId: headset.androidId },
  ]);
  const eventIds = central.devices.get(headset.id)?.events.map(({ eventId }) => eventId);
  expect(eventIds?.filter((eventId) => headset.eventIds.includes(String(eventId)))).toEqual(headset.eventIds);
  expect(central.devices.get(headset.id)).toMatchObject({ macAddress: '02:00:00:00:00:01' });
  const freed = number === 0 ? [] : [slotOf(number - 1)];
  expect(deletions.filter((id) => freed.includes(id))).toEqual(freed);
  expect(freed.filter((id) => central.devices.has(id))).toEqual([]);
  // If both changed it, the station's value applies and the other one is retained.
  expect(central.devices.get('d')?.label).toBe(`Here ${String(number)}`);
}

type Shown = { readonly id: unknown } & Json;

async function shownHere(station: StationToUse, id: string): Promise<Shown> {
  const { status, body } = await station.send('GET', `/devices/${id}`);
  expect({ id, status }).toEqual({ id, status: 200 });
  return desired(body as Json);
}

function shownThere(central: CentralDouble, id: string): Shown {
  return desired(central.devices.get(id) as unknown as Json);
}

/** Returns the desired state of a device, and its headset. */
function desired({ id, label, license, settings, metadata, androidId }: Json): Shown {
  const { batteryInfo: _, storages: __, ...desiredSettings } = settings as Json;
  return { id, label, license, settings: desiredSettings, metadata, androidId };
}
