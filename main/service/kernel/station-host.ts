import type { StationKeys } from './data-folder/station-keys.ts';

/** The options that a station needs from the process that runs it. */
export type StationHost = {
  /** Its base URL. */
  readonly url: () => string;
  /**
   * Restores a backup, with the keys of another station if it has any. Returns the name that the current store gets,
   * or undefined if a restore is in progress.
   */
  readonly restore: (backup: string, keys?: StationKeys) => Promise<string | undefined>;
};
