import { expect } from 'vitest';

import type { DesiredState, StatePath } from '../../../main/service/sync/rules/desired.ts';
import { type Flat, toWire } from './rules/histories.ts';
import type { TestStation } from '../../support/a-station.ts';

type Json = Record<string, unknown>;

/** Syncs until nothing is pending on either side. */
export async function agree(station: TestStation): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { body } = await station.send('POST', '/station/sync/run', { body: { waitSec: 60 } });
    const { state, waiting } = body as { state: string; waiting: Record<string, number> };
    if (state === 'upToDate' && Object.values(waiting).every((count) => count === 0)) return;
    if (tries === 100) throw new Error(`It does not come to rest: ${JSON.stringify(body)}`);
  }
}

/** Writes the changed parts of a device, like a person does. */
export async function editAt(
  station: TestStation,
  id: string,
  [from, to]: readonly [Flat, Flat],
): Promise<void> {
  const [before, after] = [toWire(from), toWire(to)];
  const put = async (method: string, path: string, body?: unknown): Promise<void> => {
    const answer = await station.send(method, `/devices/${id}${path}`, body === undefined ? {} : { body });
    expect({ id, body, answer: answer.body, status: answer.status }).toMatchObject({ status: 200 });
  };
  const names = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)]);
  const parts = [...names].filter((name) => !isSame(before.settings[name], after.settings[name]));
  if (parts.length > 0) {
    const change = parts.map((name) => [name, partChange(before.settings[name], after.settings[name])]);
    await put('PUT', '/configure', Object.fromEntries(change));
  }
  if (before.description !== after.description) await put('PATCH', '', { description: after.description });
  if (before.label !== after.label || !isSame(before.license, after.license)) {
    await put('PATCH', '', { label: after.label, license: allNamed(after.license) });
  }
  for (const name of new Set([...Object.keys(before.metadata), ...Object.keys(after.metadata)])) {
    const value = after.metadata[name];
    if (isSame(before.metadata[name], value)) continue;
    if (value === undefined) await put('DELETE', `/metadata/${name}`);
    else await put('PUT', `/metadata/${name}`, value);
  }
}

/** Names every field of a licence, because unnamed fields would stay. */
function allNamed(license: unknown): unknown {
  if (typeof license !== 'object' || license === null) return license;
  return { level: null, status: null, alertDate: null, ...license };
}

function partChange(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) || Array.isArray(after)) return after ?? [];
  if (typeof before !== 'object' || before === null || typeof after !== 'object') return after ?? null;
  const gone = Object.keys(before).filter((field) => !Object.hasOwn(after ?? {}, field));
  return { ...after, ...Object.fromEntries(gone.map((field) => [field, null])) };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the new values of the changed places. */
export function changed(
  before: Map<string, string>,
  after: Map<string, string>,
): [string, string | undefined][] {
  const places = [...new Set([...before.keys(), ...after.keys()])];
  return places
    .filter((place) => before.get(place) !== after.get(place))
    .map((place) => [place, after.get(place)]);
}

/** Returns the desired state of a device from its record. */
export function desiredOf({ label, description, license, settings, metadata }: Json): DesiredState {
  const plain = JSON.parse(
    JSON.stringify(settings, (key, value: unknown) => (key === 'deployment' ? undefined : value)),
  ) as Json;
  return { label, description, license, settings: plain, metadata } as DesiredState;
}

/** Returns the paths of the conflicts of each device, open or decided. */
export async function conflictsByDevice(station: TestStation): Promise<Map<string, StatePath[]>> {
  const byDevice = new Map<string, StatePath[]>();
  for (const status of ['open', 'resolved']) {
    for (let page = 1; ; page += 1) {
      const path = `/station/sync/conflicts?status=${status}&limit=100&page=${String(page)}`;
      const { items } = (await station.send('GET', path)).body as {
        items: { readonly deviceId: string; readonly path: StatePath }[];
      };
      for (const { deviceId, path: at } of items)
        byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), at]);
      if (items.length < 100) break;
    }
  }
  return byDevice;
}
