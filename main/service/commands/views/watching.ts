import type { WATCH_OPERATIONS } from '../../../../shared/contract/commands/views.ts';
import type { Caller } from '../../kernel/http/caller.ts';

/** Who watches, as the headset is told: it can show it to its wearer. */
export type Watcher = {
  readonly name: string | null;
  readonly role: 'viewer' | 'teacher' | 'technician' | 'program';
};

/** Who watches and where from, as the audit log has it. */
export type Watching = Pick<Caller, 'tokenId' | 'personId' | 'role' | 'isRemote' | 'enterpriseId'> & {
  readonly name: string | null;
  readonly address: string;
  readonly isFromLan: boolean;
};

/** Something of watching that no request says by itself. */
export type WatchEntry = {
  readonly operation: (typeof WATCH_OPERATIONS)[number];
  readonly watching: Watching;
  readonly devicesId: readonly string[];
  readonly detail: string;
};

/** Hears of it. */
export type OnWatched = (entry: WatchEntry) => void;

/** What a headset is told of who watches it. */
export function toWatcher({ name, role }: Pick<Watching, 'name' | 'role'>): Watcher {
  return { name, role: role ?? 'program' };
}

/** From when to when, for the audit log. Times in ms. */
export function fromTo(fromMs: number, toMs: number): string {
  return `${new Date(fromMs).toISOString()} – ${new Date(toMs).toISOString()}`;
}
