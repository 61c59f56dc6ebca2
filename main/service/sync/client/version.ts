import { BULK_CONDITIONS } from '../../../../shared/contract/devices/devices.ts';

/**
 * Which state of a record was seen, so that a write can be made on the condition that nobody wrote since. The interface
 * has no such condition: it is asked for only where the central offers it.
 */
export type Version = {
  /** The entity tag, as it goes into `If-Match`. */
  readonly tag: string;
  /** For the condition of a write of many; null where the central does not say that it takes one. */
  readonly revision: number | null;
};

/** A weak tag says too little: two states may share it. Source: RFC 9110, sections 8.8.1 and 13.1.1. */
const STRONG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;
const REVISION = /^"(\d{1,15})"$/;

/** The version that the headers of an answer name; null where they name none. */
export function versionOf(header: (name: string) => string | undefined): Version | null {
  const tag = header('etag')?.trim() ?? '';
  if (!STRONG.test(tag) || tag.length > 256) return null;
  const offered =
    header(BULK_CONDITIONS.header)
      ?.split(',')
      .map((each) => each.trim()) ?? [];
  const revision = offered.includes(BULK_CONDITIONS.value) ? REVISION.exec(tag)?.[1] : undefined;
  return { tag, revision: revision === undefined ? null : Number(revision) };
}

/** The version that an entry of an answer about many names; null where it names none. */
export function versionOfRevision(revision: unknown): Version | null {
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision)) return null;
  return { tag: `"${String(revision)}"`, revision };
}
