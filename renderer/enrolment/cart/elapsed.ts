/** A duration in whole units; the largest that is not zero comes first. */
export type Elapsed = { readonly hours: number; readonly minutes: number; readonly seconds: number };

/** Splits a duration, rounded to the second. */
export function elapsed(ms: number): Elapsed {
  const total = Math.max(0, Math.round(ms / 1_000));
  return { hours: Math.floor(total / 3_600), minutes: Math.floor((total % 3_600) / 60), seconds: total % 60 };
}

/** Formats a countdown such as `11:42`, rounded up. Never below `0:00`. */
export function countdown(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}
