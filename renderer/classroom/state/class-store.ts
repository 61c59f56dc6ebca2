import { create } from 'zustand';

import type { ClassAction, ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import {
  type ClassAppView,
  listClassApps,
  listClassRuns,
  MAX_CLASS_RUNS,
  retryClassRun,
  runLessonStep,
  startClassRun,
} from '../../../shared/contract/classroom/class.ts';
import { withUpdates, withUpdate } from './class-board.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { classEvents } from '../../service/events.ts';
import { learnFrom } from './unsupported.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useFeed } from '../../service/event-feed.ts';

type Runs = {
  /** Actions for the class, newest first. */
  readonly runs: readonly ClassRun[];
  /** The newest action whose result was dismissed; null for none. */
  readonly dismissedId: string | null;
  readonly isSending: boolean;
  readonly refusal: Refusal | null;
  /** What a person is asked before a command is sent. */
  readonly asking: Question | null;
};

/** A question before a command: to many headsets, or to headsets in kiosk mode with another app. */
export type Question =
  | { readonly kind: 'many'; readonly count: number; readonly carts: number; readonly go: () => void }
  | {
      readonly kind: 'kiosk';
      readonly app: ClassAppView;
      readonly isAllowed: boolean;
      readonly go: (useKiosk: boolean) => void;
    };

/** Largest class: a command to more headsets is confirmed first. */
const MAX_UNASKED = 60;

/** Storage key of the last dismissed action, so that a reload does not show it again. */
const DISMISSED = 'muster.class.put-away';

/** Actions for the class, and their results. */
export const useClassRuns = create<Runs>(() => ({
  runs: [],
  dismissedId: localStorage.getItem(DISMISSED),
  isSending: false,
  refusal: null,
  asking: null,
}));

/** Follows the actions while the board is open. Returns a function that stops it. */
export function followClass(): () => void {
  void readRuns();
  // Updates missed while the window was disconnected.
  const stopReading = useFeed.subscribe(({ phase }, before) => {
    if (phase !== 'live' || before.phase === 'live') return;
    void readRuns();
    // The station answers again.
    useClassRuns.setState(({ refusal }) => ({ refusal: refusal?.refused === 'offline' ? null : refusal }));
  });
  const unsubscribe = classEvents.on(put);
  return () => {
    stopReading();
    unsubscribe();
  };
}

async function readRuns(): Promise<void> {
  const outcome = await call(listClassRuns, {});
  if (isRefused(outcome)) return;
  const { items } = outcome.reply;
  for (const run of items.toReversed()) learnFrom(run);
  useClassRuns.setState(({ runs }) => {
    const received = new Map(runs.map((run) => [run.id, run]));
    const read = new Set(items.map(({ id }) => id));
    // Started while the list was loading.
    const newer = runs.filter(
      ({ id, startedAt }) => !read.has(id) && startedAt >= (items[0]?.startedAt ?? ''),
    );
    return { runs: [...newer, ...items.map((run) => withUpdates(run, received.get(run.id)))] };
  });
}

function put(update: ClassRun): void {
  learnFrom(update);
  useClassRuns.setState(({ runs }) => {
    const known = runs.find(({ id }) => id === update.id);
    const run = withUpdate(known, update);
    return {
      runs: known === undefined ? withRun(runs, run) : runs.map((each) => (each === known ? run : each)),
    };
  });
}

function withRun(runs: readonly ClassRun[], run: ClassRun): readonly ClassRun[] {
  return [run, ...runs].slice(0, MAX_CLASS_RUNS);
}

/** Sends an action to these headsets; to more than a class only after a question. */
export function sendAction(devicesId: readonly string[], action: ClassAction): Promise<void> {
  return askFirst(devicesId, () =>
    send(() => call(startClassRun, { body: { devicesId: [...devicesId], action } })),
  );
}

/** Starts an app, with `plain` where no kiosk keeps another one; else only after a question. */
export async function startApp(
  devicesId: readonly string[],
  packageName: string,
  plain = (): Promise<void> => sendAction(devicesId, { do: 'start', packageName }),
): Promise<void> {
  useClassRuns.setState({ isSending: true });
  const outcome = await call(listClassApps, { body: { devicesId: [...devicesId], also: [packageName] } });
  useClassRuns.setState({ isSending: false });
  const app = isRefused(outcome)
    ? undefined
    : outcome.reply.items.find((each) => each.packageName === packageName);
  const start = (inKiosk: boolean): Promise<void> =>
    sendAction(devicesId, { do: 'start', packageName, ...(inKiosk && { inKiosk }) });
  if (isRefused(outcome) || app === undefined || app.inKiosk === 0) return plain();
  const isAllowed = outcome.reply.kioskMayFollow;
  useClassRuns.setState({
    asking: { kind: 'kiosk', app, isAllowed, go: (inKiosk) => void start(inKiosk) },
  });
}

/** Ends the lesson: attention mode ends, the app is stopped, and kiosks return to their own app. */
export async function endLesson(devicesId: readonly string[], inAttention: readonly string[]): Promise<void> {
  return askFirst(devicesId, async () => {
    if (inAttention.length > 0)
      await send(() =>
        call(startClassRun, { body: { devicesId: [...inAttention], action: { do: 'resume' } } }),
      );
    await send(() => call(startClassRun, { body: { devicesId: [...devicesId], action: { do: 'stop' } } }));
  });
}

/** Presses a button of a lesson, which controls these headsets. */
export function press(devicesId: readonly string[], lessonId: string, step: number): Promise<void> {
  return askFirst(devicesId, () =>
    send(() => call(runLessonStep, { params: { lessonId, step: String(step) } })),
  );
}

function askFirst(devicesId: readonly string[], go: () => Promise<void>): Promise<void> {
  if (devicesId.length <= MAX_UNASKED) return go();
  const { byId } = useFleet.getState();
  const carts = new Set(devicesId.flatMap((id) => byId[id]?.cart?.id ?? [])).size;
  useClassRuns.setState({ asking: { kind: 'many', count: devicesId.length, carts, go: () => void go() } });
  return Promise.resolve();
}

/** Sends an action again to the headsets that it did not reach. */
export function tryAgain(runId: string): Promise<void> {
  return send(() => call(retryClassRun, { params: { runId } }));
}

/** Dismisses a result, and those of older actions; null if none is shown. */
export function dismiss(runId: string | null): void {
  if (runId !== null) localStorage.setItem(DISMISSED, runId);
  useClassRuns.setState(({ dismissedId: putAwayId }) => ({ dismissedId: runId ?? putAwayId, refusal: null }));
}

async function send(ask: () => Promise<{ readonly reply: ClassRun } | Refusal>): Promise<void> {
  useClassRuns.setState({ isSending: true, refusal: null });
  const outcome = await ask();
  if ('refused' in outcome) return useClassRuns.setState({ isSending: false, refusal: outcome });
  // Updates may arrive before the reply.
  useClassRuns.setState(({ runs }) => {
    const isKnown = runs.some(({ id }) => id === outcome.reply.id);
    return { isSending: false, runs: isKnown ? runs : withRun(runs, outcome.reply) };
  });
}
