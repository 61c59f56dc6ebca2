/** Progress is told this often at most. */
const EVERY_MS = 250;

/** Tells listeners what is to be seen: another state at once, progress a few times a second. */
export class Announcer {
  readonly #announce: () => void;
  readonly #state: () => string;
  #told: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(announce: () => void, state: () => string) {
    this.#announce = announce;
    this.#state = state;
  }

  /** Something may have changed. */
  tell(): void {
    if (this.#state() !== this.#told) return this.#now();
    this.#timer ??= setTimeout(() => this.#now(), EVERY_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#told = this.#state();
    this.#announce();
  }
}
