import type { SyncParts } from './parts.ts';
import type { Note, RunCounts } from './run-store.ts';

/** Maximum number of report lines per run. */
const MAX_NOTES = 50_000;

/** Writes the report of one run. */
export class RunLog {
  readonly #parts: SyncParts;
  readonly #runKey: number;
  readonly #counts: Partial<Record<keyof RunCounts, number>> = {};
  #notes = 0;
  /** The entry of this run in the change history, once something was applied. */
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
    if (this.#notes > MAX_NOTES) return;
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

  /** True if the run changed nothing on either side. */
  get isIdle(): boolean {
    return this.#notes === 0 && Object.entries(this.#counts).every(([name]) => name === 'requests');
  }
}
