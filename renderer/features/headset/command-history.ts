import type { DeviceEvent } from '../../../shared/contract/events.ts';
import type { HeadsetState } from '../../../shared/domain/headset-state.ts';

/** The events that tell what became of commands. */
export const COMMAND_EVENTS = [
  'COMMAND_QUEUED',
  'COMMAND_ANSWERED',
  'COMMAND_UNANSWERED',
  'COMMAND_EXPIRED',
  'UNENROLL_REQUESTED',
] as const;

type End = 'answered' | 'unanswered' | 'expired';

const ENDS: ReadonlyMap<string, End> = new Map([
  ['COMMAND_ANSWERED', 'answered'],
  ['COMMAND_UNANSWERED', 'unanswered'],
  ['COMMAND_EXPIRED', 'expired'],
]);

/** One command with what is known of it. Times in ms since 1970 UTC. */
export type PastCommand = {
  readonly commandId: string;
  readonly event: string;
  /** When it was put in the queue; null for one that went out at once. */
  readonly queuedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly outcome: End | null;
  readonly endedAtMs: number | null;
  /** How long the answer took, of one that went out at once. */
  readonly afterMs: number | null;
};

/** Commands from their events (newest first), each once, in the order in which they were last heard of. */
export function historyOf(events: readonly DeviceEvent[]): readonly PastCommand[] {
  const commands = new Map<string, PastCommand>();
  for (const event of events) {
    const commandId = event.payload?.['commandId'];
    if (typeof commandId !== 'string') continue;
    commands.set(commandId, withEvent(commands.get(commandId) ?? unknown(commandId), event));
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
  return {
    ...named,
    outcome: ENDS.get(type) ?? null,
    endedAtMs: timestamp,
    afterMs: typeof afterMs === 'number' ? afterMs : null,
  };
}

/** How a command stands, in a word and a sign. `isOver`: its time has passed and nothing was heard of it. */
export function standingOf(
  { outcome }: PastCommand,
  isOver: boolean,
): { readonly outcome: End | 'waiting'; readonly glyph: HeadsetState } {
  if (outcome === 'answered') return { outcome, glyph: 'ready' };
  if (outcome === 'unanswered') return { outcome, glyph: 'failed' };
  return outcome === 'expired' || isOver
    ? { outcome: 'expired', glyph: 'attention' }
    : { outcome: 'waiting', glyph: 'queued' };
}
