import type { Storage } from '../../contract/configuration/settings.ts';

/**
 * An application lies on a headset as its APK, as the copy that is installed and as what is unpacked of it while it is
 * installed. Source: lan.md section 5.
 */
const APPLICATION_FACTOR = 2.2;

/** What kind of bytes come. */
export type SpaceFor = { readonly kind: string; readonly sizeBytes: number };

/** How much must be free before a download starts, in bytes. */
export function spaceNeeded({ kind, sizeBytes }: SpaceFor): number {
  return kind === 'application' ? Math.ceil(sizeBytes * APPLICATION_FACTOR) : sizeBytes;
}

/** Bytes that must be free: on a fixed volume for applications, anywhere for the rest. Negative: so much comes free. */
export type SpaceWanted = { readonly applications: number; readonly others: number };

/** What these contents take together while they arrive. */
export function spaceWanted(contents: readonly SpaceFor[]): SpaceWanted {
  const neededFor = (isApplication: boolean): number =>
    contents
      .filter(({ kind }) => (kind === 'application') === isApplication)
      .reduce((sum, content) => sum + spaceNeeded(content), 0);
  return { applications: neededFor(true), others: neededFor(false) };
}

/**
 * How much room is missing for all of these together, in bytes; 0 where they fit, and where the headset has not said what
 * is free.
 */
export function missingSpace(contents: readonly SpaceFor[], storages: readonly Storage[]): number {
  return lackingSpace(spaceWanted(contents), storages);
}

/** The same for space that was worked out. */
export function lackingSpace({ applications, others }: SpaceWanted, storages: readonly Storage[]): number {
  const fixed = freeSpaceFor({ kind: 'application' }, storages);
  const any = freeSpaceFor({ kind: 'file' }, storages);
  const lacks = (needed: number, free: number | undefined): number =>
    free === undefined ? 0 : Math.max(0, needed - free);
  // Where the largest room is on a fixed volume, both share it; a removable one takes what is no application.
  if (any === fixed) return lacks(applications + others, fixed);
  return lacks(applications, fixed) + lacks(others, any);
}

/**
 * The most that is free on one volume for this kind, in bytes; undefined where the headset has not said. Applications go
 * on a fixed volume; anything else may lie on a removable one.
 */
export function freeSpaceFor(
  { kind }: Pick<SpaceFor, 'kind'>,
  storages: readonly Storage[],
): number | undefined {
  const fits = storages.filter((each) => kind !== 'application' || each.isRemovable !== true);
  const free = fits.map(({ freeSpace }) => freeSpace).filter((each) => each !== undefined);
  return free.length === 0 ? undefined : Math.max(...free);
}
