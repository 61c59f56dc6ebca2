/** Maximum number of slots per request. Source: contract `createSlots`. */
const MAX_SLOTS = 500;
const MAX_NUMBER = 999_999;
/** Maximum number of shelves of a cart. Source: contract `cartSchema`. */
export const MAX_SHELVES = 50;
const MAX_CART_LENGTH = 128;
const MAX_PREFIX_LENGTH = 64;
const SLOTS_PER_SHELF = 10;

/** The form: text as typed, so that `01` keeps its zero. */
export type CartDescription = {
  readonly cart: string;
  readonly prefix: string;
  readonly from: string;
  readonly to: string;
  readonly shelves: string;
};

/** A problem of a description, by field. */
export type DescriptionProblem =
  | { readonly field: 'cart'; readonly kind: 'cartMissing' | 'cartTooLong' }
  | { readonly field: 'prefix'; readonly kind: 'prefixTooLong' }
  | { readonly field: 'from'; readonly kind: 'notANumber' | 'numberTooLarge' }
  | { readonly field: 'to'; readonly kind: 'notANumber' | 'numberTooLarge' | 'endsBeforeStart' }
  | { readonly field: 'to'; readonly kind: 'tooMany'; readonly count: number }
  | { readonly field: 'from'; readonly kind: 'nameTaken'; readonly label: string; readonly nextFree: number }
  | { readonly field: 'shelves'; readonly kind: 'notANumber' | 'tooManyShelves' | 'moreShelvesThanPlaces' };

/** A valid description. `pad` is the number of digits of a name. */
export type CartPlan = {
  readonly cart: string;
  readonly prefix: string;
  readonly start: number;
  readonly count: number;
  readonly pad: number;
  readonly shelves: number;
};

/** Parses a whole number of at most six digits, or null. */
export function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : null;
}

/** Returns the name of a slot: prefix and number with leading zeros. Same rule as the station's. */
export function slotName(plan: Pick<CartPlan, 'prefix' | 'pad'>, number: number): string {
  return `${plan.prefix}${String(number).padStart(plan.pad, '0')}`;
}

/** Returns the names of all slots in order. */
export function slotNames(plan: CartPlan): readonly string[] {
  return Array.from({ length: plan.count }, (_, index) => slotName(plan, plan.start + index));
}

/** Returns ten per shelf, as usual for carts. */
export function defaultShelves(count: number): number {
  return Math.min(MAX_SHELVES, Math.max(1, Math.ceil(count / SLOTS_PER_SHELF)));
}

/** Returns the number of slots in a description; null while its numbers are invalid. */
export function slotCount(description: Pick<CartDescription, 'from' | 'to'>): number | null {
  const from = wholeNumber(description.from);
  const to = wholeNumber(description.to);
  return from === null || to === null || to < from ? null : to - from + 1;
}

function numberProblem<Field extends 'from' | 'to'>(
  field: Field,
  value: number | null,
): { field: Field; kind: 'notANumber' | 'numberTooLarge' } | null {
  if (value === null) return { field, kind: 'notANumber' };
  return value > MAX_NUMBER ? { field, kind: 'numberTooLarge' } : null;
}

function rangeProblem(from: number, to: number): DescriptionProblem | null {
  if (to < from) return { field: 'to', kind: 'endsBeforeStart' };
  const count = to - from + 1;
  return count > MAX_SLOTS ? { field: 'to', kind: 'tooMany', count } : null;
}

function shelfProblem(shelves: number | null, count: number | null): DescriptionProblem | null {
  if (shelves === null || shelves < 1) return { field: 'shelves', kind: 'notANumber' };
  if (shelves > MAX_SHELVES) return { field: 'shelves', kind: 'tooManyShelves' };
  return count !== null && shelves > count ? { field: 'shelves', kind: 'moreShelvesThanPlaces' } : null;
}

