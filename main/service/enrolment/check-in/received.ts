import type { Heartbeat } from '../../../../shared/contract/enrolment/heartbeat.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { SortedEvents } from './events-in.ts';

/** One heartbeat: what it says, who sent it, from where, and its events already checked. */
export type Received = {
  readonly heartbeat: Heartbeat;
  readonly events: SortedEvents;
  readonly caller: Caller;
  /** IP address of the sender. */
  readonly address: string;
  readonly receivedAtMs: number;
};
