import type { JsonObject, StateChange } from './desired.ts';
import { canonical } from './values.ts';

/** A write at the central. With one id it uses the route for one device. */
export type PushCall =
  | { readonly kind: 'configure'; readonly ids: readonly string[]; readonly settings: JsonObject }
  | {
      readonly kind: 'patch';
      readonly ids: readonly string[];
      readonly label?: string | null;
      readonly license?: JsonObject | null;
    }
  | {
      readonly kind: 'setMetadata';
      readonly ids: readonly string[];
      readonly namespace: string;
      readonly value: JsonObject;
    }
  | { readonly kind: 'removeMetadata'; readonly ids: readonly [string]; readonly namespace: string };

/**
 * Maximum number of devices per call of each kind: a configure replies with every device in full, so more would make
 * replies of many megabytes. There is no bulk removal.
 */
const MAX_IDS = { configure: 125, patch: 500, setMetadata: 500, removeMetadata: 1 } as const;

/** Maximum number of events per report. Source: the API documentation, "Limits". */
const MAX_EVENTS = 500;
/** Well below the body limit of any service. */
const MAX_BYTES = 1_024 * 1_024;

/** The writes for one device, by its id at the central. */
export type Push = { readonly id: string; readonly push: StateChange };

/**
 * Groups the writes for many devices: equal ones go together, so that one profile for a thousand headsets takes ten
 * requests.
 */
export function groupPushes(pushes: Iterable<Push>): PushCall[] {
  const groups = new Map<string, { readonly call: PushCall; readonly ids: string[] }>();
  for (const { id, push } of pushes) {
    for (const call of callsFor(id, push)) {
      const { ids: _, ...same } = call;
      const key = canonical(same);
      const group = groups.get(key) ?? { call, ids: [] };
      groups.set(key, group);
      group.ids.push(id);
    }
  }
  return [...groups.values()].flatMap(({ call, ids }) =>
    inParts(ids, MAX_IDS[call.kind]).map((part) => withIds(call, part)),
  );
}

function callsFor(id: string, { label, license, settings, metadata }: StateChange): PushCall[] {
  const calls: PushCall[] = [];
  if (settings !== undefined) calls.push({ kind: 'configure', ids: [id], settings });
  if (label !== undefined || license !== undefined) {
    calls.push({
      kind: 'patch',
      ids: [id],
      ...(label === undefined ? {} : { label }),
      ...(license === undefined ? {} : { license }),
    });
  }
  for (const [namespace, value] of Object.entries(metadata ?? {})) {
    if (value === null) calls.push({ kind: 'removeMetadata', ids: [id], namespace });
    else calls.push({ kind: 'setMetadata', ids: [id], namespace, value });
  }
  return calls;
}

/** Splits a call into two with half of the devices each; undefined for a single device. */
export function halvesOf(call: PushCall): readonly [PushCall, PushCall] | undefined {
  if (call.ids.length < 2) return undefined;
  const middle = Math.ceil(call.ids.length / 2);
  return [withIds(call, call.ids.slice(0, middle)), withIds(call, call.ids.slice(middle))];
}

function withIds(call: PushCall, ids: readonly string[]): PushCall {
  return call.kind === 'removeMetadata' ? { ...call, ids: [ids[0] ?? call.ids[0]] } : { ...call, ids };
}

/** Splits events into parts of at most 500, and of at most `maxBytes` as JSON unless one alone is larger, in order. */
export function chunkEvents<Event>(events: readonly Event[], maxBytes = MAX_BYTES): Event[][] {
  const parts: Event[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    // Three bytes per UTF-16 unit are always enough.
    const size = JSON.stringify(event).length * 3 + 1;
    const part = parts.at(-1);
    bytes += size;
    if (part === undefined || part.length >= MAX_EVENTS || bytes > maxBytes) {
      parts.push([event]);
      bytes = size;
    } else {
      part.push(event);
    }
  }
  return parts;
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}
