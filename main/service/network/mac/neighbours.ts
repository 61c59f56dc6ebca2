import { setTimeout as sleep } from 'node:timers/promises';

import type { AddressTable } from './address-table.ts';
import { neighboursAmong } from './own-networks.ts';
import { probe } from './probe.ts';
import { readerOf, readTable } from './read-table.ts';

/** If reading the table takes a program, a table this old still answers a first request, in ms. */
const FRESH_MS = 1_000;
/** Requests within this time share one reading, because starting a program is expensive, in ms. */
const SHARED_MS = 25;
/**
 * When the table is read again, in ms: hosts answer within 60 ms, sleeping radios within half a second (measured
 * with 254 addresses).
 */
const CHECK_DELAYS_MS = [50, 100, 400];
/** Systems keep only some hundred ARP requests open. Source: Linux's gc_thresh1 to 3, by default 128, 512 and 1,024. */
const MAX_CONCURRENT = 256;
/** After this no further batch is started, in ms: other sources may know the rest. */
const QUERY_FOR_MS = 4_000;

/** Dependencies; tests replace them. */
type Parts = {
  readonly readTable: () => Promise<AddressTable>;
  readonly probe: (ips: readonly string[]) => Promise<void>;
  readonly neighboursAmong: (ips: readonly string[]) => string[];
  /** Maximum age of a reading for a first request, in ms. */
  readonly freshMs: number;
};

/** Returns the table reader and the prober for this computer's platform. */
function ownParts(): Parts {
  const reader = readerOf(process.platform);
  return {
    readTable: () => readTable(reader),
    probe,
    neighboursAmong,
    // Reading a file costs next to nothing, so it is always read again.
    freshMs: reader?.file === undefined ? FRESH_MS : SHARED_MS,
  };
}

/**
 * This computer's own neighbour table. It contains recent callers; for others the system is made to send an ARP
 * request. It contains neighbours only: behind a router it has only the router.
 */
export class Neighbours {
  readonly #parts: Parts;
  #reading: { readonly startedAtMs: number; readonly table: Promise<AddressTable> } | undefined;

  constructor(parts: Parts = ownParts()) {
    this.#parts = parts;
  }

  /** Returns the known MAC addresses of `ips`; stops at `signal`. @throws if the table cannot be read. */
  async find(ips: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const wanted = this.#parts.neighboursAmong(ips);
    if (wanted.length === 0) return found;
    const unknown = collect(await this.#table(performance.now() - this.#parts.freshMs), wanted, found);
    const startedAtMs = performance.now();
    for (let at = 0; at < unknown.length; at += MAX_CONCURRENT) {
      if (signal.aborted || performance.now() - startedAtMs > QUERY_FOR_MS) break;
      await this.#query(unknown.slice(at, at + MAX_CONCURRENT), found, signal);
    }
    return found;
  }

  /** Makes the system look up addresses and adds those that answer. */
  async #query(ips: readonly string[], found: Map<string, string>, signal: AbortSignal): Promise<void> {
    let unknown = ips;
    await this.#parts.probe(unknown);
    for (const afterMs of CHECK_DELAYS_MS) {
      await sleep(afterMs, undefined, { signal });
      unknown = collect(await this.#table(performance.now() - SHARED_MS), unknown, found);
      if (unknown.length === 0) return;
    }
  }

  /** Returns a table read at `notBeforeMs` or later. */
  #table(notBeforeMs: number): Promise<AddressTable> {
    if (this.#reading === undefined || this.#reading.startedAtMs < notBeforeMs) {
      const reading = { startedAtMs: performance.now(), table: this.#parts.readTable() };
      this.#reading = reading;
      reading.table.catch(() => {
        // Waiting requests get the error; the next one reads again.
        if (this.#reading === reading) this.#reading = undefined;
      });
    }
    return this.#reading.table;
  }
}

/** Adds those of `ips` that are in the table, and returns the others. */
function collect(table: AddressTable, ips: readonly string[], found: Map<string, string>): string[] {
  return ips.filter((ip) => {
    const macAddress = table.get(ip);
    if (macAddress !== undefined) found.set(ip, macAddress);
    return macAddress === undefined;
  });
}
