import { contract } from '../../../../shared/contract/index.ts';
import { isObject, own } from '../rules/values.ts';
import type { Outcome } from '../wire/outcome.ts';
import { broken, type Listing, NO_LIST, readRows } from './pages.ts';
import { type CentralDevice, type CentralPage, isUnreadable, readDevice } from './readers.ts';
import { callOf, type Requests } from './requests.ts';
import { versionOfRevision } from '../wire/version.ts';

/** Source: shared/contract/devices/records.ts. */
const ROWS_ON_PAGE = 1_000;
const MAX_RECORDS = 250;
const MEGABYTE = 1_024 * 1_024;
const MAX_BYTES = { page: 4 * MEGABYTE, records: 12 * MEGABYTE } as const;
/** Enough for any organisation. */
const MAX_PAGES = 200;

type Read = Outcome<CentralDevice>;
type Waiting = { readonly id: string; readonly settle: (read: Promise<Read> | Read) => void };

/**
 * Combines the record reads of one turn of the event loop into few requests to a Muster central. Falls back to one
 * request per device at other centrals, and for devices that the answer lacks.
 */
export class RecordReader {
  readonly #requests: Requests;
  readonly #getOne: (id: string, signal: AbortSignal | undefined) => Promise<Read>;
  readonly #waiting = new Map<AbortSignal | undefined, Waiting[]>();
  /** True once this central has turned out not to support bulk reads. */
  #isUnsupported = false;

  constructor(requests: Requests, getOne: (id: string, signal: AbortSignal | undefined) => Promise<Read>) {
    this.#requests = requests;
    this.#getOne = getOne;
  }

  /** Only a Muster central sends an epoch. */
  get #isSupported(): boolean {
    return !this.#isUnsupported && this.#requests.epoch !== undefined;
  }

  get(id: string, signal: AbortSignal | undefined): Promise<Read> {
    if (!this.#isSupported) return this.#getOne(id, signal);
    const waiting = this.#waiting.get(signal) ?? [];
    this.#waiting.set(signal, waiting);
    if (waiting.length === 0) setImmediate(() => this.#flush(signal));
    return new Promise((settle) => waiting.push({ id, settle }));
  }

  /** Reads the whole list in large pages; undefined if this central does not support it. */
  async eachPage(
    { enterpriseId, signal }: Listing,
    onPage: (page: CentralPage, seen: number) => Promise<void> | void,
  ): Promise<Outcome<{ readonly total: number }> | undefined> {
    if (!this.#isSupported) return undefined;
    let after: string | undefined;
    let seen = 0;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const call = callOf(contract.listRecords, {}, { limit: ROWS_ON_PAGE, after, enterpriseId });
      const outcome = await this.#requests.send({ ...call, maxBytes: MAX_BYTES.page, signal });
      if (outcome.kind !== 'ok') return page === 1 && this.#notesUnsupported(outcome) ? undefined : outcome;
      const read = readRows(outcome.value.json);
      if (read === undefined) return NO_LIST;
      const { rows, items, unreadable, total } = read;
      seen += items.length;
      after = idOf(rows.at(-1));
      const isLast = rows.length < ROWS_ON_PAGE || after === undefined;
      await onPage({ items, unreadable, total, isLast }, seen);
      if (isLast) return { kind: 'ok', value: { total: seen } };
    }
    return broken('ENDLESS_PAGES', 'The list does not end.');
  }

  /** Remembers that the central refuses bulk reads: it is an older one, or the token may not use them. */
  #notesUnsupported(outcome: Outcome<unknown>): boolean {
    if (outcome.kind !== 'refused' || ![400, 403, 404, 405].includes(outcome.status)) return false;
    this.#isUnsupported = true;
    return true;
  }

  #flush(signal: AbortSignal | undefined): void {
    const waiting = this.#waiting.get(signal) ?? [];
    this.#waiting.delete(signal);
    if (waiting.length === 1) {
      for (const { id, settle } of waiting) settle(this.#getOne(id, signal));
      return;
    }
    for (let at = 0; at < waiting.length; at += MAX_RECORDS)
      void this.#readTogether(waiting.slice(at, at + MAX_RECORDS), signal);
  }

  async #readTogether(waiting: readonly Waiting[], signal: AbortSignal | undefined): Promise<void> {
    const ids = [...new Set(waiting.map(({ id }) => id))];
    const request = { ...callOf(contract.readRecords), body: { ids }, isRead: true };
    const outcome = await this.#requests.send({ ...request, maxBytes: MAX_BYTES.records, signal });
    const found = outcome.kind === 'ok' ? readRecords(outcome.value.json) : new Map<string, Read>();
    for (const { id, settle } of waiting) {
      const read = found.get(id);
      // Read devices one by one if the answer lacks them or was too large, or if the central fails for one of them.
      const isOneByOne =
        outcome.kind === 'ok' ||
        outcome.kind === 'broken' ||
        (outcome.kind === 'offline' && outcome.fault.reason === 'SERVER_ERROR') ||
        this.#notesUnsupported(outcome);
      settle(read ?? (isOneByOne ? this.#getOne(id, signal) : outcome));
    }
  }
}

/** Returns the readable records by id. The others are read one by one, which reports what is wrong with them. */
function readRecords(json: unknown): Map<string, Read> {
  const found = new Map<string, Read>();
  for (const each of Array.isArray(json) ? (json as readonly unknown[]) : []) {
    const device = readDevice(each);
    if (isUnreadable(device) || !isObject(each)) continue;
    const version = versionOfRevision(own(each, 'revision'));
    found.set(device.id, { kind: 'ok', value: { ...device, version } });
  }
  return found;
}

function idOf(row: unknown): string | undefined {
  const id = isObject(row) ? own(row, 'id') : undefined;
  return typeof id === 'string' ? id : undefined;
}
