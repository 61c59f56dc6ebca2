import type { EnrolmentStatus } from '../../../shared/contract/devices/fleet.ts';
import { lastSeenAtMs } from '../../../shared/domain/devices/headset-state.ts';
import { profileProblem, type Place } from '../carts/cart-progress.ts';

/** An enrolled headset that did not report within this time, in ms, needs attention. */
export const SILENT_AFTER_MS = 60_000;
/** How long the station counts a wrong code, in ms. Source: design.md section 4. */
const WRONG_CODES_WINDOW_MS = 15 * 60_000;
/** Number of wrong codes within that time that locks enrolment by code. Source: design.md section 4. */
export const WRONG_CODES_LIMIT = 40;

/** Kinds of problems of a headset. */
export type ObstacleKind = 'silent' | 'failed' | 'profile' | 'offline';

/** A problem for the technician. Headsets with the same problem are grouped. */
export type EnrolProblem =
  | { readonly kind: 'closed' }
  | { readonly kind: 'wrongCodes'; readonly count: number; readonly lastWrongAtMs: number }
  | {
      readonly kind: ObstacleKind;
      readonly places: readonly [Place, ...Place[]];
    };

/** Problems dismissed with "Later", by `problemKeys`. */
export type PutOff = ReadonlySet<string>;

/** Returns the keys under which a problem is dismissed: it returns when another headset has it. */
export function problemKeys(problem: EnrolProblem): readonly string[] {
  if (problem.kind === 'closed') return [];
  if (problem.kind === 'wrongCodes') return [`wrongCodes:${problem.lastWrongAtMs}`];
  return problem.places.map((place) => `${problem.kind}:${place.headset.id}`);
}

function isSilent({ headset, state }: Place, nowMs: number): boolean {
  if (headset.androidId === null || headset.enrolledAt === null || state.state === 'failed') return false;
  const enrolledAtMs = Date.parse(headset.enrolledAt);
  const reportedAtMs = headset.lastHeartbeatAt === null ? null : Date.parse(headset.lastHeartbeatAt);
  const hasReported = reportedAtMs !== null && reportedAtMs >= enrolledAtMs;
  return !hasReported && nowMs - enrolledAtMs > SILENT_AFTER_MS;
}

function wrongCodes(status: EnrolmentStatus, places: readonly Place[], nowMs: number): EnrolProblem[] {
  if (!status.isOpen) return [{ kind: 'closed' }];
  if (status.wrongCodes === 0 || status.lastWrongAt === null) return [];
  const lastWrongAtMs = Date.parse(status.lastWrongAt);
  if (nowMs - lastWrongAtMs > WRONG_CODES_WINDOW_MS) return [];
  // The headset that enrolled afterwards probably typed the wrong codes: hidden, unless the limit is near.
  const isSolved = places.some(
    ({ headset }) => (lastSeenAtMs({ ...headset, lastHeartbeatAt: null }) ?? 0) > lastWrongAtMs,
  );
  if (isSolved && status.wrongCodes < WRONG_CODES_LIMIT / 2) return [];
  return [{ kind: 'wrongCodes', count: status.wrongCodes, lastWrongAtMs }];
}

function grouped(kind: ObstacleKind, places: readonly Place[]): EnrolProblem[] {
  const [first, ...rest] = places;
  return first === undefined ? [] : [{ kind, places: [first, ...rest] }];
}

/**
 * Returns the current problems, most urgent first, without dismissed ones. `status` is null until the station has
 * reported it.
 */
export function enrolProblems(
  places: readonly Place[],
  status: EnrolmentStatus | null,
  putOff: PutOff,
  nowMs: number,
): readonly EnrolProblem[] {
  const silent = places.filter((place) => isSilent(place, nowMs));
  const silentIds = new Set(silent.map((place) => place.headset.id));
  const rest = places.filter((place) => !silentIds.has(place.headset.id));
  const wanted = (kind: string, list: readonly Place[]) =>
    list.filter((place) => !putOff.has(`${kind}:${place.headset.id}`));
  const kindOf = (place: Place): ObstacleKind | null => {
    const { state } = place.state;
    if (state === 'failed') return profileProblem(place) === null ? 'failed' : 'profile';
    return state === 'offline' ? 'offline' : null;
  };
  const inState = (kind: ObstacleKind) =>
    grouped(
      kind,
      wanted(
        kind,
        rest.filter((place) => kindOf(place) === kind),
      ),
    );
  return [
    ...(status === null ? [] : wrongCodes(status, places, nowMs)).filter((problem) =>
      problemKeys(problem).every((key) => !putOff.has(key)),
    ),
    ...inState('failed'),
    ...inState('profile'),
    ...grouped('silent', wanted('silent', silent)),
    ...inState('offline'),
  ];
}
