/** A signal of its own, and how to let go of what it listens to. */
export type EitherSignal = { readonly signal: AbortSignal; readonly release: () => void };

/**
 * A signal that aborts with any of `sources`, or after so long. `AbortSignal.any` and `AbortSignal.timeout` would hold on to
 * every request until the time is over, and to a trace of it for as long as the longest of the sources lives.
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
