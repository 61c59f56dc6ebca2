/** An image as it leaves the station: WebP, and the quoted tag of exactly these bytes. */
export type WebpImage = { readonly bytes: Uint8Array; readonly etag: string };

/** Something known of an application. Where `isCurrent` is false somebody else may know better by now. */
export type Known<Fact> = { readonly fact: Fact; readonly isCurrent: boolean };

/** What the station knows of applications without asking anybody. Sources are asked in order. */
export type LocalApplications = {
  /** What people call it. */
  readonly findName: (packageName: string) => Known<string> | undefined;
  readonly findImage: (packageName: string) => Known<WebpImage> | undefined;
};

/** The first that is current, failing that the first there is. */
export function findLocally<Fact>(
  sources: readonly LocalApplications[],
  find: (source: LocalApplications) => Known<Fact> | undefined,
): Known<Fact> | undefined {
  const found = sources.map(find).filter((known) => known !== undefined);
  return found.find(({ isCurrent }) => isCurrent) ?? found[0];
}
