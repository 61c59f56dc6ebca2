import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { PinnedPackage } from './fetch-package.ts';

/** The systems that a portable copy can be built for. */
export const TARGET_NAMES = ['linux-x64', 'linux-arm64', 'win-x64', 'darwin-arm64'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

const packageSchema = z.strictObject({ package: z.string() });

const targetSchema = z.strictObject({
  archive: z.enum(['tar.gz', 'zip']),
  /** The files that a person starts, in packaging/portable. */
  start: z.array(z.string()).min(1),
  /** The npm package with Node for this system. */
  node: packageSchema.extend({ program: z.enum(['node', 'node.exe']) }),
  /** The package with Node's licence, where `node` has none. */
  licence: packageSchema.optional(),
  /** The binary of better-sqlite3, by its name in that package. */
  prebuilt: z.string(),
});

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});
const pinSchema = z.object({
  version: z.string(),
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
});

/** What a portable copy for one system is made of. */
export type Target = Omit<z.infer<typeof targetSchema>, 'node' | 'licence'> & {
  readonly node: PinnedPackage & { readonly program: 'node' | 'node.exe' };
  readonly licence: PinnedPackage | undefined;
};

/**
 * Returns the targets in packaging/portable/targets.json, with the versions and digests of their packages in the lock
 * file: the Node of a copy is the one that `npm ci` installs on its system. @throws if a file is not valid.
 */
export function readTargets(root: string): Readonly<Record<TargetName, Target>> {
  const read = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  const { packages } = lockSchema.parse(read('package-lock.json'));
  const pinned = (name: string): PinnedPackage => ({
    package: name,
    ...pinSchema.parse(packages[`node_modules/${name}`]),
  });
  const targets = z
    .record(z.enum(TARGET_NAMES), targetSchema)
    .parse(read('packaging', 'portable', 'targets.json'));
  const toTarget = ({ node, licence, ...target }: z.infer<typeof targetSchema>): Target => ({
    ...target,
    node: { program: node.program, ...pinned(node.package) },
    licence: licence === undefined ? undefined : pinned(licence.package),
  });
  return {
    'linux-x64': toTarget(targets['linux-x64']),
    'linux-arm64': toTarget(targets['linux-arm64']),
    'win-x64': toTarget(targets['win-x64']),
    'darwin-arm64': toTarget(targets['darwin-arm64']),
  };
}
