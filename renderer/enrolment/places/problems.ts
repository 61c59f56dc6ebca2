import type { EnrolmentStatus } from '../../../shared/contract/devices/fleet.ts';
import { lastSeenAtMs } from '../../../shared/domain/devices/headset-state.ts';
import { profileProblem, type Place } from '../carts/cart-progress.ts';

/** An enrolled headset that did not report within this time, in ms, needs a look. */
export const SILENT_AFTER_MS = 60_000;
/** A wrong code is old news after the time in which the station counts it, in ms. Source: design.md section 4. */
const WRONG_CODES_WINDOW_MS = 15 * 60_000;
/** Wrong codes within that time at which the station closes enrolment by code. Source: design.md section 4. */
export const WRONG_CODES_LIMIT = 40;

/** What headsets can be in trouble with. */
export type ObstacleKind = 'silent' | 'failed' | 'profile' | 'offline';

/** Something that needs the technician. Headsets with the same trouble stand together. */
export type EnrolProblem =
  | { readonly kind: 'closed' }
  | { readonly kind: 'wrongCodes'; readonly count: number; readonly lastWrongAtMs: number }
  | {
      readonly kind: ObstacleKind;
      readonly places: readonly [Place, ...Place[]];
    };

/** What was put off with "Later", by `problemKeys`. */
export type PutOff = ReadonlySet<string>;

/** Names of a problem for putting it off: it comes back when something new joins it. */
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
  // A headset that got in afterwards was most likely the one: said no more, unless the limit comes near.
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

/** What needs the technician now, most pressing first, without what was put off. `status` is null until the station said it. */
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
