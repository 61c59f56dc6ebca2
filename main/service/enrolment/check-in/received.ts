import type { Heartbeat } from '../../../../shared/contract/enrolment/heartbeat.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { SortedEvents } from './events-in.ts';

/** One heartbeat: what it says, who sent it, from where, and its events already checked. */
export type Received = {
  readonly heartbeat: Heartbeat;
  readonly events: SortedEvents;
  readonly caller: Caller;
  /** IP address of the sender. */
  readonly address: string;
  readonly receivedAtMs: number;
  /** The report with the addresses that are assigned, where the headset names contents by the station's own. */
  /** Gives the headset the profile that its slot waits for, now that more is known of it; answers the record as it is then. */
  readonly welcome: (record: DeviceRecord, afterCommit: AfterCommit) => DeviceRecord;
  readonly toAssigned: (record: DeviceRecord, report: Heartbeat) => Heartbeat;
};
