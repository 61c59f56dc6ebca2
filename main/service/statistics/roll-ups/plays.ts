/** The event types that count as use: an agent reports a pair of them for each app and video. */
const PLAY_EVENTS: ReadonlyMap<string, { readonly kind: PlayKind; readonly isStart: boolean }> = new Map([
  ['APP_STARTED', { kind: 'app', isStart: true }],
  ['APP_STOPPED', { kind: 'app', isStart: false }],
  ['VIDEO_STARTED', { kind: 'video', isStart: true }],
  ['VIDEO_STOPPED', { kind: 'video', isStart: false }],
]);

type PlayKind = 'app' | 'video';

/** Maximum duration of one play; longer ones count as this. */
export const MAX_PLAY_MS = 86_400_000;

const MAX_NAME_LENGTH = 256;

/** A subject has one name: an app its package name, a video its content id, each the other if only that is given. */
export const SUBJECT_KINDS = ['app package', 'app content', 'video content', 'video package'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The contribution of one event to the statistics of use. */
export type Play = {
  readonly subjectKind: SubjectKind;
  /** Empty if the event does not name one. */
  readonly subjectName: string;
  readonly plays: 0 | 1;
  readonly durationMs: number;
};

type Payload = Readonly<Record<string, unknown>>;

/**
 * Returns what an event adds: a start is one play; a stop adds its duration, at the time of the stop. A `durationMs`
 * that is missing, negative or no number adds nothing, and more than a day counts as a day. Undefined for other
 * events. Every event of every heartbeat passes through here.
 */
export function toPlay(type: string, payload: Payload | null | undefined): Play | undefined {
  const event = PLAY_EVENTS.get(type);
  if (event === undefined) return undefined;
  const durationMs = event.isStart ? 0 : toDuration(payload?.['durationMs']);
  const plays = event.isStart ? 1 : 0;
  const isApp = event.kind === 'app';
  const usual = toName(isApp ? payload?.['packageName'] : payload?.['contentId']);
  if (usual !== '') {
    return { subjectKind: isApp ? 'app package' : 'video content', subjectName: usual, plays, durationMs };
  }
  const other = toName(isApp ? payload?.['contentId'] : payload?.['packageName']);
  return { subjectKind: isApp ? 'app content' : 'video package', subjectName: other, plays, durationMs };
}

/** Returns text that can be stored and is not longer than a name; otherwise an empty text. */
function toName(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH) return '';
  return value.isWellFormed() && !value.includes('\0') ? value : '';
}

function toDuration(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0)) return 0;
  return Math.min(Math.trunc(value), MAX_PLAY_MS);
}
