import { setTimeout } from 'node:timers/promises';

import { contract } from '../../../shared/contract/index.ts';
import { readRunFile } from '../../service/run-file.ts';

/** How long a station that is starting may take until it can open a window, in ms. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 200;

/** The station that already runs on a data folder. */
export type RunningStation = { readonly windowUrl: string; readonly version: string };

/**
 * Asks the station that runs on this data folder for a URL that opens its interface, and waits for one that is
 * starting. Undefined if it does not answer.
 */
export async function askRunningStation(dataFolder: string): Promise<RunningStation | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask(dataFolder);
    if (found !== undefined || Date.now() > deadline) return found;
    await setTimeout(RETRY_MS);
  }
}

async function ask(dataFolder: string): Promise<RunningStation | undefined> {
  const running = readRunFile(dataFolder);
  if (running === undefined) return undefined;
  const { method, path, reply } = contract.openProgramWindow;
  try {
    const answer = await fetch(new URL(path, running.url), {
      method,
      headers: { authorization: `Bearer ${running.token}` },
    });
    const { url, version } = reply.parse(await answer.json());
    return { windowUrl: url, version };
  } catch {
    // It is starting or stopping, or an older version that cannot open another window.
    return undefined;
  }
}
