import type { StationKeys } from './data-folder/station-keys.ts';

/** What a station asks of whoever runs it. */
export type StationHost = {
  /** Where it listens. */
  readonly url: () => string;
  /**
   * Goes back to a backup, with the keys of another station where it is one's; answers the name that the present store gets,
   * undefined where that is under way already.
   */
  readonly restore: (backup: string, keys?: StationKeys) => Promise<string | undefined>;
};
