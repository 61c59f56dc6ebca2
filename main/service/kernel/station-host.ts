import type { StationKeys } from './data-folder/station-keys.ts';

/** The options that a station needs from the process that runs it. */
export type StationHost = {
  /** Its base URL. */
  readonly url: () => string;
  /** Returns a URL that opens the interface once. */
  readonly newLaunchUrl: () => string;
  /**
   * Restores a backup, with the keys of another station if it has any. Returns the name that the current store gets,
   * or undefined if a restore is in progress.
   */
  readonly restore: (backup: string, keys?: StationKeys) => Promise<string | undefined>;
};

/** What the program around a station does for a person in the interface. */
export type ProgramHost = {
  /** Stops the station, with requests in progress finished, and ends the program. Returns at once. */
  readonly quit: () => void;
};
