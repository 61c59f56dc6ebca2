import { z } from 'zod';

import { type AdbConnection, oneChunk } from '../../adb/connection.ts';

/** Where a headset keeps the list of what Muster put on it: it goes with the headset, whichever station manages it. */
const LIST = '/sdcard/Muster/.managed.json';
/** Folders in which the shell of a headset may write, and Muster may remove what it put there. */
const OWN_FOLDERS = /^\/(?:sdcard|storage\/emulated\/0|data\/local\/tmp)\//;

const entrySchema = z.object({
  key: z.string().max(512),
  kind: z.enum(['application', 'video', 'file']),
  contentId: z.string().max(128),
  packageName: z.string().max(256).nullable(),
  versionCode: z.number().nullable(),
  paths: z.array(z.string().max(1_024)).max(100),
  sizeBytes: z.number(),
});

/** Something that Muster put on a headset. */
export type Managed = Readonly<z.infer<typeof entrySchema>>;

/** Returns true for a path that Muster may write on a headset, and remove. */
export function isOwnPath(path: string): boolean {
  return OWN_FOLDERS.test(path) && !path.split('/').includes('..') && !path.includes('\0');
}

/**
 * Reads the list of a headset. What is damaged or points elsewhere is left out: the list is only used to remove what
 * Muster put there.
 * @throws {CableError}
 */
export async function readManaged(adb: Pick<AdbConnection, 'run'>): Promise<Managed[]> {
  const { exitCode, stdout } = await adb.run(['cat', LIST]);
  if (exitCode !== 0) return [];
  try {
    const found = z.array(z.unknown()).max(2_000).parse(JSON.parse(stdout));
    return found.flatMap((each) => {
      const entry = entrySchema.safeParse(each);
      return entry.success && entry.data.paths.every(isOwnPath) ? [entry.data] : [];
    });
  } catch {
    // Cut off, or changed by hand.
    return [];
  }
}

/** Stores the list; whole or not at all. @throws {CableError} */
export async function writeManaged(adb: AdbConnection, managed: readonly Managed[]): Promise<void> {
  await adb.must(['mkdir', '-p', '/sdcard/Muster']);
  await adb.push(`${LIST}.part`, oneChunk(JSON.stringify(managed)));
  await adb.must(['mv', '-f', `${LIST}.part`, LIST]);
}