function takenProblem(plan: CartPlan, taken: ReadonlySet<string>): DescriptionProblem | null {
  const label = slotNames(plan).find((name) => taken.has(name));
  if (label === undefined) return null;
  const numbers = [...taken]
    .filter((name) => name.startsWith(plan.prefix))
    .map((name) => wholeNumber(name.slice(plan.prefix.length)) ?? 0);
  // Counted, not spread into Math.max: a station may have more names than a call can take arguments.
  const last = numbers.reduce((highest, number) => Math.max(highest, number), 0);
  return { field: 'from', kind: 'nameTaken', label, nextFree: last + 1 };
}

function textProblems(description: CartDescription): DescriptionProblem[] {
  const problems: DescriptionProblem[] = [];
  const cart = description.cart.trim();
  if (cart === '') problems.push({ field: 'cart', kind: 'cartMissing' });
  if (cart.length > MAX_CART_LENGTH) problems.push({ field: 'cart', kind: 'cartTooLong' });
  if (description.prefix.length > MAX_PREFIX_LENGTH)
    problems.push({ field: 'prefix', kind: 'prefixTooLong' });
  return problems;
}

/**
 * Converts a description into a plan, or returns the problems, in field order. `taken` holds the names in use at this
 * station: two with one name could not be distinguished.
 */
export function planCart(
  description: CartDescription,
  taken: ReadonlySet<string>,
): { readonly plan: CartPlan } | { readonly problems: readonly DescriptionProblem[] } {
  const from = wholeNumber(description.from);
  const to = wholeNumber(description.to);
  const shelves = wholeNumber(description.shelves);
  const numberProblems = [numberProblem('from', from), numberProblem('to', to)].filter((it) => it !== null);
  const range = numberProblems.length === 0 && from !== null && to !== null ? rangeProblem(from, to) : null;
  const problems = [
    ...textProblems(description),
    ...numberProblems,
    ...(range === null ? [] : [range]),
    ...[shelfProblem(shelves, slotCount(description))].filter((it) => it !== null),
  ];
  if (problems.length > 0 || from === null || to === null || shelves === null) return { problems };
  const plan: CartPlan = {
    cart: description.cart.trim(),
    prefix: description.prefix,
    start: from,
    count: to - from + 1,
    pad: Math.min(6, Math.max(description.from.trim().length, String(to).length)),
    shelves,
  };
  const clash = takenProblem(plan, taken);
  return clash === null ? { plan } : { problems: [clash] };
}

/** Adjusts `to` when the number of headsets changes. */
export function withCount(description: CartDescription, count: number): CartDescription {
  const from = wholeNumber(description.from) ?? 1;
  const to = String(from + count - 1).padStart(description.from.trim().length, '0');
  return { ...description, to, shelves: String(defaultShelves(count)) };
}

/** Adjusts `to` to a number of headsets as typed; it is empty while that is not a number from 1. */
export function withTypedCount(description: CartDescription, typed: string): CartDescription {
  const count = wholeNumber(typed);
  return count === null || count < 1 ? { ...description, to: '' } : withCount(description, count);
}

/**
 * Returns the next cart by the first free letter: Cart A, Cart B, … The names of its slots are free too: a cart that
 * was described in another language has another name, and the same ones.
 */
export function suggestCart(
  existingCarts: readonly string[],
  word: string,
  taken: ReadonlySet<string>,
): CartDescription {
  const withLetter = (letter: string): CartDescription => ({
    cart: `${word} ${letter}`,
    prefix: `${letter}-`,
    from: '01',
    to: '30',
    shelves: '3',
  });
  const isFree = (letter: string): boolean =>
    !existingCarts.includes(withLetter(letter).cart) && 'plan' in planCart(withLetter(letter), taken);
  return withLetter(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').find(isFree) ?? 'A');
}

/** Returns a description that continues after the names of a cart. */
export function suggestMoreSlots(cart: string, names: readonly string[]): CartDescription {
  const last = names.at(-1) ?? '';
  const match = /^(.*?)(\d{1,6})$/.exec(last);
  const prefix = match?.[1] ?? (last === '' ? '' : `${last}-`);
  const digits = match?.[2] ?? '00';
  const start = Number(digits) + 1;
  const from = String(start).padStart(digits.length, '0');
  return withCount({ cart, prefix, from, to: from, shelves: '1' }, SLOTS_PER_SHELF);
}
