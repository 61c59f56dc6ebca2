import type { Dropped, Heartbeat } from '../../../../shared/contract/enrolment/heartbeat.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { SortedEvents } from './parse-events.ts';

/** A heartbeat: its contents, the sender and address, and its validated events. */
export type Received = {
  readonly heartbeat: Heartbeat;
  readonly events: SortedEvents;
  /** Reported values that cannot be true; `heartbeat` is without them. */
  readonly dropped: readonly Dropped[];
  readonly caller: Caller;
  /** IP address of the sender. */
  readonly address: string;
  readonly receivedAtMs: number;
};
