import type { Storage } from '../../contract/settings.ts';

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
