import type { Records } from '../../devices/index.ts';
import { openStreamStates, type StreamStates } from './stream-store.ts';
import { PendingCommands } from './pending.ts';

/** The device records with their queued commands and streams. */
export type CommandRecords = Records & {
  readonly pending: PendingCommands;
  readonly streams: StreamStates;
};

/** Opens the queue of commands and the state of streams beside the device records. */
export function openCommandRecords(records: Records): CommandRecords {
  return { ...records, pending: new PendingCommands(records), streams: openStreamStates(records.core.db) };
}
