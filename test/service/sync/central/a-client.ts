import { Central, type CentralOptions } from '../../../../main/service/sync/client/central.ts';

/** A client whose time passes only while it waits: nothing here takes longer because somebody is patient. */
export type TestClient = Central &
  AsyncDisposable & {
    /** How long it waited, each time, in ms. */
    readonly waits: readonly number[];
    readonly time: { nowMs: number };
  };

/** A client of the double; `random` is 0, so that delays are exact. */
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
    // Longer than a busy computer holds up an answer: no test waits for it.
    timeoutMs: 60_000,
    ...options,
  });
  return Object.assign(client, { waits, time, [Symbol.asyncDispose]: () => client.close() });
}
