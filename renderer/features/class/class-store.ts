import { create } from 'zustand';

import type { ClassAction, ClassRun } from '../../../shared/contract/class-run.ts';
import {
  listClassRuns,
  retryClassRun,
  runLessonStep,
  startClassRun,
} from '../../../shared/contract/class.ts';
import { withNews } from '../../../shared/domain/class-board.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { onClassNews } from '../../service/class-news.ts';

type Runs = {
  /** What the class was told, newest first. */
  readonly runs: readonly ClassRun[];
  /** The order that the board shows; null once it was put away. */
  readonly shownId: string | null;
  readonly isSending: boolean;
  readonly refusal: Refusal | null;
};

/** What the class was told, and how far it came. */
export const useClassRuns = create<Runs>(() => ({
  runs: [],
  shownId: null,
  isSending: false,
  refusal: null,
}));

/** Follows the orders while the board is open; the answer ends it. */
export function followClass(): () => void {
  void readRuns();
  return onClassNews(put);
}

async function readRuns(): Promise<void> {
  const outcome = await call(listClassRuns, {});
  if (isRefused(outcome)) return;
  // What was heard while it was read is newer.
  const { runs } = useClassRuns.getState();
  useClassRuns.setState({
    runs: outcome.reply.items.map((run) => runs.find(({ id }) => id === run.id) ?? run),
  });
}

function put(news: ClassRun): void {
  useClassRuns.setState(({ runs, shownId }) => {
    const known = runs.find(({ id }) => id === news.id);
    const run = withNews(known, news);
    if (known !== undefined) return { runs: runs.map((each) => (each.id === run.id ? run : each)) };
    return { runs: [run, ...runs].slice(0, 20), shownId: shownId === null ? null : run.id };
  });
}

/** Tells these headsets. */
export function tell(devicesId: readonly string[], action: ClassAction): Promise<void> {
  return send(() => call(startClassRun, { body: { devicesId: [...devicesId], action } }));
}

/** Presses a button of a lesson. */
export function press(lessonId: string, step: number): Promise<void> {
  return send(() => call(runLessonStep, { params: { lessonId, step: String(step) } }));
}

/** Tells those again that an order did not reach. */
export function tryAgain(runId: string): Promise<void> {
  return send(() => call(retryClassRun, { params: { runId } }));
}

/** Puts the result away. */
export function putAway(): void {
  useClassRuns.setState({ shownId: null, refusal: null });
}

async function send(ask: () => Promise<{ readonly reply: ClassRun } | Refusal>): Promise<void> {
  useClassRuns.setState({ isSending: true, refusal: null });
  const outcome = await ask();
  if ('refused' in outcome) return useClassRuns.setState({ isSending: false, refusal: outcome });
  // News of it may have come before its answer.
  const { runs } = useClassRuns.getState();
  const isKnown = runs.some(({ id }) => id === outcome.reply.id);
  useClassRuns.setState({
    isSending: false,
    shownId: outcome.reply.id,
    runs: isKnown ? runs : [outcome.reply, ...runs].slice(0, 20),
  });
}
