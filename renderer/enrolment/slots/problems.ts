import type { EnrolmentStatus } from '../../../shared/contract/devices/fleet.ts';
import { lastSeenAtMs } from '../../../shared/domain/devices/headset-state.ts';
import { profileProblem, type Slot } from '../cart/cart-progress.ts';

/** An enrolled headset that did not report within this time, in ms, needs attention. */
export const SILENT_AFTER_MS = 60_000;
/** How long the station counts a wrong code, in ms. */
const WRONG_CODES_WINDOW_MS = 15 * 60_000;
/** Number of wrong codes within that time that locks enrolment by code. */
export const WRONG_CODES_LIMIT = 40;

/** Kinds of problems of a headset. */
export type ObstacleKind = 'silent' | 'failed' | 'profile' | 'offline';

/** A problem for the technician. Headsets with the same problem are grouped. */
export type EnrolProblem =
  | { readonly kind: 'closed' }
  | { readonly kind: 'wrongCodes'; readonly count: number; readonly lastWrongAtMs: number }
  | {
      readonly kind: ObstacleKind;
      readonly slots: readonly [Slot, ...Slot[]];
    };

/** Problems dismissed with "Later", by `problemKeys`. */
export type DismissedProblems = ReadonlySet<string>;

/** Returns the keys under which a problem is dismissed: it returns when another headset has it. */
export function problemKeys(problem: EnrolProblem): readonly string[] {
  if (problem.kind === 'closed') return [];
  if (problem.kind === 'wrongCodes') return [`wrongCodes:${problem.lastWrongAtMs}`];
  return problem.slots.map((slot) => `${problem.kind}:${slot.headset.id}`);
}

function isSilent({ headset, state }: Slot, nowMs: number): boolean {
  if (headset.androidId === null || headset.enrolledAt === null || state.state === 'failed') return false;
  const enrolledAtMs = Date.parse(headset.enrolledAt);
  const reportedAtMs = headset.lastHeartbeatAt === null ? null : Date.parse(headset.lastHeartbeatAt);
  const hasReported = reportedAtMs !== null && reportedAtMs >= enrolledAtMs;
  return !hasReported && nowMs - enrolledAtMs > SILENT_AFTER_MS;
}

function wrongCodes(status: EnrolmentStatus, slots: readonly Slot[], nowMs: number): EnrolProblem[] {
  if (!status.isOpen) return [{ kind: 'closed' }];
  if (status.wrongCodes === 0 || status.lastWrongAt === null) return [];
  const lastWrongAtMs = Date.parse(status.lastWrongAt);
  if (nowMs - lastWrongAtMs > WRONG_CODES_WINDOW_MS) return [];
  // The headset that enrolled afterwards probably typed the wrong codes: hidden, unless the limit is near.
  const isSolved = slots.some(
    ({ headset }) => (lastSeenAtMs({ ...headset, lastHeartbeatAt: null }) ?? 0) > lastWrongAtMs,
  );
  if (isSolved && status.wrongCodes < WRONG_CODES_LIMIT / 2) return [];
  return [{ kind: 'wrongCodes', count: status.wrongCodes, lastWrongAtMs }];
}

function grouped(kind: ObstacleKind, slots: readonly Slot[]): EnrolProblem[] {
  const [first, ...rest] = slots;
  return first === undefined ? [] : [{ kind, slots: [first, ...rest] }];
}

/**
 * Returns the current problems, most urgent first, without dismissed ones. `status` is null until the station has
 * reported it.
 */
export function enrolProblems(
  slots: readonly Slot[],
  status: EnrolmentStatus | null,
  dismissed: DismissedProblems,
  nowMs: number,
): readonly EnrolProblem[] {
  const silent = slots.filter((slot) => isSilent(slot, nowMs));
  const silentIds = new Set(silent.map((slot) => slot.headset.id));
  const rest = slots.filter((slot) => !silentIds.has(slot.headset.id));
  const wanted = (kind: string, list: readonly Slot[]) =>
    list.filter((slot) => !dismissed.has(`${kind}:${slot.headset.id}`));
  const kindOf = (slot: Slot): ObstacleKind | null => {
    const { state } = slot.state;
    if (state === 'failed') return profileProblem(slot) === null ? 'failed' : 'profile';
    return state === 'offline' ? 'offline' : null;
  };
  const inState = (kind: ObstacleKind) =>
    grouped(
      kind,
      wanted(
        kind,
        rest.filter((slot) => kindOf(slot) === kind),
      ),
    );
  return [
    ...(status === null ? [] : wrongCodes(status, slots, nowMs)).filter((problem) =>
      problemKeys(problem).every((key) => !dismissed.has(key)),
    ),
    ...inState('failed'),
    ...inState('profile'),
    ...grouped('silent', wanted('silent', silent)),
    ...inState('offline'),
  ];
}
