import type { z } from 'zod';

import { heartbeatSchema, type Dropped } from '../../../../shared/contract/enrolment/heartbeat.ts';

/** Who sends the heartbeat and its events: if one of these is wrong, the whole request is refused. */
const REFUSED_WHOLE: ReadonlySet<PropertyKey | undefined> = new Set([
  'androidId',
  'macAddress',
  'events',
  'enrolmentId',
]);

/** Dropped values are listed with at most this many characters of JSON. */
const MAX_LISTED_CHARS = 100;

type Container = Record<PropertyKey, unknown>;

/**
 * Takes out of the body of a heartbeat, in place, the values that cannot be true, such as a battery at 255 percent, and
 * returns which these are: real firmware reports them, and one must never cost the events of the same heartbeat. A
 * list that is too long keeps its beginning. The body may still be invalid: identity and events are not changed.
 */
export function dropImpossible(body: unknown): Dropped[] {
  const dropped = dropImpossibleSpace(body);
  // An object that cannot be understood without what was dropped goes in the next round.
  for (;;) {
    const parsed = heartbeatSchema.safeParse(body);
    if (parsed.success) return dropped;
    const issues = parsed.error.issues.filter(({ path }) => path.length > 0 && !REFUSED_WHOLE.has(path[0]));
    const before = dropped.length;
    const lists = new Set<unknown[]>();
    for (const issue of issues) dropAt(body, issue, { dropped, lists });
    for (const list of lists) compact(list);
    if (dropped.length === before) return dropped;
  }
}

/** Takes out space of a storage that is larger than the storage; returns what was taken out. */
function dropImpossibleSpace(body: unknown): Dropped[] {
  const dropped: Dropped[] = [];
  const storages = at(body, ['storages']);
  for (const [index, storage] of (Array.isArray(storages)
    ? (storages as readonly unknown[])
    : []
  ).entries()) {
    for (const field of ['usedSpace', 'freeSpace']) {
      if (!has(storage, field) || !has(storage, 'totalSpace')) continue;
      const [size, total] = [storage[field], storage['totalSpace']];
      if (typeof size !== 'number' || typeof total !== 'number' || size <= total) continue;
      dropped.push({ path: `storages.${index}.${field}`, value: beginningOf(size) });
      Reflect.deleteProperty(storage, field);
    }
  }
  return dropped;
}

/** The place of an element that was dropped from a list, until the list is compacted. */
const GONE = Symbol('gone');

/** In place, and once for all its dropped elements: a hostile list has a million. */
function compact(list: unknown[]): void {
  const kept = list.filter((each) => each !== GONE);
  list.length = 0;
  for (const each of kept) list.push(each);
}

function dropAt(
  body: unknown,
  issue: z.core.$ZodIssue,
  { dropped, lists }: { dropped: Dropped[]; lists: Set<unknown[]> },
): void {
  const path = [...issue.path];
  let holder = at(body, path.slice(0, -1));
  // A field that must be there but is absent: its object cannot be understood, and goes.
  while (path.length > 1 && !has(holder, path.at(-1))) {
    path.pop();
    holder = at(body, path.slice(0, -1));
  }
  const key = path.at(-1);
  if (key === undefined || !has(holder, key)) return;
  const value = holder[key];
  if (value === GONE) return;
  dropped.push({ path: path.map(String).join('.'), value: beginningOf(value) });
  if (issue.code === 'too_big' && Array.isArray(value)) value.length = Number(issue.maximum);
  else if (Array.isArray(holder)) {
    Reflect.set(holder, key, GONE);
    lists.add(holder);
  } else Reflect.deleteProperty(holder, key);
}

function at(body: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = body;
  for (const key of path) value = has(value, key) ? value[key] : undefined;
  return value;
}

function has(value: unknown, key: PropertyKey | undefined): value is Container {
  return typeof value === 'object' && value !== null && key !== undefined && Object.hasOwn(value, key);
}

/** Returns the beginning of a value as JSON, to be listed. */
export function beginningOf(value: unknown): string {
  // A list or an object may be nested deeper than can be written.
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  const text = JSON.stringify(value);
  return text.length <= MAX_LISTED_CHARS ? text : `${text.slice(0, MAX_LISTED_CHARS)}…`;
}
