/** The path of a content in a station's library; the name is for people, the digest, in either case, is what counts. */
const LIBRARY_PATH = /^(?:https?:\/\/[^/?#\s]+)?\/library\/([0-9a-f]{64})(?:[/?#]|$)/i;

/** Where a station serves these bytes, below its own address. */
export function libraryPath(sha256: string, name: string): string {
  return `/library/${sha256}/${encodeURIComponent(name)}`;
}

/**
 * The digest that an address in a library names, whichever station it belongs to and however that was reached: the same
 * digest is the same bytes everywhere. Undefined for any other address.
 */
export function digestInAddress(url: string): string | undefined {
  return LIBRARY_PATH.exec(url)?.[1]?.toLowerCase();
}

/** Finds which of these contents an address stands for: by the addresses that are known of them, else by the digest in it. */
export function digestFinder(
  items: readonly { readonly sha256: string; readonly urls: readonly string[] }[],
): (url: string) => string | undefined {
  const digests = new Set(items.map(({ sha256 }) => sha256));
  const byUrl = new Map(items.flatMap(({ sha256, urls }) => urls.map((url) => [url, sha256] as const)));
  return (url) => {
    const digest = byUrl.get(url) ?? digestInAddress(url);
    return digest !== undefined && digests.has(digest) ? digest : undefined;
  };
}
