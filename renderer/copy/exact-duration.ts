import { DURATION_SIGNS, DURATIONS, figuresIn } from './format.ts';
import type { Language } from './language.ts';

/** A duration in the largest unit of which it is a whole number: "30 min", "90 s", "2 h". */
export function exactDuration(ms: number, language: Language): string {
  const [size, unit] = DURATIONS.find(([each]) => ms >= each && ms % each === 0) ?? [1_000, 'second'];
  return `${figuresIn(language).number(ms / size)}\u00a0${DURATION_SIGNS[language][unit]}`;
}
