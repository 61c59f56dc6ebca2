import { BULK_CONDITIONS } from '../../../../shared/contract/devices/devices.ts';

/**
 * The state of a record that was read, used for conditional writes. An extension: it is used only if the central offers
 * it.
 */
export type Version = {
  /** The entity tag, ready for `If-Match`. */
  readonly tag: string;
  /** For the condition of a bulk write; null if the central does not advertise support for it. */
  readonly revision: number | null;
};

/** A weak tag does not identify one state. Source: RFC 9110, sections 8.8.1 and 13.1.1. */
const STRONG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;
const REVISION = /^"(\d{1,15})"$/;

/** Reads the version from the headers of an answer; null if there is none. */
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

/** Reads the version from an entry of a bulk answer; null if there is none. */
export function versionOfRevision(revision: unknown): Version | null {
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision)) return null;
  return { tag: `"${String(revision)}"`, revision };
}
