import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const packageSchema = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** A package that Muster ships, with the text of its licence if included. */
export type Licence = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The digest of its archive (Subresource Integrity), from the lock file; empty if that has none. */
  readonly integrity: string;
  readonly text: string;
};

/** Writes the licences of everything that the station and its interface ship, for the page that shows them. */
export async function writeLicences(root: string, target: string): Promise<void> {
  const shown = (await licencesOf(root)).map(({ name, version, licence, text }) => ({
    name,
    version,
    licence,
    text,
  }));
  await writeFile(target, JSON.stringify(shown));
}

/**
 * Returns the dependencies in package.json except those in `absent`, the imports of the interface, and all that these
 * depend on.
 */
export async function licencesOf(root: string, absent: readonly string[] = []): Promise<Licence[]> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const found = new Map<string, Licence>();
  const direct = Object.keys(manifest.dependencies).filter((name) => !absent.includes(name));
  const paths = [...direct, ...(await importedByInterface(root))].map((name) => `node_modules/${name}`);
  const seen = new Set<string>();
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const entry = packages[path];
    // Packages for other systems are not shipped here.
    if (entry === undefined || seen.has(path) || !existsSync(join(root, path))) continue;
    seen.add(path);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const version = entry.version ?? '';
    found.set(`${name} ${version}`, {
      name,
      version,
      licence: entry.license ?? '',
      integrity: entry.integrity ?? '',
      text: await textIn(join(root, path)),
    });
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      paths.push(pathOf(packages, path, needed));
    }
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Returns where a package finds another: beside it, or in a folder above. */
function pathOf(packages: Readonly<Record<string, unknown>>, from: string, name: string): string {
  for (let base = from; base !== ''; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const nested = `${base}/node_modules/${name}`;
    if (nested in packages) return nested;
  }
  return `node_modules/${name}`;
}

async function importedByInterface(root: string): Promise<string[]> {
  const names = new Set<string>();
  for (const entry of await readdir(join(root, 'renderer'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/(?<!\.config)\.(tsx?|css)$/.test(entry.name)) continue;
    const source = await readFile(join(entry.parentPath, entry.name), 'utf8');
    for (const [, name] of source.matchAll(/(?:from|import|url\()\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)/g)) {
      if (name !== undefined) names.add(name);
    }
  }
  return [...names];
}

/**
 * Returns its licence, and notices about what is built into it: a package may include libraries under other licences.
 */
async function textIn(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) =>
    /^(licen[cs]e|copying|notice|third-party)/i.test(name),
  );
  const texts = names.toSorted().map((name) => readFile(join(folder, name), 'utf8').catch(() => ''));
  return (await Promise.all(texts)).filter((text) => text !== '').join('\n\n');
}
