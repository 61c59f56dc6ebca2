import { z } from 'zod';

const STORED = 'muster.uploads';
const storedSchema = z.array(z.tuple([z.string(), z.string()]));

/** Returns what identifies a file without reading it. */
export function markOf({ name, size, lastModified }: File): string {
  return JSON.stringify([name, size, lastModified]);
}

/** Returns the unfinished upload of this file; undefined if there is none. */
export function begunOf(file: File): string | undefined {
  return stored().get(markOf(file));
}

/** Returns the ids of every unfinished upload, including those of closed windows. */
export function allBegun(): readonly string[] {
  return [...stored().values()];
}

/** Stores the upload of a file, so that it can be resumed after the window was closed. */
export function saveBegun(file: File, uploadId: string): void {
  write([...stored(), [markOf(file), uploadId]]);
}

/** Removes a finished upload. */
export function removeBegun(uploadId: string): void {
  write([...stored()].filter(([, other]) => other !== uploadId));
}

function stored(): ReadonlyMap<string, string> {
  try {
    return new Map(storedSchema.parse(JSON.parse(localStorage.getItem(STORED) ?? '[]')));
  } catch {
    // Invalid: the file is sent from the start.
    return new Map();
  }
}

function write(entries: readonly (readonly [string, string])[]): void {
  localStorage.setItem(STORED, JSON.stringify([...new Map(entries)]));
}
