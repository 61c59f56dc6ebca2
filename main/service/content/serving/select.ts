import type { IncomingHttpHeaders } from 'node:http';

/** The part of a content that a request gets; `end` is inclusive. */
export type Selected =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'notModified' }
  | { readonly kind: 'preconditionFailed' }
  | { readonly kind: 'unsatisfiable' };

/** The one version of these bytes. */
export type Version = { readonly etag: string; readonly sizeBytes: number };

const WHOLE: Selected = { kind: 'whole' };

/** Evaluates the preconditions in order, then the range. Source: RFC 9110, sections 13.2.2 and 14.2. */
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
 * Parses one range of bytes. Other units and several ranges get the whole content: a server may ignore both. Source:
 * RFC 9110, sections 14.1.2 and 14.2.
 */
function selectRange(range: string, sizeBytes: number): Selected {
  const specs = /^bytes=(.*)$/i.exec(range)?.[1]?.split(',');
  const input = specs?.map((each) => each.trim()).filter((each) => each !== '') ?? [];
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(input[0] ?? '') ?? [];
  if (input.length !== 1 || (first === '' && last === '')) return WHOLE;
  if (first === '') return selectEnd(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return WHOLE;
  return start < sizeBytes ? { kind: 'part', start, end } : { kind: 'unsatisfiable' };
}

/** Returns the last so many bytes. */
function selectEnd(count: number, sizeBytes: number): Selected {
  if (count === 0) return { kind: 'unsatisfiable' };
  if (sizeBytes === 0) return WHOLE;
  return { kind: 'part', start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}

/**
 * `If-Range` must be one strong tag; a date is never valid, since no `Last-Modified` is sent. Source: RFC 9110,
 * section 13.1.5.
 */
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
