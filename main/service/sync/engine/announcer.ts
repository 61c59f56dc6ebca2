/** Minimum interval between two announcements: of progress, and of counts that changed for another reason. */
const PROGRESS_MS = 250;
const COUNTS_MS = 1_000;

/**
 * Notifies listeners of the sync status: a new state immediately, progress a few times a second, other counts once a
 * second.
 */
export class Announcer {
  readonly #announce: () => void;
  readonly #state: () => string;
  #published: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = Number.POSITIVE_INFINITY;

  constructor(announce: () => void, state: () => string) {
    this.#announce = announce;
    this.#state = state;
  }

  /** Call it when the engine may have progressed. */
  publish(): void {
    if (this.#state() !== this.#published) return this.#now();
    this.#within(PROGRESS_MS);
  }

  /** Call it when a count may have changed. */
  publishCounts(): void {
    this.#within(COUNTS_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #within(ms: number): void {
    const dueMs = performance.now() + ms;
    if (this.#timer !== undefined && this.#dueMs <= dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => this.#now(), ms).unref();
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#published = this.#state();
    this.#announce();
  }
}
