import type { Arrival } from '../../../../shared/contract/commands/views.ts';
import type { DeviceId } from '../../../../shared/contract/ids.ts';
import type { NegotiatedStream } from '../../../../shared/domain/commands/stream-quality.ts';
import type { Ladder } from '../../../../shared/domain/commands/view-quality.ts';
import type { Watching } from './watching.ts';

/** A live view, from its offer until it ends. */
export type Session = {
  readonly id: string;
  readonly deviceId: DeviceId;
  readonly watching: Watching;
  readonly startedMs: number;
  /** Time of the last contact of its headset, or its viewer (ms). */
  lastSeenMs: number;
  wasConnected: boolean;
  /** The last reception report, and its author: a viewer's takes precedence over its headset's. */
  arrival: { readonly what: Arrival; readonly atMs: number; readonly by: 'viewer' | 'headset' } | undefined;
  /** Stops watching for the revocation or expiry of its viewer's token. */
  readonly stopListening: () => void;
};

/** What is agreed with a watched headset. */
export type Agreed = {
  stream: NegotiatedStream | undefined;
  lastRequest: string;
  ladder: Ladder;
  /** How many steps it can be lowered by. */
  steps: number;
  isRequesting: boolean;
};
