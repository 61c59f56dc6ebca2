import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { z } from 'zod';

const OS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const CPU = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Packages with prebuilt binaries whose binding.gyp makes npm 10 look for a compiler. */
const PREBUILT = ['better-sqlite3'];

/** An unparsed entry: parsing its known keys alone would change the order of all of them. */
const entrySchema = z.record(z.string(), z.unknown());
const packagesSchema = z.record(z.string(), entrySchema);
const knownSchema = z.object({
  dev: z.boolean().default(false),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
type Entry = z.infer<typeof entrySchema>;
type Packages = Record<string, Entry>;

/**
 * The lock file with what npm leaves out of it and `npm ci` then misses. Complete text comes back unchanged.
 *
 * - Optional packages of other platforms, where the registry in use did not have them when the lock was written:
 *   without an entry `npm ci` calls the lock out of step. They are fetched only on the platform they are for.
 * - `gypfile: false` of prebuilt packages: npm reads it from the lock alone, does not write it there, and without it
 *   runs node-gyp, which fails where there is no Python or compiler.
 */
export function completeLock(text: string): string {
  const lock = entrySchema.parse(JSON.parse(text));
  const packages: Packages = packagesSchema.parse(lock['packages']);
  for (const [path, entry] of Object.entries(packages)) {
    const { dev, optionalDependencies } = knownSchema.parse(entry);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, path, name)) continue;
      packages[`node_modules/${name}`] = platformEntry(name, version, dev);
    }
  }
  for (const name of PREBUILT) {
    const entry = packages[`node_modules/${name}`];
    if (entry !== undefined) packages[`node_modules/${name}`] = { ...entry, gypfile: false };
  }
  const sorted = Object.entries(packages).toSorted(([left], [right]) => left.localeCompare(right, 'en'));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** Returns whether `name`, required by the package at `path`, is found in it or in a folder above it. */
function isLocked(packages: Packages, path: string, name: string): boolean {
  const ends = [...path.matchAll(/\/node_modules\//g)].map(({ index }) => index);
  const folders = ['', ...ends.map((end) => path.slice(0, end)), path];
  return folders.some(
    (folder) => packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined,
  );
}

/** The platform in the names of these packages: `@scope/binding-linux-arm64-musl`. */
function platformEntry(name: string, version: string, dev: boolean): Entry {
  const words = name.split(/[/-]/);
  const os = OS.filter((word) => words.includes(word));
  const cpu = CPU.filter((word) => words.includes(word));
  return {
    version,
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(dev ? { dev } : {}),
    ...(/-(?:musl|gnu)/.test(name) ? { libc: [name.includes('-musl') ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}

if (import.meta.main) {
  const file = join(resolve(import.meta.dirname, '..'), 'package-lock.json');
  writeFileSync(file, completeLock(readFileSync(file, 'utf8')));
}
