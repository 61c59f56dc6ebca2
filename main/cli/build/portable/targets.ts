import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

/** The systems that a portable copy can be built for. */
export const TARGET_NAMES = ['linux-x64', 'linux-arm64', 'win-x64', 'darwin-arm64'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

const packageSchema = z.strictObject({
  package: z.string(),
  version: z.string(),
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
});

const targetSchema = z.strictObject({
  archive: z.enum(['tar.gz', 'zip']),
  /** The files that a person starts, in packaging/portable. */
  start: z.array(z.string()).min(1),
  /** The npm package with Node for this system, and the digest of its archive (Subresource Integrity). */
  node: packageSchema.extend({ program: z.enum(['node', 'node.exe']) }),
  /** The package with Node's licence, where `node` has none. */
  licence: packageSchema.optional(),
  /** The binary of better-sqlite3, by its name in that package. */
  prebuilt: z.string(),
});

/** What a portable copy for one system is made of. */
export type Target = z.infer<typeof targetSchema>;

/** Returns the targets in packaging/portable/targets.json. @throws if the file is not valid. */
export function readTargets(root: string): Readonly<Record<TargetName, Target>> {
  const text = readFileSync(join(root, 'packaging', 'portable', 'targets.json'), 'utf8');
  return z.record(z.enum(TARGET_NAMES), targetSchema).parse(JSON.parse(text));
}
