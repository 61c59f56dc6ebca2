import type { IncomingHttpHeaders } from 'node:http';

/** What of a content a request is answered with; `end` is the last byte that counts. */
export type Selected =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'notModified' }
  | { readonly kind: 'preconditionFailed' }
  | { readonly kind: 'unsatisfiable' };

/** The one version there is of these bytes. */
export type Version = { readonly etag: string; readonly sizeBytes: number };

const WHOLE: Selected = { kind: 'whole' };

/** Reads the preconditions in their order, then the range. Source: RFC 9110, sections 13.2.2 and 14.2. */
export function select(method: string, headers: IncomingHttpHeaders, version: Version): Selected {
  const { etag, sizeBytes } = version;
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined && !namesStrongly(ifMatch, etag)) return { kind: 'preconditionFailed' };
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && namesWeakly(ifNoneMatch, etag)) return { kind: 'notModified' };
  const { range } = headers;
  if (range === undefined || method !== 'GET' || !isSameVersion(headers['if-range'], etag)) return WHOLE;
  return selectRange(range, sizeBytes);
}

/**
 * One range of bytes. What is no range of bytes, and several ranges at once, are answered with the whole: a server may
 * ignore both. Source: RFC 9110, sections 14.1.2 and 14.2.
 */
function selectRange(range: string, sizeBytes: number): Selected {
  const specs = /^bytes=(.*)$/i.exec(range)?.[1]?.split(',');
  const given = specs?.map((each) => each.trim()).filter((each) => each !== '') ?? [];
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(given[0] ?? '') ?? [];
  if (given.length !== 1 || (first === '' && last === '')) return WHOLE;
  if (first === '') return selectEnd(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return WHOLE;
  return start < sizeBytes ? { kind: 'part', start, end } : { kind: 'unsatisfiable' };
}

/** The last so many bytes. */
function selectEnd(count: number, sizeBytes: number): Selected {
  if (count === 0) return { kind: 'unsatisfiable' };
  if (sizeBytes === 0) return WHOLE;
  return { kind: 'part', start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}

/** `If-Range` takes one strong tag; a date is no version here, for no `Last-Modified` is sent. Source: RFC 9110, section 13.1.5. */
function isSameVersion(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}

/** A weak tag never matches. Source: RFC 9110, section 13.1.1. */
function namesStrongly(list: string, etag: string): boolean {
  return tagsIn(list).some((tag) => tag === etag || tag === '*');
}

function namesWeakly(list: string, etag: string): boolean {
  return tagsIn(list).some((tag) => tag.replace(/^W\//, '') === etag || tag === '*');
}

function tagsIn(list: string): readonly string[] {
  return list.split(',').map((each) => each.trim());
}
