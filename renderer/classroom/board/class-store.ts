import { create } from 'zustand';

import type { ClassAction, ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import {
  listClassRuns,
  MAX_CLASS_RUNS,
  retryClassRun,
  runLessonStep,
  startClassRun,
} from '../../../shared/contract/classroom/class.ts';
import { withUpdates, withUpdate } from '../../../shared/domain/classroom/class-board.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { classEvents } from '../../service/events.ts';
import { learnFrom } from '../lessons/unsupported.ts';
import { useFeed } from '../../service/event-feed.ts';

type Runs = {
  /** Actions for the class, newest first. */
  readonly runs: readonly ClassRun[];
  /** The newest action whose result was dismissed; null for none. */
  readonly dismissedId: string | null;
  readonly isSending: boolean;
  readonly refusal: Refusal | null;
};

/** Storage key of the last dismissed action, so that a reload does not show it again. */
const DISMISSED = 'muster.class.put-away';

/** Actions for the class, and their results. */
export const useClassRuns = create<Runs>(() => ({
  runs: [],
  dismissedId: localStorage.getItem(DISMISSED),
  isSending: false,
  refusal: null,
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

/** Sends an action to these headsets. */
export function sendAction(devicesId: readonly string[], action: ClassAction): Promise<void> {
  return send(() => call(startClassRun, { body: { devicesId: [...devicesId], action } }));
}

/** Presses a button of a lesson. */
export function press(lessonId: string, step: number): Promise<void> {
  return send(() => call(runLessonStep, { params: { lessonId, step: String(step) } }));
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
