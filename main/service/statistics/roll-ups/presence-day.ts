/**
 * The roll-up of presence: the minutes (UTC) in which a device sent a signal. It is a set of minutes, so it depends
 * on no time zone and no gap, and neither order nor repetition of signals matters.
 *
 * A block holds 16 UTC days. Its bytes: a mask of 384 bits, one for each hour with any signal, then 8 bytes for each
 * of those hours in order: four 16-bit numbers, little-endian, one for each quarter of the hour, whose bit n stands
 * for its minute n (0 to 14). A day without signals costs 3 bytes, a whole day of them 195.
 */
const DAYS_PER_BLOCK = 16;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_QUARTER = 15;
const QUARTERS_PER_HOUR = 4;
const HOURS_PER_BLOCK = DAYS_PER_BLOCK * 24;
const MASK_BYTES = HOURS_PER_BLOCK / 8;
const BYTES_PER_HOUR = QUARTERS_PER_HOUR * 2;

export const MINUTES_PER_DAY = 1_440;
export const MINUTES_PER_BLOCK = DAYS_PER_BLOCK * MINUTES_PER_DAY;

/** A stored block; `block` counts from 1970, and so do all minutes here. */
export type PresenceBlock = { readonly block: number; readonly hours: Uint8Array };

/** The block that a minute belongs to. */
export function blockOf(minute: number): number {
  return Math.floor(minute / MINUTES_PER_BLOCK);
}

/** Returns the block that begins after all of `day` (UTC, days since 1970): every lower one is older than `day`. */
export function blockOfDay(day: number): number {
  return Math.floor(day / DAYS_PER_BLOCK);
}

/** Returns the hours of a block with these minutes added; undefined if all were there already. */
export function withMinutes(
  before: PresenceBlock | { readonly block: number; readonly hours: undefined },
  minutes: Iterable<number>,
): Uint8Array<ArrayBuffer> | undefined {
  const quarters = new Uint16Array(HOURS_PER_BLOCK * QUARTERS_PER_HOUR);
  const firstMinute = before.block * MINUTES_PER_BLOCK;
  if (before.hours !== undefined) {
    forEachQuarter({ block: before.block, hours: before.hours }, (minute, bits) => {
      quarters[(minute - firstMinute) / MINUTES_PER_QUARTER] = bits;
    });
  }
  let isChanged = false;
  for (const minute of minutes) {
    const index = Math.floor((minute - firstMinute) / MINUTES_PER_QUARTER);
    const bit = 1 << ((minute - firstMinute) % MINUTES_PER_QUARTER);
    const bits = quarters[index];
    if (bits === undefined) throw new RangeError(`Minute ${minute} is not in block ${before.block}`);
    if ((bits & bit) !== 0) continue;
    quarters[index] = bits | bit;
    isChanged = true;
  }
  return isChanged ? encode(quarters) : undefined;
}

function encode(quarters: Uint16Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(MASK_BYTES + HOURS_PER_BLOCK * BYTES_PER_HOUR);
  const view = new DataView(bytes.buffer);
  let end = MASK_BYTES;
  for (let hour = 0; hour < HOURS_PER_BLOCK; hour += 1) {
    const at = hour * QUARTERS_PER_HOUR;
    if (!quarters.subarray(at, at + QUARTERS_PER_HOUR).some((bits) => bits !== 0)) continue;
    view.setUint8(hour >> 3, view.getUint8(hour >> 3) | (1 << (hour & 7)));
    for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter += 1) {
      view.setUint16(end, quarters[at + quarter] ?? 0, true);
      end += 2;
    }
  }
  return bytes.slice(0, end);
}

/** Visits the quarters of an hour that have signals, in order, with the minute each begins with and its bits. */
function forEachQuarter(
  { block, hours }: PresenceBlock,
  visit: (minute: number, bits: number) => void,
): void {
  const view = viewOf(hours);
  let at = MASK_BYTES;
  let minute = block * MINUTES_PER_BLOCK;
  for (let hour = 0; hour < HOURS_PER_BLOCK; hour += 1, minute += MINUTES_PER_HOUR) {
    if ((view.getUint8(hour >> 3) & (1 << (hour & 7))) === 0) continue;
    for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter += 1, at += 2) {
      const bits = view.getUint16(at, true);
      if (bits !== 0) visit(minute + quarter * MINUTES_PER_QUARTER, bits);
    }
  }
}

function viewOf(hours: Uint8Array): DataView {
  return new DataView(hours.buffer, hours.byteOffset, hours.byteLength);
}

/**
 * Visits the presence windows of a device, oldest first: signals at most `maxGapMinutes` apart form one window, from
 * the minute of the first to the end of the minute of the last (`to` is exclusive). A single signal counts as its
 * minute.
 */
