import type { StationKeys } from './keys/station-keys.ts';
import type { UpdateSettings, UpdateState } from '../../../shared/update-state.ts';

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
  /** How it is updated; `package`: by the package manager of the system. Absent: where it was installed. */
  readonly updates?: ProgramUpdates | 'package' | undefined;
};

/** Updates of the program, while the station runs. */
export type ProgramUpdates = {
  readonly state: UpdateState;
  /** Switches them on or off, and sets their source. */
  set(settings: UpdateSettings): Promise<UpdateState>;
  check(): Promise<UpdateState>;
  /** Stops the station, and restarts it in the new version that is ready. Returns at once. */
  install(): UpdateState;
};
