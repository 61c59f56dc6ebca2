import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const runFileSchema = z.object({
  url: z.string(),
  token: z.string(),
  enterpriseId: z.string(),
  pid: z.int(),
});

/** Where and how to reach the station that runs on a folder. */
export type RunFile = z.infer<typeof runFileSchema>;

/** While a station runs, its folder says so in this file (mode 0600): the commands of this computer read it. */
const RUN_FILE = 'station.json';

/** Notes a station that is ready. */
export function writeRunFile(folder: string, running: RunFile): void {
  writeFileSync(join(folder, RUN_FILE), JSON.stringify(running), { mode: 0o600 });
}

/** Takes the note away. */
export function removeRunFile(folder: string): void {
  rmSync(join(folder, RUN_FILE), { force: true });
}

/** The note of the station that holds this folder, or undefined while it has not written one. */
export function readRunFile(folder: string): RunFile | undefined {
  try {
    return runFileSchema.parse(JSON.parse(readFileSync(join(folder, RUN_FILE), 'utf8')));
  } catch {
    // It is starting or stopping just now: there is nothing to say of it.
    return undefined;
  }
}
