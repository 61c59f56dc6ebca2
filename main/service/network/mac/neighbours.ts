import { setTimeout as sleep } from 'node:timers/promises';

import type { AddressTable } from '../../../../shared/domain/network/address-table.ts';
import { neighboursAmong } from './own-networks.ts';
import { poke } from './poke.ts';
import { readerOf, readTable } from './read-table.ts';

/** Where a program must be started to read the table, one that was read this long ago still answers a first question. */
const FRESH_MS = 1_000;
/** Looks that are due at about the same time share one reading: where it takes a program, that is what costs. */
const SHARED_MS = 25;
/** When the table is looked at again: hosts answer within 60 ms, sleeping radios within half a second. Source: lan.md 1.2. */
const LOOK_AGAIN_AFTER_MS = [50, 100, 400];
/** Systems keep no more than some hundred questions open at once. Source: lan.md 1.2, gc_thresh. */
const MOST_AT_ONCE = 256;
/** After this no further part is begun: others may know the rest. */
const ASKING_MS = 4_000;

/** What the neighbours stand on; tests give their own. */
type Parts = {
  readonly readTable: () => Promise<AddressTable>;
  readonly poke: (ips: readonly string[]) => Promise<void>;
  readonly neighboursAmong: (ips: readonly string[]) => string[];
  /** How old a reading may be that answers a first question. */
  readonly freshMs: number;
};

/** Of the computer that this runs on. */
function ownParts(): Parts {
  const reader = readerOf(process.platform);
  return {
    readTable: () => readTable(reader),
    poke,
    neighboursAmong,
    // A file costs next to nothing: what it says now is worth more.
    freshMs: reader?.file === undefined ? FRESH_MS : SHARED_MS,
  };
}

/**
 * This computer's own neighbour table. Who has just called is in it; for others the system is made to ask. Only neighbours
 * are in it: behind a router it knows the router alone.
 */
export class Neighbours {
  readonly #parts: Parts;
  #reading: { readonly startedAtMs: number; readonly table: Promise<AddressTable> } | undefined;

  constructor(parts: Parts = ownParts()) {
    this.#parts = parts;
  }

  /** The MAC addresses that are known of `ips`; it gives up at `signal`. @throws where the table cannot be read. */
  async find(ips: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const wanted = this.#parts.neighboursAmong(ips);
    if (wanted.length === 0) return found;
    const unknown = take(await this.#table(performance.now() - this.#parts.freshMs), wanted, found);
    const startedAtMs = performance.now();
    for (let at = 0; at < unknown.length; at += MOST_AT_ONCE) {
      if (signal.aborted || performance.now() - startedAtMs > ASKING_MS) break;
      await this.#ask(unknown.slice(at, at + MOST_AT_ONCE), found, signal);
    }
    return found;
  }

  /** Makes the system ask for addresses and adds those that answer. */
  async #ask(ips: readonly string[], found: Map<string, string>, signal: AbortSignal): Promise<void> {
    let unknown = ips;
    await this.#parts.poke(unknown);
    for (const afterMs of LOOK_AGAIN_AFTER_MS) {
      await sleep(afterMs, undefined, { signal });
      unknown = take(await this.#table(performance.now() - SHARED_MS), unknown, found);
      if (unknown.length === 0) return;
    }
  }

  /** The table as it was read at `notBeforeMs` or later. */
  #table(notBeforeMs: number): Promise<AddressTable> {
    if (this.#reading === undefined || this.#reading.startedAtMs < notBeforeMs) {
      const reading = { startedAtMs: performance.now(), table: this.#parts.readTable() };
      this.#reading = reading;
      reading.table.catch(() => {
        // Whoever waits for it hears why; the next one reads anew.
        if (this.#reading === reading) this.#reading = undefined;
      });
    }
    return this.#reading.table;
  }
}

/** Adds those of `ips` that the table has, and answers the others. */
function take(table: AddressTable, ips: readonly string[], found: Map<string, string>): string[] {
  return ips.filter((ip) => {
    const macAddress = table.get(ip);
    if (macAddress !== undefined) found.set(ip, macAddress);
    return macAddress === undefined;
  });
}
