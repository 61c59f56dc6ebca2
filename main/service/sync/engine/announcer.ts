/** Progress is announced this often at most, and figures that changed for another reason that often. */
const PROGRESS_MS = 250;
const FIGURES_MS = 1_000;

/** Tells listeners how sync stands: another state at once, progress a few times a second, other figures once a second. */
export class Announcer {
  readonly #announce: () => void;
  readonly #state: () => string;
  #told: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = Number.POSITIVE_INFINITY;

  constructor(announce: () => void, state: () => string) {
    this.#announce = announce;
    this.#state = state;
  }

  /** The engine may have moved on. */
  tell(): void {
    if (this.#state() !== this.#told) return this.#now();
    this.#within(PROGRESS_MS);
  }

  /** Something that is counted may have changed. */
  tellFigures(): void {
    this.#within(FIGURES_MS);
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
    this.#told = this.#state();
    this.#announce();
  }
}
