import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { type DeviceEvent, listEvents } from '../../../shared/contract/devices/events.ts';
import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';
import { call, isRefused, type Outcome } from '../../service/api.ts';

/** Events about the outcome of commands. */
const COMMAND_EVENTS = [
  'COMMAND_QUEUED',
  'COMMAND_ANSWERED',
  'COMMAND_UNANSWERED',
  'COMMAND_EXPIRED',
  'COMMAND_CANCELLED',
  'UNENROLL_REQUESTED',
  'DEVICE_UNENROLLED',
] as const;

/** Maximum number of events per reply. */
const PAGE = 100;

/** Events about commands with their total. */
type CommandEvents = { readonly items: readonly DeviceEvent[]; readonly total: number };

/** Loads the newest pages of events about commands. */
export async function readCommandEvents(
  id: string,
  pages: number,
  signal: AbortSignal,
): Promise<Outcome<CommandEvents, ErrorCode>> {
  // By id: events between two requests move others to the next page.
  const items = new Map<string, DeviceEvent>();
  let total = 0;
  for (let page = 1; page <= pages; page += 1) {
    const outcome = await call(listEvents, {
      params: { deviceId: id },
      query: { types: COMMAND_EVENTS.join(), page: String(page), limit: String(PAGE) },
      signal,
    });
    if (isRefused(outcome)) return outcome;
    for (const event of outcome.reply.items) items.set(event.eventId, event);
    ({ total } = outcome.reply);
    if (total <= page * PAGE) break;
  }
  return { reply: { items: [...items.values()], total } };
}

/** Returns commands that are queued at `nowMs`, including the one to un-enrol. */
export function waitingOf(events: readonly DeviceEvent[], nowMs: number): readonly PastCommand[] {
  return historyOf(events).filter(
    ({ outcome, expiresAtMs }) => outcome === null && (expiresAtMs ?? Infinity) > nowMs,
  );
}

type End = 'answered' | 'refused' | 'unanswered' | 'expired' | 'cancelled';

const ENDS: ReadonlyMap<string, End> = new Map([
  ['COMMAND_ANSWERED', 'answered'],
  ['COMMAND_UNANSWERED', 'unanswered'],
  ['COMMAND_EXPIRED', 'expired'],
  ['COMMAND_CANCELLED', 'cancelled'],
]);

/** A command with its known state. Times in ms since 1970 UTC. */
export type PastCommand = {
  readonly commandId: string;
  readonly event: string;
  /** When it was queued; null for one that was sent at once. */
  readonly queuedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly outcome: End | null;
  readonly endedAtMs: number | null;
  /** Time until the answer, for one that was sent at once. */
  readonly afterMs: number | null;
  /** The headset's code for refusing it. */
  readonly reason: string | null;
};

/** Returns commands from their events (newest first), each once, in the order of their last event. */
export function historyOf(events: readonly DeviceEvent[]): readonly PastCommand[] {
  const commands = new Map<string, PastCommand>();
  // Un-enrolment names no command: it ends the last command to un-enrol.
  let leftAtMs: number | null = null;
  for (const event of events) {
    if (event.type === 'DEVICE_UNENROLLED') leftAtMs = event.timestamp;
    const commandId = event.payload?.['commandId'];
    if (typeof commandId !== 'string') continue;
    const command = withEvent(commands.get(commandId) ?? unknown(commandId), event);
    const hasLeft = event.type === 'UNENROLL_REQUESTED' && leftAtMs !== null && command.outcome === null;
    commands.set(commandId, hasLeft ? { ...command, outcome: 'answered', endedAtMs: leftAtMs } : command);
    if (event.type === 'UNENROLL_REQUESTED') leftAtMs = null;
  }
  return [...commands.values()];
}

function unknown(commandId: string): PastCommand {
  return {
    commandId,
    event: '',
    queuedAtMs: null,
    expiresAtMs: null,
    outcome: null,
    endedAtMs: null,
    afterMs: null,
    reason: null,
  };
}

function withEvent(command: PastCommand, { type, timestamp, payload }: DeviceEvent): PastCommand {
  if (type === 'UNENROLL_REQUESTED') return { ...command, event: 'unenroll', queuedAtMs: timestamp };
  const name = payload?.['event'];
  const named = { ...command, event: typeof name === 'string' ? name : command.event };
  if (type === 'COMMAND_QUEUED') {
    const expiresAt = payload?.['expiresAt'];
    const expiresAtMs = typeof expiresAt === 'string' ? Date.parse(expiresAt) : null;
    return { ...named, queuedAtMs: timestamp, expiresAtMs };
  }
  const afterMs = payload?.['afterMs'];
  const reason = payload?.['reason'];
  const isRefused = payload?.['accepted'] === false;
  return {
    ...named,
    outcome: isRefused ? 'refused' : (ENDS.get(type) ?? null),
    endedAtMs: timestamp,
    afterMs: typeof afterMs === 'number' ? afterMs : null,
    reason: isRefused && typeof reason === 'string' ? reason : null,
  };
}

/** Returns the state of a command as text and icon. `isOver`: it expired without an event. */
export function complianceOf(
  { outcome }: PastCommand,
  isOver: boolean,
): { readonly outcome: End | 'waiting'; readonly glyph: HeadsetState } {
  if (outcome === 'answered') return { outcome, glyph: 'ready' };
  if (outcome === 'unanswered' || outcome === 'refused') return { outcome, glyph: 'failed' };
  if (outcome === 'cancelled') return { outcome, glyph: 'archived' };
  return outcome === 'expired' || isOver
    ? { outcome: 'expired', glyph: 'attention' }
    : { outcome: 'waiting', glyph: 'queued' };
}
