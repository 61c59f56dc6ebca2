import type { NetworkFinding } from '../../../../shared/contract/network/network-findings.ts';

/** How one check came out. `details` is what the finding is about, as JSON. */
export type Found = {
  readonly finding: NetworkFinding;
  readonly details: Readonly<Record<string, unknown>>;
};

/** One check. It gives up when `signal` is aborted, or is left alone then. */
export type Check = (signal: AbortSignal) => Found | Promise<Found>;

/** A finding with what it is about. */
export function found(finding: NetworkFinding, details: Readonly<Record<string, unknown>> = {}): Found {
  return { finding, details };
}

/** Runs a check until `signal` is aborted. What is late or breaks is a finding of its own. */
export async function settle(
  check: Check,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<Found> {
  const { promise: late, resolve } = Promise.withResolvers<Found>();
  const give = (): void => resolve(found('CHECK_UNFINISHED'));
  if (signal.aborted) give();
  signal.addEventListener('abort', give);
  try {
    return await Promise.race([late, Promise.resolve(signal).then(check)]);
  } catch (error) {
    failed(error);
    return found('CHECK_FAILED');
  } finally {
    signal.removeEventListener('abort', give);
  }
}
