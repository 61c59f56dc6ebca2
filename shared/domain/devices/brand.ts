import type { Brand } from '../../contract/devices/reported.ts';

/**
 * Words in the names of models by manufacturer, in lower case, product codes included. Source: public product names;
 * PICO 4 series are A8110, A8140 and A9210, Neo 3 is A7H10 and A7Q10.
 */
const WORDS: readonly (readonly [Brand, RegExp])[] = [
  ['pico', /\b(pico|phoenix|a7h\w*|a7q\w*|a8\d{3}\w*|a9\d{3}\w*)\b/],
  ['meta', /\b(meta|quest|oculus|hollywood|eureka|seacliff|panther|onca)\b/],
  ['htc', /\b(htc|vive|focus ?(3|vision)|xr ?elite)\b/],
];

/** Returns the manufacturer for a model's name and product; `generic` if neither is known. */
export function brandOf(name: string, product: string): Brand {
  const text = `${name} ${product}`.toLowerCase().replaceAll(/[_-]/g, ' ');
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? 'generic';
}
