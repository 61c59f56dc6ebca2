import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const runFileSchema = z.object({
  url: z.string(),
  token: z.string(),
  enterpriseId: z.string(),
  pid: z.int(),
});

/** URL and token of the station that runs on a folder. */
export type RunFile = z.infer<typeof runFileSchema>;

/** File in the data folder of a running station (mode 0600), for commands on this computer. */
const RUN_FILE = 'station.json';

/** Writes the file for a station that is ready. */
export function writeRunFile(folder: string, running: RunFile): void {
  writeFileSync(join(folder, RUN_FILE), JSON.stringify(running), { mode: 0o600 });
}

/** Removes the file. */
export function removeRunFile(folder: string): void {
  try {
    rmSync(join(folder, RUN_FILE), { force: true });
  } catch {
    // If the disk refuses to delete it, its readers find nothing listening at its address.
  }
}

/** Reads the file of the station that runs on this folder; undefined if there is none yet. */
export function readRunFile(folder: string): RunFile | undefined {
  try {
    return runFileSchema.parse(JSON.parse(readFileSync(join(folder, RUN_FILE), 'utf8')));
  } catch {
    // It is starting or stopping now.
    return undefined;
  }
}
