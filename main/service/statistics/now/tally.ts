import { byText } from '../../../../shared/domain/kernel/by-text.ts';

/** Counts how often each item occurs. Items are compared by their JSON. */
export class Tally<Thing extends object> {
  readonly #counts = new Map<string, { readonly thing: Thing; count: number }>();

  add(thing: Thing): void {
    const key = JSON.stringify(thing);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { thing, count: 1 });
    else known.count += 1;
  }

  /** Every item with its count, the largest first; equal counts in a stable order. */
  get counts(): (Thing & { count: number })[] {
    return [...this.#counts]
      .toSorted(([a, one], [b, other]) => other.count - one.count || byText(a, b))
      .map(([, { thing, count }]) => ({ ...thing, count }));
  }
}

/** A running mean. */
export class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the mean rounded to `decimals`; null without values. */
  rounded(decimals: number): number | null {
    if (this.#count === 0) return null;
    const scale = 10 ** decimals;
    return Math.round((this.#sum / this.#count) * scale) / scale;
  }
}
