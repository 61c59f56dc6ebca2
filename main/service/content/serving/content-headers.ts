import { fileMediaType } from '../../kernel/openapi/file-media-types.ts';
import type { LibraryItem } from '../files/store.ts';
import type { Selected } from './select.ts';

/** The digest identifies the bytes forever, so a cached copy never has to be revalidated. */
const CACHE_CONTROL = 'private, immutable, max-age=31536000';

/** Returns the strong entity tag of a content: its digest. */
export function tagOf({ sha256 }: Pick<LibraryItem, 'sha256'>): string {
  return `"${sha256}"`;
}

/** Returns the headers of every reply about a content, including 304. */
export function versionHeaders(item: Pick<LibraryItem, 'sha256'>): Record<string, string> {
  return { etag: tagOf(item), 'cache-control': CACHE_CONTROL };
}

/**
 * Returns the headers for the bytes of a content. `Repr-Digest` covers the whole, even for a range. Source: RFC 9530,
 * section 3.
 */
export function contentHeaders(item: LibraryItem, selected: Selected): Record<string, string | number> {
  const { sha256, sizeBytes } = item;
  const part = selected.kind === 'part' ? selected : { start: 0, end: sizeBytes - 1 };
  return {
    ...versionHeaders(item),
    'accept-ranges': 'bytes',
    'content-type': fileMediaType(item.mediaType),
    'content-length': part.end - part.start + 1,
    'content-disposition': dispositionOf(item.name),
    // A video that is opened directly cannot run anything either.
    'content-security-policy': "default-src 'none'; sandbox",
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    ...(selected.kind === 'part' ? { 'content-range': `bytes ${part.start}-${part.end}/${sizeBytes}` } : {}),
  };
}

/**
 * Returns the header for saving under its name: the plain form for old programs, the exact one for others. Source:
 * RFC 6266, section 4.3.
 */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
