import { decoded } from '../../model/content/decoded.ts';

/** Returns the last part of a URL as a file name. */
export function nameOfUrl(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const last = path.split('/').findLast((part) => part !== '') ?? url;
  return decoded(last);
}
