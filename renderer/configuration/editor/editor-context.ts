import type { Current } from './current.ts';
import type { Target } from '../pages/targets.ts';

/** What a row needs to know of the headsets that are configured. */
export type EditorContext = {
  readonly targets: readonly Target[];
  /** What they have now; null for a profile, or while it is being read. */
  readonly current: Current | null;
};
