import { readFileSync } from 'node:fs';

import { z } from 'zod';

type Entry =
  | { readonly files: Readonly<Record<string, Entry>> }
  | {
      readonly size: number;
      readonly offset?: string | undefined;
      readonly unpacked?: boolean | undefined;
      readonly integrity?: { readonly hash: string } | undefined;
    };

const entrySchema: z.ZodType<Entry> = z.lazy(() =>
  z.union([
    z.object({ files: z.record(z.string(), entrySchema) }),
    z.object({
      size: z.number(),
      offset: z.string().optional(),
      unpacked: z.boolean().optional(),
      integrity: z.object({ hash: z.string() }).optional(),
    }),
  ]),
);

/** A file of an archive; `bytes` is undefined if it is beside the archive. */
export type Packed = {
  readonly path: string;
  readonly bytes: Buffer | undefined;
  readonly sha256: string | undefined;
};

/** Returns every file of an asar archive. Source: the format's description in @electron/asar. */
export function readAsar(path: string): Packed[] {
  const bytes = readFileSync(path);
  const headerBytes = bytes.readUInt32LE(4);
  const jsonBytes = bytes.readUInt32LE(12);
  const header: unknown = JSON.parse(bytes.subarray(16, 16 + jsonBytes).toString('utf8'));
  const base = 8 + headerBytes;
  const found: Packed[] = [];
  const walk = (entry: Entry, at: string): void => {
    if ('files' in entry) {
      for (const [name, each] of Object.entries(entry.files)) walk(each, at === '' ? name : `${at}/${name}`);
      return;
    }
    const start = base + Number(entry.offset ?? 0);
    const packed = entry.unpacked === true ? undefined : bytes.subarray(start, start + entry.size);
    found.push({ path: at, bytes: packed, sha256: entry.integrity?.hash });
  };
  walk(entrySchema.parse(header), '');
  return found;
}
