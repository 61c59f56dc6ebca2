import type { ClassRun } from '../../shared/contract/classroom/class-run.ts';

const listeners = new Set<(run: ClassRun) => void>();

/** Listens to how far orders to the class come; the answer ends it. */
export function onClassNews(listener: (run: ClassRun) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands news to everyone who listens. `results` holds those headsets that came further. */
export function tellClassNews(run: ClassRun): void {
  for (const listener of listeners) listener(run);
}
