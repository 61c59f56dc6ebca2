/** Runs jobs one after the other, in order of arrival; a failed one does not stop the next. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything before it has ended; settles with its result. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
