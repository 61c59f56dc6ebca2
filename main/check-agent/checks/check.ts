import type { Faulty, Trial } from '../trial.ts';

/** One check of an agent. */
export type Check = Readonly<{
  name: string;
  /** What a correct agent does, in one sentence. */
  title: string;
  /** True if there is nothing to check over plain HTTP. */
  needsTls?: true;
  /** Returns what is wrong; empty: nothing. */
  run: (trial: Trial) => Promise<Faulty>;
}>;
