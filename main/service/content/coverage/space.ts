import type { Storage } from '../../../../shared/contract/configuration/settings/settings.ts';

/**
 * While it is installed, an application takes the space of its APK, the installed copy and unpacked files. An
 * estimate.
 */
const APPLICATION_FACTOR = 2.2;

/** The kind and size of a content. */
export type SpaceFor = { readonly kind: string; readonly sizeBytes: number };

/** Returns how much space must be free before a download starts, in bytes. */
export function spaceNeeded({ kind, sizeBytes }: SpaceFor): number {
  return kind === 'application' ? Math.ceil(sizeBytes * APPLICATION_FACTOR) : sizeBytes;
}

/**
 * Bytes that must be free: on a fixed volume for applications, anywhere for the rest. Negative: that much becomes
 * free.
 */
export type SpaceWanted = { readonly applications: number; readonly others: number };

/** Returns the space that these contents take together while they arrive. */
export function spaceWanted(contents: readonly SpaceFor[]): SpaceWanted {
  const neededFor = (isApplication: boolean): number =>
    contents
      .filter(({ kind }) => (kind === 'application') === isApplication)
      .reduce((sum, content) => sum + spaceNeeded(content), 0);
  return { applications: neededFor(true), others: neededFor(false) };
}

/**
 * Returns how much space is missing for all of these together, in bytes; 0 if they fit, and if the free space was not
 * reported.
 */
export function missingSpace(contents: readonly SpaceFor[], storages: readonly Storage[]): number {
  return spaceShortfall(spaceWanted(contents), storages);
}

/** Does the same for space that was already computed. */
export function spaceShortfall({ applications, others }: SpaceWanted, storages: readonly Storage[]): number {
  const fixed = freeSpaceFor({ kind: 'application' }, storages);
  const any = freeSpaceFor({ kind: 'file' }, storages);
  const lacks = (needed: number, free: number | undefined): number =>
    free === undefined ? 0 : Math.max(0, needed - free);
  // If the largest volume is fixed, both share it; a removable one takes everything but applications.
  if (any === fixed) return lacks(applications + others, fixed);
  return lacks(applications, fixed) + lacks(others, any);
}

/**
 * Returns the largest free space on one volume for this kind, in bytes; undefined if not reported. Applications need
 * a fixed volume; anything else may use a removable one.
 */
export function freeSpaceFor(
  { kind }: Pick<SpaceFor, 'kind'>,
  storages: readonly Storage[],
): number | undefined {
  const fits = storages.filter((each) => kind !== 'application' || each.isRemovable !== true);
  const free = fits.map(({ freeSpace }) => freeSpace).filter((each) => each !== undefined);
  return free.length === 0 ? undefined : Math.max(...free);
}
