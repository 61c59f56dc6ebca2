import type { Database } from 'better-sqlite3';

import type { ChangeFeed } from './streams/change-feed.ts';
import type { Clock } from './clock.ts';
import type { StoreHealth } from './backups/store-health.ts';
import type { Links } from './connections.ts';
import type { LogBreak } from './store/log/log-break.ts';
import type { Epoch } from './store/epoch.ts';
import type { Logger } from './logging/log.ts';
import type { Writer } from './store/writer.ts';
import type { Vault } from './vault.ts';

/** What every module builds on. */
export type Core = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly writer: Writer;
  readonly changes: ChangeFeed;
  readonly links: Links;
  readonly vault: Vault;
  readonly epoch: Epoch;
  readonly health: StoreHealth;
  /** Writes of the last run that may be missing. */
  readonly logBreak: LogBreak | undefined;
};
