/**
 * What was made of long texts, of which a fleet has few different ones. The text seen last is compared first: finding one
 * that was just read by its hash takes longer than comparing it. Starts anew when there are more than `most`.
 */
export class ByText<Value> {
  readonly #most: number;
  readonly #known = new Map<string, Value>();
  #last: { readonly text: string; readonly value: Value } | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** What was made of this text; makes it where it is not known. */
  get(text: string, make: () => Value): Value {
    if (this.#last?.text === text) return this.#last.value;
    const value = this.#known.get(text) ?? this.#put(text, make());
    this.#last = { text, value };
    return value;
  }

  #put(text: string, value: Value): Value {
    if (this.#known.size >= this.#most) this.#known.clear();
    this.#known.set(text, value);
    return value;
  }
}
