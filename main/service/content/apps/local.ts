/** An image for callers: WebP, and the quoted entity tag of its bytes. */
export type WebpImage = { readonly bytes: Uint8Array; readonly etag: string };

/** A known fact about an application. If `isCurrent` is false, another source may have a newer one. */
export type Known<Fact> = { readonly fact: Fact; readonly isCurrent: boolean };

/** Local sources of names and images. They are queried in order. */
export type LocalApplications = {
  /** Returns its name for people. */
  readonly findName: (packageName: string) => Known<string> | undefined;
  readonly findImage: (packageName: string) => Known<WebpImage> | undefined;
};

/** Returns the first fact that is current; if none is, the first of all. */
export function findLocally<Fact>(
  sources: readonly LocalApplications[],
  find: (source: LocalApplications) => Known<Fact> | undefined,
): Known<Fact> | undefined {
  const found = sources.map(find).filter((known) => known !== undefined);
  return found.find(({ isCurrent }) => isCurrent) ?? found[0];
}
