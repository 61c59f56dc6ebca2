import {
  Headset,
  NO_FAULTS,
  onlyWith,
  USUAL_HABITS,
  type HeadsetEvent,
  type HeadsetOptions,
} from '../../main/simulator/index.ts';
import { aQuickClock, type QuickClock } from './quick-clock.ts';

/** A station for a headset: the double or the real one. */
export type PractisedStation = Readonly<{
  url: string;
  enrolToken: string;
  aSlot(): Promise<{ id: string; enrollmentToken: string }>;
}>;

/** A running headset and its events. */
export type RunningHeadset = AsyncDisposable & {
  readonly headset: Headset;
  readonly clock: QuickClock;
  readonly events: readonly HeadsetEvent[];
  /** Resolves at the `nth` event of this type, counted from the start. */
  readonly untilEvent: (type: HeadsetEvent['type'], nth?: number) => Promise<void>;
  /** Resolves as soon as `isSo` is true; checks again at each event of the headset. */
  readonly until: (isSatisfied: () => boolean) => Promise<void>;
};

/** Starts a headset that enrols into a new slot by its enrolment token, unless `changes` override it. */
export async function aRunningHeadset(
  station: PractisedStation,
  changes: Partial<HeadsetOptions> = {},
): Promise<RunningHeadset> {
  const { enrollmentToken } = await station.aSlot();
  const clock = aQuickClock();
  const events: HeadsetEvent[] = [];
  const watchers = new Set<() => void>();
  const headset = new Headset({
    url: station.url,
    seed: 'a-headset',
    enrolToken: station.enrolToken,
    admission: onlyWith({ kind: 'token', enrollmentToken }),
    heartbeatMs: 2_000,
    habits: USUAL_HABITS,
    faults: NO_FAULTS,
    clock,
    ...changes,
    observe(event) {
      events.push(event);
      for (const watcher of watchers) watcher();
    },
  });
  const life = headset.run();
  const until = (isSatisfied: () => boolean) =>
    new Promise<void>((resolve) => {
      const watcher = () => {
        if (!isSatisfied()) return;
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
      watcher();
    });
  return {
    headset,
    clock,
    events,
    until,
    untilEvent: (type, nth = 1) => until(() => events.filter((event) => event.type === type).length >= nth),
    async [Symbol.asyncDispose]() {
      await headset.stop();
      await life;
    },
  };
}
