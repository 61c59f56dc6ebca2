import { forEachEntry, MS_PER_QUARTER, QUARTERS_PER_DAY } from '../roll-ups/activity-day.ts';
import type { TimeBucket, TimeSpan } from './buckets.ts';
import type { Yielder } from '../../kernel/yielding.ts';
import type { StatisticsRecords } from '../roll-ups/records.ts';

type Sum = { plays: number; durationMs: number };
type SubjectSum = Sum & { devices: number };

/** Adds up the use of many devices: by calendar day and by what was used. */
export class UseCounter {
  readonly perDay: readonly Sum[];
  /** By the store's number of the subject. */
  readonly perSubject = new Map<number, SubjectSum>();
  readonly #days: readonly TimeBucket[];
  readonly #span: TimeSpan;

  constructor(span: TimeSpan, days: readonly TimeBucket[]) {
    this.#span = span;
    this.#days = days;
    this.perDay = days.map(() => ({ plays: 0, durationMs: 0 }));
  }

  /** Adds a device and returns its own sum; a busy one has thousands of entries a day, so it yields between days. */
  async add(records: StatisticsRecords, deviceKey: number, yielder: Yielder): Promise<Readonly<Sum>> {
    const { fromMs, toMs } = this.#span;
    const sum: Sum = { plays: 0, durationMs: 0 };
    if (fromMs >= toMs) return sum;
    const [first, end] = [fromMs / MS_PER_QUARTER, toMs / MS_PER_QUARTER];
    const subjects = new Set<number>();
    const stored = records.rollUps.activity.days(
      deviceKey,
      Math.floor(first / QUARTERS_PER_DAY),
      Math.floor((end - 1) / QUARTERS_PER_DAY),
    );
    for (const { day, entries } of stored) {
      forEachEntry(entries, ({ subject, quarter, ...use }) => {
        const slot = day * QUARTERS_PER_DAY + quarter;
        if (slot < first || slot >= end) return;
        count(sum, use);
        count(this.#dayOf(slot * MS_PER_QUARTER), use);
        count(this.#subject(subject), use);
        subjects.add(subject);
      });
      await yielder.yieldIfDue();
    }
    for (const subject of subjects) this.#subject(subject).devices += 1;
    return sum;
  }

  #subject(subject: number): SubjectSum {
    let sum = this.perSubject.get(subject);
    if (sum === undefined) this.perSubject.set(subject, (sum = { plays: 0, durationMs: 0, devices: 0 }));
    return sum;
  }

  /** Days last 23 to 25 hours, so the right one is at the estimate or next to it. */
  #dayOf(epochMs: number): Sum {
    let index = Math.max(0, Math.floor((epochMs - this.#span.fromMs) / 86_400_000));
    while ((this.#days[index]?.toMs ?? Infinity) <= epochMs) index += 1;
    while (index > 0 && (this.#days[index]?.fromMs ?? Infinity) > epochMs) index -= 1;
    return this.perDay[index] ?? { plays: 0, durationMs: 0 };
  }
}

function count(sum: Sum, use: Readonly<Sum>): void {
  sum.plays += use.plays;
  sum.durationMs += use.durationMs;
}
