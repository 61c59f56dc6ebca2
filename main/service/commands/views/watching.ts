import type { WATCH_OPERATIONS } from '../../../../shared/contract/commands/views.ts';
import type { Caller } from '../../kernel/http/caller.ts';

/** A viewer, as shown to the wearer of the headset. */
export type Watcher = {
  readonly name: string | null;
  readonly role: 'viewer' | 'teacher' | 'technician' | 'program';
};

/** A viewer and the caller's address, as in the audit log. */
export type Watching = Pick<
  Caller,
  'tokenId' | 'personId' | 'role' | 'carts' | 'isRemote' | 'enterpriseId'
> & {
  readonly name: string | null;
  readonly address: string;
  readonly isFromLan: boolean;
};

/** An audit entry about watching that no request causes. */
export type WatchEntry = {
  readonly operation: (typeof WATCH_OPERATIONS)[number];
  readonly watching: Watching;
  readonly devicesId: readonly string[];
  readonly detail: string;
};

/** Receives the event. */
export type OnWatched = (entry: WatchEntry) => void;

/** Returns the viewer as sent to the headset. */
export function toWatcher({ name, role }: Pick<Watching, 'name' | 'role'>): Watcher {
  return { name, role: role ?? 'program' };
}

/** Formats a period for the audit log. Times in ms. */
export function fromTo(fromMs: number, toMs: number): string {
  return `${new Date(fromMs).toISOString()} – ${new Date(toMs).toISOString()}`;
}
