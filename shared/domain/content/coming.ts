import type { DeploymentStatus } from './deployment.ts';
import { type SpaceFor, spaceNeeded, type SpaceWanted } from './space.ts';

/** One content that a headset has assigned, and how far it has come there as it says itself. `progress` is 0 to 1. */
export type Coming = SpaceFor & { readonly status: DeploymentStatus; readonly progress: number };

/**
 * What a content still takes of the room that the headset last reported: what has arrived by then lies in it already. What
 * is being removed gives its bytes back (negative).
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

/** What several contents still take and give back, kept apart by where they may lie. */
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
