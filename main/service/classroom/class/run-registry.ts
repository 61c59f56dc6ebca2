import { RETAINED_CLASS_RUNS, MAX_CLASS_RUNS } from '../../../../shared/contract/classroom/class.ts';
import { partOf } from './orders.ts';
import { isWaiting, lateUntilMs, type Run } from './run.ts';

/** Actions for classes, newest first, and the newest one for each part of a headset. */
export class RunRegistry {
  readonly #byEnterprise = new Map<string, readonly Run[]>();
  /** By organisation, part and headset. */
  readonly #newest = new Map<string, Run>();
  /** For how many headsets an action is the newest of its part. */
  readonly #pending = new Map<Run, number>();

  of(enterpriseId: string | null): readonly Run[] {
    return this.#byEnterprise.get(enterpriseId ?? '') ?? [];
  }

  all(): Run[] {
    return [...this.#byEnterprise.values()].flat();
  }

  /** Adds the newest action. Returns those that are dropped for it: old ones that no longer apply to any headset. */
  add(run: Run, nowMs: number): readonly Run[] {
    const all = [run, ...this.of(run.enterpriseId)];
    const isRetained = (each: Run, at: number): boolean =>
      at < RETAINED_CLASS_RUNS ||
      (at < MAX_CLASS_RUNS && this.#pending.has(each) && nowMs < lateUntilMs(each));
    const stored = all.filter(isRetained);
    this.#byEnterprise.set(run.enterpriseId, stored);
    const retained = new Set(stored);
    const dropped = all.filter((each) => !retained.has(each));
    for (const each of dropped) this.#remove(each);
    return dropped;
  }

  /** Records that this action is now the newest of its part for a headset. Returns the one that it replaced. */
  markNewest(run: Run, id: string): Run | undefined {
    const key = keyOf(run, id);
    if (key === null) return undefined;
    const older = this.#newest.get(key);
    if (older === run) return undefined;
    this.#newest.set(key, run);
    this.#count(run, 1);
    if (older !== undefined) this.#count(older, -1);
    return older;
  }

  /** Returns false if the class got a newer action meanwhile, or the action has no lasting effect. */
  isNewest(run: Run, id: string): boolean {
    const key = keyOf(run, id);
    return key !== null && this.#newest.get(key) === run;
  }

  /** Returns the actions that this headset gets when it returns, the oldest first. */
  waitingFor(id: string, nowMs: number): Run[] {
    return this.all()
      .filter((run) => isWaiting(run.results.get(id)) && nowMs < lateUntilMs(run))
      .toReversed();
  }

  #remove(run: Run): void {
    run.stopFollowing();
    this.#pending.delete(run);
    for (const id of run.results.keys()) {
      const key = keyOf(run, id);
      if (key !== null && this.#newest.get(key) === run) this.#newest.delete(key);
    }
  }

  #count(run: Run, by: 1 | -1): void {
    const count = (this.#pending.get(run) ?? 0) + by;
    if (count === 0) this.#pending.delete(run);
    else this.#pending.set(run, count);
  }
}

function keyOf({ enterpriseId, action }: Run, id: string): string | null {
  const part = partOf(action);
  return part === null ? null : `${enterpriseId} ${part} ${id}`;
}
