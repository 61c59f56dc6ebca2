import { fileMediaType } from '../../kernel/openapi/file-media-types.ts';
import type { LibraryItem } from '../library/store.ts';
import type { Selected } from './select.ts';

/** The digest names the bytes for good: whoever has them never has to ask again. */
const CACHE_CONTROL = 'private, immutable, max-age=31536000';

/** The strong tag of a content: its digest. */
export function tagOf({ sha256 }: Pick<LibraryItem, 'sha256'>): string {
  return `"${sha256}"`;
}

/** What stands over every answer about a content, also over 304. */
export function versionHeaders(item: Pick<LibraryItem, 'sha256'>): Record<string, string> {
  return { etag: tagOf(item), 'cache-control': CACHE_CONTROL };
}

/** What stands over the bytes of a content. `Repr-Digest` is of the whole, also over a range. Source: RFC 9530, section 3. */
export function contentHeaders(item: LibraryItem, selected: Selected): Record<string, string | number> {
  const { sha256, sizeBytes } = item;
  const part = selected.kind === 'part' ? selected : { start: 0, end: sizeBytes - 1 };
  return {
    ...versionHeaders(item),
    'accept-ranges': 'bytes',
    'content-type': fileMediaType(item.mediaType),
    'content-length': part.end - part.start + 1,
    'content-disposition': dispositionOf(item.name),
    // A video that is opened by itself runs nothing either.
    'content-security-policy': "default-src 'none'; sandbox",
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    ...(selected.kind === 'part' ? { 'content-range': `bytes ${part.start}-${part.end}/${sizeBytes}` } : {}),
  };
}

/** To be kept as a file under its name: the plain form for old programs, the exact one for others. Source: RFC 6266, section 4.3. */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
