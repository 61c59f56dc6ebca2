/**
 * Caches results for long texts, of which a fleet has few different ones. The last text is compared first, which is
 * faster than hashing it. Starts over when there are more than `max`.
 */
export class ByText<Value> {
  readonly #max: number;
  readonly #known = new Map<string, Value>();
  #last: { readonly text: string; readonly value: Value } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the result for this text, and creates it if needed. */
  get(text: string, make: () => Value): Value {
    if (this.#last?.text === text) return this.#last.value;
    const value = this.#known.get(text) ?? this.#put(text, make());
    this.#last = { text, value };
    return value;
  }

  #put(text: string, value: Value): Value {
    if (this.#known.size >= this.#max) this.#known.clear();
    this.#known.set(text, value);
    return value;
  }
}
