import { chance, type Field, type Line } from '../schedule.ts';

/** The two stations. */
export type One = 'a' | 'b';

/** One step. The served station hands over, pauses and decides, whichever it is then. */
export type PairStep =
  | { readonly do: 'enrol' | 'replace'; readonly at: One; readonly slot: number; readonly headset: number }
  | { readonly do: 'beat'; readonly headset: number; readonly events: number }
  | { readonly do: 'unenrol' | 'delete'; readonly at: One; readonly slot: number }
  | { readonly do: 'swap'; readonly at: One; readonly slot: number }
  | { readonly do: 'edit'; readonly at: One; readonly slot: number; readonly field: Field }
  | { readonly do: 'create' | 'kill' | 'end'; readonly at: One }
  | { readonly do: 'sync' | 'pause' | 'resume' | 'pair' }
  | { readonly do: 'takeOver'; readonly isPartnerGone: boolean }
  | { readonly do: 'line'; readonly is: Line }
  | { readonly do: 'decide'; readonly take: 'here' | 'there' };

/** The initial state of a round without a central, and its steps. */
export type PairSchedule = {
  readonly seed: number;
  /** Slots that each station has before they join. */
  readonly slots: Readonly<Record<One, number>>;
  readonly headsets: number;
  /** Clock error of each station, in ms. */
  readonly skewMs: Readonly<Record<One, number>>;
  readonly steps: readonly PairStep[];
};

const FIELDS: readonly Field[] = ['label', 'volume', 'brightness', 'metadata'];
const YEAR_MS = 365 * 24 * 3_600_000;

/** Relative frequency of each step. */
const FREQUENCIES: Readonly<Record<PairStep['do'], number>> = {
  enrol: 18,
  replace: 3,
  beat: 20,
  unenrol: 8,
  edit: 18,
  delete: 1.5,
  swap: 2,
  create: 2,
  sync: 10,
  line: 9,
  kill: 3,
  pause: 1,
  resume: 4,
  decide: 3,
  takeOver: 5,
  end: 1.5,
  pair: 4,
};

/** Returns the schedule of a seed. */
export function pairScheduleOf(seed: number, length: number): PairSchedule {
  const random = chance(seed * 7_919 + 13);
  const below = (most: number): number => Math.floor(random() * most);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const slots = { a: 1 + below(4), b: 1 + below(3) };
  const headsets = 3 + below(3);
  const kinds = Object.entries(FREQUENCIES) as [PairStep['do'], number][];
  const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);
  // More than there are at first: some are created later, and the index wraps.
  const places = slots.a + slots.b + 3;
  const step = (): PairStep => {
    let left = random() * total;
    const kind = kinds.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'beat';
    const at = pick<One>(['a', 'b']);
    const slot = below(places);
    switch (kind) {
      case 'enrol':
      case 'replace':
        return { do: kind, at, slot, headset: below(headsets) };
      case 'beat':
        return { do: kind, headset: below(headsets), events: 1 + below(20) };
      case 'unenrol':
      case 'delete':
      case 'swap':
        return { do: kind, at, slot };
      case 'edit':
        return { do: kind, at, slot, field: pick(FIELDS) };
      case 'create':
      case 'kill':
      case 'end':
        return { do: kind, at };
      case 'sync':
      case 'pause':
      case 'resume':
      case 'pair':
        return { do: kind };
      case 'takeOver':
        return { do: kind, isPartnerGone: random() < 0.5 };
      case 'line':
        return { do: kind, is: pick(['good', 'good', 'cut', 'bad']) };
      case 'decide':
        return { do: kind, take: pick(['here', 'there']) };
    }
  };
  const steps = Array.from({ length }, step);
  // Every round takes over at least once, while the other answers or is away.
  if (!steps.some((each) => each.do === 'takeOver'))
    steps.splice(Math.floor(length * 0.6), 0, { do: 'takeOver', isPartnerGone: random() < 0.5 });
  const skewMs = {
    a: pick([0, 60_000, -90_000]),
    b: pick([0, 0, YEAR_MS, -YEAR_MS]),
  };
  return { seed, slots, headsets, skewMs, steps };
}
