import type { NetworkFinding } from '../../../../shared/contract/network/network-findings.ts';

/** The result of one check. `details` is its data, as JSON. */
export type Found = {
  readonly finding: NetworkFinding;
  readonly details: Readonly<Record<string, unknown>>;
};

/** A check. It stops when `signal` is aborted, or is abandoned then. */
export type Check = (signal: AbortSignal) => Found | Promise<Found>;

/** Returns a finding with its details. */
export function found(finding: NetworkFinding, details: Readonly<Record<string, unknown>> = {}): Found {
  return { finding, details };
}

/** Runs a check until `signal` is aborted. A late or failed one has its own finding. */
export async function settle(
  check: Check,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<Found> {
  const { promise: late, resolve } = Promise.withResolvers<Found>();
  const finish = (): void => resolve(found('CHECK_UNFINISHED'));
  if (signal.aborted) finish();
  signal.addEventListener('abort', finish);
  try {
    return await Promise.race([late, Promise.resolve(signal).then(check)]);
  } catch (error) {
    failed(error);
    return found('CHECK_FAILED');
  } finally {
    signal.removeEventListener('abort', finish);
  }
}
