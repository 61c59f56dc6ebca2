import { z } from 'zod';

const STORED = 'muster.uploads';
const storedSchema = z.array(z.tuple([z.string(), z.string()]));

/** What tells a file from others without reading it. */
export function markOf({ name, size, lastModified }: File): string {
  return JSON.stringify([name, size, lastModified]);
}

/** The upload that was begun of this file; undefined where there is none. */
export function begunOf(file: File): string | undefined {
  return stored().get(markOf(file));
}

/** Ids of every upload that was begun and neither finished nor given up, also in a window that is closed by now. */
export function allBegun(): readonly string[] {
  return [...stored().values()];
}

/** Remembers the upload of a file: chosen again after the window was closed, it goes on. */
export function keepBegun(file: File, uploadId: string): void {
  write([...stored(), [markOf(file), uploadId]]);
}

/** Forgets an upload that is over. */
export function forgetBegun(uploadId: string): void {
  write([...stored()].filter(([, other]) => other !== uploadId));
}

function stored(): ReadonlyMap<string, string> {
  try {
    return new Map(storedSchema.parse(JSON.parse(localStorage.getItem(STORED) ?? '[]')));
  } catch {
    // Whatever else stands there: the file is sent from its beginning.
    return new Map();
  }
}

function write(entries: readonly (readonly [string, string])[]): void {
  localStorage.setItem(STORED, JSON.stringify([...new Map(entries)]));
}
