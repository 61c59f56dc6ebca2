import type { DeploymentStatus } from './deployment.ts';
import { type SpaceFor, spaceNeeded, type SpaceWanted } from './space.ts';

/** A content that a headset has assigned, and its state there. `progress` is 0 to 1. */
export type Coming = SpaceFor & { readonly status: DeploymentStatus; readonly progress: number };

/**
 * Returns the space that a content still takes beyond what the headset last reported, in bytes; bytes that have
 * arrived are already counted there. Negative for a content that is being removed.
 */
export function spaceStillTaken({ kind, sizeBytes, status, progress }: Coming): number {
  const whole = spaceNeeded({ kind, sizeBytes });
  switch (status) {
    case 'INSTALLED':
      return 0;
    case 'REMOVING':
      return -sizeBytes;
    case 'DOWNLOADING':
      return whole - Math.floor(sizeBytes * progress);
    case 'INSTALLING':
      return whole - sizeBytes;
    case 'ASSIGNED':
    case 'FAILED':
    case 'OUTDATED':
      return whole;
  }
}

/** Adds up what several contents still take and free, by the kind of volume they may use. */
export function spaceToCome(contents: readonly Coming[]): {
  readonly taken: SpaceWanted;
  readonly given: SpaceWanted;
} {
  const sum = (isApplication: boolean, isGiven: boolean): number =>
    contents
      .filter(({ kind }) => (kind === 'application') === isApplication)
      .map(spaceStillTaken)
      .filter((bytes) => bytes < 0 === isGiven)
      .reduce((total, bytes) => total + Math.abs(bytes), 0);
  return {
    taken: { applications: sum(true, false), others: sum(false, false) },
    given: { applications: sum(true, true), others: sum(false, true) },
  };
}
