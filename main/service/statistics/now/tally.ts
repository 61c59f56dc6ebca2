import { byText } from '../../../../shared/domain/kernel/by-text.ts';

/** Counts how often each thing occurs. What a thing is, is told by its text. */
export class Tally<Thing extends object> {
  readonly #counts = new Map<string, { readonly thing: Thing; count: number }>();

  add(thing: Thing): void {
    const key = JSON.stringify(thing);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { thing, count: 1 });
    else known.count += 1;
  }

  /** Every thing with its count, the largest first; equal ones in an order that is always the same. */
  get counts(): (Thing & { count: number })[] {
    return [...this.#counts]
      .toSorted(([a, one], [b, other]) => other.count - one.count || byText(a, b))
      .map(([, { thing, count }]) => ({ ...thing, count }));
  }
}

/** A mean that is made as its values come. */
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

  /** Rounded to `decimals`; null of nothing. */
  rounded(decimals: number): number | null {
    if (this.#count === 0) return null;
    const scale = 10 ** decimals;
    return Math.round((this.#sum / this.#count) * scale) / scale;
  }
}
