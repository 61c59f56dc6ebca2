/** The path of a content in a station's library. The name is for people; only the digest, in either case, counts. */
const LIBRARY_PATH = /^(?:https?:\/\/[^/?#\s]+)?\/library\/([0-9a-f]{64})(?:[/?#]|$)/i;

/** Returns the path at which a station serves these bytes. */
export function libraryPath(sha256: string, name: string): string {
  return `/library/${sha256}/${encodeURIComponent(name)}`;
}

/**
 * Returns the digest in a library URL, whichever station it belongs to, because the same digest means the same bytes
 * everywhere. Undefined for any other URL.
 */
export function digestInAddress(url: string): string | undefined {
  return LIBRARY_PATH.exec(url)?.[1]?.toLowerCase();
}

/**
 * Returns a function that finds which of these contents a URL stands for: by their known URLs, else by the digest in
 * it.
 */
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
