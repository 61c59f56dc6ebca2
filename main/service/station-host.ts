/** What a station asks of whoever runs it. */
export type StationHost = {
  /** Where it listens. */
  readonly url: () => string;
  /** Goes back to a backup; answers the name that the present store gets, undefined where that is under way already. */
  readonly restore: (backup: string) => Promise<string | undefined>;
};