export function forEachWindow(
  blocks: Iterable<PresenceBlock>,
  maxGapMinutes: number,
  visit: (fromMinute: number, toMinute: number) => void,
): void {
  const walk = new WindowWalk(maxGapMinutes, visit);
  for (const block of blocks) walk.pass(block);
  walk.end();
}

/** Earlier than any signal by more than any gap, and small enough for the fast integers of the engine. */
const NEVER = -1_000_000_000;

/** Walks over very many quarters: optimised, without a call for each. */
class WindowWalk {
  readonly #gap: number;
  readonly #visit: (fromMinute: number, toMinute: number) => void;
  #from = NEVER;
  #last = NEVER;

  constructor(gap: number, visit: (fromMinute: number, toMinute: number) => void) {
    this.#gap = gap;
    this.#visit = visit;
  }

  pass({ block, hours }: PresenceBlock): void {
    const view = viewOf(hours);
    let at = MASK_BYTES;
    let minute = block * MINUTES_PER_BLOCK;
    // Within a quarter no two signals are further apart than 14 minutes: its first and its last one suffice.
    const isCoarse = this.#gap >= MINUTES_PER_QUARTER - 1;
    for (let hour = 0; hour < HOURS_PER_BLOCK; hour += 1, minute += MINUTES_PER_HOUR) {
      if ((view.getUint8(hour >> 3) & (1 << (hour & 7))) === 0) continue;
      if (isCoarse) this.#passHour(view, at, minute);
      else this.#passMinutes(view, at, minute);
      at += BYTES_PER_HOUR;
    }
  }

  end(): void {
    if (this.#last !== NEVER) this.#visit(this.#from, this.#last + 1);
  }

  #passHour(view: DataView, start: number, firstMinute: number): void {
    let last = this.#last;
    for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter += 1) {
      const bits = view.getUint16(start + quarter * 2, true);
      if (bits === 0) continue;
      const minute = firstMinute + quarter * MINUTES_PER_QUARTER;
      const first = minute + 31 - Math.clz32(bits & -bits);
      if (first - last > this.#gap) this.#breakAt(first, last);
      last = minute + 31 - Math.clz32(bits);
    }
    this.#last = last;
  }

  #passMinutes(view: DataView, start: number, firstMinute: number): void {
    let last = this.#last;
    for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter += 1) {
      const minute = firstMinute + quarter * MINUTES_PER_QUARTER;
      let bits = view.getUint16(start + quarter * 2, true);
      for (; bits !== 0; bits &= bits - 1) {
        const log = minute + 31 - Math.clz32(bits & -bits);
        if (log - last > this.#gap) this.#breakAt(log, last);
        last = log;
      }
    }
    this.#last = last;
  }

  /** Ends the window whose last signal was `last`, if there was one, and begins the next. */
  #breakAt(from: number, last: number): void {
    if (last !== NEVER) this.#visit(this.#from, last + 1);
    this.#from = from;
  }
}

/** Returns the first and the last minute with a signal in `[fromMinute, toMinute)`; null if there is none. */
export function firstAndLast(
  blocks: readonly PresenceBlock[],
  fromMinute: number,
  toMinute: number,
): { readonly first: number; readonly last: number } | null {
  const first = firstFound(blocks, (block) => firstAndLastOf(block, fromMinute, toMinute)?.first);
  if (first === undefined) return null;
  const backwards = blocks.toReversed();
  const last = firstFound(backwards, (block) => firstAndLastOf(block, fromMinute, toMinute)?.last);
  return { first, last: last ?? first };
}

/** Returns the first result of `find`; later blocks are not read. */
function firstFound<Found>(
  blocks: readonly PresenceBlock[],
  find: (block: PresenceBlock) => Found | undefined,
): Found | undefined {
  for (const block of blocks) {
    const found = find(block);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstAndLastOf(
  block: PresenceBlock,
  fromMinute: number,
  toMinute: number,
): { readonly first: number; readonly last: number } | undefined {
  let first: number | undefined;
  let last = 0;
  forEachQuarter(block, (minute, all) => {
    const bits = bitsBetween(all, fromMinute - minute, toMinute - minute);
    if (bits === 0) return;
    first ??= minute + 31 - Math.clz32(bits & -bits);
    last = minute + 31 - Math.clz32(bits);
  });
  return first === undefined ? undefined : { first, last };
}

/** Returns the bits in `[from, to)`. */
function bitsBetween(bits: number, from: number, to: number): number {
  if (from <= 0 && to >= MINUTES_PER_QUARTER) return bits;
  if (from >= MINUTES_PER_QUARTER || to <= 0) return 0;
  return bits & (-1 << Math.max(from, 0)) & ~(-1 << Math.min(to, MINUTES_PER_QUARTER));
}
