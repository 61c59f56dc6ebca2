import { decoded } from '../../model/words/decoded.ts';

/** The last part of an address, as people would call the file. */
export function nameOfUrl(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const last = path.split('/').findLast((part) => part !== '') ?? url;
  return decoded(last);
}
