import type { Current } from './current.ts';
import type { Target } from './targets.ts';

/** The facts that a row needs about the selected headsets. */
export type EditorContext = {
  readonly targets: readonly Target[];
  /** Their current settings; null for a profile, or while loading. */
  readonly current: Current | null;
};
