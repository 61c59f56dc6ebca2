import type { DeploymentStatus } from '../../devices/deployment/index.ts';
import { type SpaceFor, spaceNeeded, type SpaceWanted } from './space.ts';

/** A content that a headset has assigned, and its state there. `progress` is 0 to 1. */
export type PendingContent = SpaceFor & { readonly status: DeploymentStatus; readonly progress: number };

/**
 * Returns the space that a content still takes beyond what the headset last reported, in bytes; bytes that have
 * arrived are already counted there. Negative for a content that is being removed.
 */
export function spaceStillNeeded({ kind, sizeBytes, status, progress }: PendingContent): number {
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
export function pendingSpace(contents: readonly PendingContent[]): {
  readonly needed: SpaceWanted;
  readonly freed: SpaceWanted;
} {
  const sum = (isApplication: boolean, isFreed: boolean): number =>
    contents
      .filter(({ kind }) => (kind === 'application') === isApplication)
      .map(spaceStillNeeded)
      .filter((bytes) => bytes < 0 === isFreed)
      .reduce((total, bytes) => total + Math.abs(bytes), 0);
  return {
    needed: { applications: sum(true, false), others: sum(false, false) },
    freed: { applications: sum(true, true), others: sum(false, true) },
  };
}
