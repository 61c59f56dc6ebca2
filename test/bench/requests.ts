import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { GetOrder, GetReport } from './get-load.ts';
import { startUntilFirstLine, stopProcess } from './processes.ts';

/** A client process that sends requests, and its measured response time. */
export type Request = AsyncDisposable & { perSecond(order: GetOrder): Promise<number> };

export function startRequests(): Request {
  const child = fork(fileURLToPath(new URL('get-load.ts', import.meta.url)));
  return {
    async perSecond(order) {
      child.send(order);
      const [report] = (await once(child, 'message', { signal: AbortSignal.timeout(300_000) })) as [
        GetReport,
      ];
      if (report.failed > 0) throw new Error(`${report.failed} of ${report.answered} requests were refused`);
      return report.answered / report.seconds;
    },
    [Symbol.asyncDispose]: () => stopProcess(child),
  };
}

/** A bare server of `baselines/`, by the name of its script. */
export async function startBare(
  script: string,
  args: readonly string[],
): Promise<AsyncDisposable & { port: number }> {
  const file = fileURLToPath(new URL(`baselines/${script}`, import.meta.url));
  const { child, line } = await startUntilFirstLine([file, ...args]);
  return { port: Number(line), [Symbol.asyncDispose]: () => stopProcess(child) };
}
