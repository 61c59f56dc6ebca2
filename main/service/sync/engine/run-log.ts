import type { SyncParts } from './parts.ts';
import type { Note, RunCounts } from './run-store.ts';

/** Lines that one run leaves in its report at most. */
const MOST_NOTES = 50_000;

/** Keeps the report of one run. */
export class RunLog {
  readonly #parts: SyncParts;
  readonly #runKey: number;
  readonly #counts: Partial<Record<keyof RunCounts, number>> = {};
  #notes = 0;
  /** The entry of this run in the history of changes, once something was taken. */
  changeId: string | undefined;

  constructor(parts: SyncParts, runKey: number) {
    this.#parts = parts;
    this.#runKey = runKey;
  }

  /** Writes one line, inside the caller's transaction. */
  note(
    direction: Note['direction'],
    device: { readonly id: string; readonly label: string | null },
    what: object,
  ): void {
    this.#notes += 1;
    if (this.#notes > MOST_NOTES) return;
    const { stores, records } = this.#parts;
    stores.runs.note(this.#runKey, {
      atMs: records.core.clock.now(),
      direction,
      deviceId: device.id,
      label: device.label,
      what: JSON.stringify(what),
    });
  }

  count(name: keyof RunCounts, by = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + by;
  }

  get counts(): RunCounts {
    return this.#counts;
  }

  /** True where the run changed nothing on either side. */
  get isIdle(): boolean {
    return this.#notes === 0 && Object.entries(this.#counts).every(([name]) => name === 'requests');
  }
}
