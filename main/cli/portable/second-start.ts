import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { contract } from '../../../shared/contract/index.ts';
import { readRunFile } from '../../service/run-file.ts';
import { FolderInUseError, lockFolder } from '../../service/stopped-cell.ts';

/** How long a station that is starting or stopping may take until it can open a window or has ended, in ms. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 200;

/** The station that already runs on a data folder. */
export type RunningStation = { readonly windowUrl: string; readonly version: string };

/**
 * Asks the station that runs on this data folder for a URL that opens its interface, and waits for one that is
 * starting or stopping. `ended`: the folder is free now. Undefined if it does not answer, or is of a version that
 * cannot open another window.
 */
export async function askRunningStation(dataFolder: string): Promise<RunningStation | 'ended' | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let tries = 0; Date.now() < deadline; tries += 1) {
    const answer = await ask(dataFolder);
    if (answer !== 'not yet') return answer;
    if (!isInUse(dataFolder)) return 'ended';
    if (tries === 0)
      console.log('Another Muster is starting or stopping on this data folder. Waiting for it…');
    await setTimeout(RETRY_MS);
  }
  return undefined;
}

/** Returns true if a station runs on this data folder, is starting or stopping. */
export function isInUse(dataFolder: string): boolean {
  if (!existsSync(dataFolder)) return false;
  try {
    lockFolder(dataFolder).release();
    return false;
  } catch (error) {
    // What else is wrong with the folder, the station reports.
    return error instanceof FolderInUseError;
  }
}

async function ask(dataFolder: string): Promise<RunningStation | 'not yet' | undefined> {
  const running = readRunFile(dataFolder);
  if (running === undefined) return 'not yet';
  const { method, path, reply } = contract.openProgramWindow;
  const headers = { authorization: `Bearer ${running.token}` };
  const answer = await fetch(new URL(path, running.url), { method, headers }).catch(() => undefined);
  // It is starting or stopping.
  if (answer === undefined) return 'not yet';
  const parsed = reply.safeParse(await answer.json().catch(() => undefined));
  return parsed.success ? { windowUrl: parsed.data.url, version: parsed.data.version } : undefined;
}
