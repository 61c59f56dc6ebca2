/** Runs one piece of work after the other, in the order in which they came; one that fails does not stop the next. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything before it has ended; settles as it does. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
