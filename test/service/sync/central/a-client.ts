import { Central, type CentralOptions } from '../../../../main/service/sync/client/central.ts';

/** A client whose clock advances only while it waits, so tests do not take longer. */
export type TestClient = Central &
  AsyncDisposable & {
    /** The length of each wait, in ms. */
    readonly waits: readonly number[];
    readonly time: { nowMs: number };
  };

/** Returns a client of the double. `random` is 0, so that delays are exact. */
export function aClient(
  central: { readonly url: string; readonly token: string },
  given: Partial<CentralOptions> & { readonly onWait?: (ms: number) => Promise<void> | void } = {},
): TestClient {
  const waits: number[] = [];
  const time = { nowMs: Date.now() };
  const { onWait, ...options } = given;
  const client = new Central({
    address: central.url,
    token: central.token,
    now: () => time.nowMs,
    wait: async (ms, signal) => {
      if (signal.aborted) return;
      waits.push(ms);
      time.nowMs += ms;
      await onWait?.(ms);
    },
    random: () => 0,
    // Longer than any delay of a busy computer; no test waits for it.
    timeoutMs: 60_000,
    ...options,
  });
  return Object.assign(client, { waits, time, [Symbol.asyncDispose]: () => client.close() });
}
