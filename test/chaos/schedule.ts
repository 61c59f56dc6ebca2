/** A station of a round. */
export type Station = 'a' | 'b' | 'c' | 'd';
/** Where a step happens: at a station, or at the central by an admin. */
export type Side = Station | 'central';
/** The fields that are edited. */
export type Field = 'label' | 'volume' | 'brightness' | 'metadata';
/** State of the connection between a station and the central. */
export type Line = 'good' | 'cut' | 'bad';

/** One step. A schedule is plain data, so that parts of it can be repeated. */
export type Step =
  | { readonly do: 'enrol'; readonly at: Side; readonly slot: number; readonly headset: number }
  | { readonly do: 'beat'; readonly headset: number; readonly events: number }
  | { readonly do: 'unenrol' | 'delete'; readonly at: Side; readonly slot: number }
  | { readonly do: 'edit'; readonly at: Side; readonly slot: number; readonly field: Field }
  | { readonly do: 'create' }
  | { readonly do: 'sync'; readonly at: Station }
  | { readonly do: 'line'; readonly of: Station; readonly is: Line }
  | { readonly do: 'kill' | 'backup' | 'restore'; readonly at: Side }
  | { readonly do: 'decide'; readonly at: Station; readonly take: 'here' | 'there' };

/** The initial state of a round, and its steps. */
export type Schedule = {
  readonly seed: number;
  readonly slots: number;
  readonly headsets: number;
  /** The stations; schedules that were written earlier have three. */
  readonly stations?: readonly Station[] | undefined;
  /** Clock error of each station, in ms. */
  readonly skewMs: Readonly<Partial<Record<Station, number>>>;
  readonly steps: readonly Step[];
};

const ALL_STATIONS: readonly Station[] = ['a', 'b', 'c', 'd'];

/** Returns the stations of a schedule. */
export function stationsOf({ stations = ALL_STATIONS.slice(0, 3) }: Schedule): readonly Station[] {
  return stations;
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Relative frequency of each step. */
const FREQUENCIES: Readonly<Record<Step['do'], number>> = {
  enrol: 18,
  beat: 26,
  unenrol: 9,
  edit: 18,
  delete: 1.5,
  create: 1,
  sync: 14,
  line: 12,
  kill: 2.5,
  decide: 4,
  backup: 0,
  restore: 0,
};
const FIELDS: readonly Field[] = ['label', 'volume', 'brightness', 'metadata'];
/** One in this many rounds contains restores. */
const RESTORE_IN = 6;

/** Returns the schedule of a seed, with three or four stations. */
export function scheduleOf(seed: number, length = 70, count = 3): Schedule {
  const stations = ALL_STATIONS.slice(0, count);
  const random = chance(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const [slots, headsets] = [4 + below(4), 3 + below(4)];
  const kinds = Object.entries(FREQUENCIES) as [Step['do'], number][];
  const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);
  const side = (): Side => (random() < 0.15 ? 'central' : pick(stations));
  const step = (): Step => {
    let left = random() * total;
    const kind = kinds.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'beat';
    switch (kind) {
      case 'enrol':
        return { do: kind, at: side(), slot: below(slots), headset: below(headsets) };
      case 'beat':
        return { do: kind, headset: below(headsets), events: 1 + below(20) };
      case 'unenrol':
      case 'delete':
        return { do: kind, at: side(), slot: below(slots) };
      case 'edit':
        return { do: kind, at: side(), slot: below(slots), field: pick(FIELDS) };
      case 'create':
        return { do: kind };
      case 'line':
        return { do: kind, of: pick(stations), is: pick(['good', 'cut', 'cut', 'bad']) };
      case 'decide':
        return { do: kind, at: pick(stations), take: pick(['here', 'there']) };
      case 'kill':
      case 'backup':
      case 'restore':
        return { do: kind, at: side() };
      case 'sync':
        return { do: kind, at: pick(stations) };
    }
  };
  const steps = Array.from({ length }, step);
  if (below(RESTORE_IN) === 0) {
    const at = random() < 0.5 ? 'central' : pick(stations);
    steps.splice(Math.floor(length * 0.3), 0, { do: 'backup', at });
    steps.splice(Math.floor(length * 0.75), 0, { do: 'restore', at });
  }
  const skew = (): number => Math.round((random() - 0.5) * 6 * 60_000);
  const skewMs = { a: skew(), b: 0, c: skew(), d: count > 3 ? skew() : 0 };
  return { seed, slots, headsets, stations, skewMs, steps };
}
