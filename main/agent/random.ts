/** Reproducible random numbers: the same seed gives the same numbers on every machine. Not for secrets. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True with probability `share` (0 to 1). */
  chance(share: number): boolean;
  /** @throws {RangeError} when the list is empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** `digits` lower-case hex digits. */
  hex(digits: number): string;
  /** In the form of a random UUID (version 4). */
  uuid(): string;
};

/** Returns a generator for a seed. Use one per concern, so that an additional draw does not affect the others. */
export function seededRandom(seed: string): Random {
  const next = sfc32(seed);
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const hex = (digits: number) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join('');
  return {
    next,
    integer,
    hex,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${integer(8, 11).toString(16)}${hex(3)}-${hex(12)}`,
  };
}

/** Source: "sfc32" of PractRand (Chris Doty-Humphrey, public domain): small, fast, passes its own test suite. */
function sfc32(seed: string): () => number {
  let [a, b, c] = hash96(seed);
  let counter = 1;
  const draw = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The generator needs some rounds before similar seeds diverge.
  for (let round = 0; round < 15; round += 1) draw();
  return draw;
}

/** FNV-1a three times, each with another start. */
function hash96(text: string): [number, number, number] {
  const hash = (start: number) => {
    let value = start;
    for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619);
    return value | 0;
  };
  return [hash(-2_128_831_035), hash(-1_640_531_527), hash(-1_028_477_387)];
}
