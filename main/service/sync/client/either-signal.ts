/** An abort signal and a function that removes its listeners. */
export type EitherSignal = { readonly signal: AbortSignal; readonly release: () => void };

/**
 * Returns a signal that aborts with any of `sources` or after `timeoutMs`. `AbortSignal.any` and `AbortSignal.timeout`
 * would keep every request in memory until the timeout, and some of it for as long as the longest-lived source.
 */
export function eitherSignal(sources: readonly AbortSignal[], timeoutMs?: number): EitherSignal {
  const own = new AbortController();
  const abort = (): void => own.abort(sources.find(({ aborted }) => aborted)?.reason);
  for (const source of sources) source.addEventListener('abort', abort);
  if (sources.some(({ aborted }) => aborted)) abort();
  const overdue = (): void => own.abort(new DOMException('It took too long', 'TimeoutError'));
  const timer = timeoutMs === undefined ? undefined : setTimeout(overdue, timeoutMs).unref();
  return {
    signal: own.signal,
    release: () => {
      clearTimeout(timer);
      for (const source of sources) source.removeEventListener('abort', abort);
    },
  };
}
