import { Failure } from '../../failure.ts';

/** The revisions that the caller has seen; null: no condition. */
export type IfMatch = ReadonlySet<number> | null;

/** One entity tag, weak or strong: the revision in quotes. Source: RFC 9110, section 8.8.3. */
const TAG = /^(?:W\/)?"(\d{1,15})"$/;

/** Returns the entity tag of a revision. */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

/** Parses `If-Match`; `*` only requires that the resource exists. */
export function readIfMatch(header: string | undefined): IfMatch | Failure<'VALIDATION_FAILED'> {
  if (header === undefined || header.trim() === '*') return null;
  const tags = header.split(',').map((tag) => TAG.exec(tag.trim())?.[1]);
  if (tags.some((tag) => tag === undefined)) {
    const message = 'If-Match must be the last ETag of the device, or *.';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'header.if-match', message }] });
  }
  return new Set(tags.map(Number));
}
