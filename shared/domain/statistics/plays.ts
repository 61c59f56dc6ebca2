/** What counts as use, by the type of a device event. Source: design.md section 4, "Heartbeat". */
const PLAY_EVENTS: ReadonlyMap<string, { readonly kind: PlayKind; readonly isStart: boolean }> = new Map([
  ['APP_STARTED', { kind: 'app', isStart: true }],
  ['APP_STOPPED', { kind: 'app', isStart: false }],
  ['VIDEO_STARTED', { kind: 'video', isStart: true }],
  ['VIDEO_STOPPED', { kind: 'video', isStart: false }],
]);

export type PlayKind = 'app' | 'video';

/** A stop that says more than this counts as this. */
export const MAX_PLAY_MS = 86_400_000;

const MAX_NAME_LENGTH = 256;

/**
 * What was used: an app goes by its package name, a video by its content id, each by the other where only that is
 * given. Both empty: the event does not say.
 */
export type Subject = {
  readonly kind: PlayKind;
  readonly contentId: string;
  readonly packageName: string;
};

/** What one event adds to the statistics of use. */
export type Play = { readonly subject: Subject; readonly plays: 0 | 1; readonly durationMs: number };

/**
 * What an event adds: a start is one play; a stop adds the time that it says, counted where the stop stands. A stop
 * whose `durationMs` is missing, negative or no number adds no time: what was not measured is not guessed. One that says
 * more than a day adds a day. Undefined: not an event of use.
 */
export function toPlay(
  type: string,
  payload: Readonly<Record<string, unknown>> | null | undefined,
): Play | undefined {
  const event = PLAY_EVENTS.get(type);
  if (event === undefined) return undefined;
  const subject = subjectOf(event.kind, payload ?? {});
  return event.isStart
    ? { subject, plays: 1, durationMs: 0 }
    : { subject, plays: 0, durationMs: toDuration(payload?.['durationMs']) };
}

function subjectOf(kind: PlayKind, payload: Readonly<Record<string, unknown>>): Subject {
  const contentId = toName(payload['contentId']);
  const packageName = toName(payload['packageName']);
  const goesByPackage = kind === 'app' ? packageName !== '' : contentId === '';
  return goesByPackage ? { kind, contentId: '', packageName } : { kind, contentId, packageName: '' };
}

function toName(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return '';
  return value.length > MAX_NAME_LENGTH ? '' : value;
}

function toDuration(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0)) return 0;
  return Math.min(Math.trunc(value), MAX_PLAY_MS);
}
