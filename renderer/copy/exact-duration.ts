import { DURATION_SIGNS, DURATIONS, figuresIn } from './figures.ts';
import type { Language } from './language.ts';

/** A length of time in the largest unit that it is a whole number of: "30 min", "90 s", "2 h". */
export function exactDuration(ms: number, language: Language): string {
  const [size, unit] = DURATIONS.find(([each]) => ms >= each && ms % each === 0) ?? [1_000, 'second'];
  return `${figuresIn(language).number(ms / size)}\u00a0${DURATION_SIGNS[language][unit]}`;
}
