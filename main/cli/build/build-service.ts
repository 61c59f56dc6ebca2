import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { BUNDLE_FOLDER, type BundleInput, freshServiceBundle, INPUTS_FILE } from '../service-bundle.cjs';

/** Entry of the service's process: CommonJS, which Node loads faster. */
const PROCESSES = {
  'serve-command': 'main/cli/serve/serve-command.ts',
  'desktop-service': 'main/cli/desktop-service.ts',
  'portable-command': 'main/cli/portable/portable-command.ts',
};

/** Entries of its threads and further processes: ES modules, which can use top-level await. */
const THREADS = {
  'store-worker': 'main/service/kernel/store/store-worker.ts',
  'check-process': 'main/service/kernel/store/check-process.ts',
  'practice-worker': 'main/simulator/practice-worker.ts',
  'adb-agents-worker': 'main/adb-agent/adb-agents-worker.ts',
  'node-arp-worker': 'main/service/network/mac/node-arp-worker.ts',
  'apk-worker': 'main/service/content/apk/apk-worker.ts',
  'workbook-worker': 'main/service/enrolment/lists/workbook-worker.ts',
  'digest-worker': 'main/service/content/digest/digest-worker.ts',
  'picture-worker': 'main/service/content/pictures/picture-worker.ts',
};

/**
 * Not bundled: packages with native code or WebAssembly, which they load from their own folder, and those that Fastify
 * would load for features that the service does not use.
 */
const OUTSIDE = [
  'better-sqlite3',
  'wasm-vips',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
];

/** Bundles the service into dist/service unless the current bundle was made from these very sources. */
export async function buildService(root: string): Promise<'built' | 'unchanged'> {
  if (freshServiceBundle() !== undefined) return 'unchanged';
  const target = join(root, BUNDLE_FOLDER);
  const fresh = `${target}-${String(process.pid)}`;
  try {
    const sources = new Set<string>();
    await bundle(root, { outDir: fresh, entries: PROCESSES, format: 'cjs', ending: 'js', sources });
    await bundle(root, { outDir: fresh, entries: THREADS, format: 'es', ending: 'mjs', sources });
    const inputs = await Promise.all(inputsOf(root, sources).map((input) => describeInput(root, input)));
    await writeFile(join(fresh, 'package.json'), JSON.stringify({ type: 'commonjs' }));
    await writeFile(join(fresh, INPUTS_FILE), JSON.stringify(inputs));
    await mkdir(join(root, 'dist'), { recursive: true });
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return 'built';
}

type Bundle = {
  readonly outDir: string;
  readonly entries: Readonly<Record<string, string>>;
  readonly format: 'cjs' | 'es';
  readonly ending: 'js' | 'mjs';
  /** Collects every input file. */
  readonly sources: Set<string>;
};

async function bundle(root: string, { outDir, entries, format, ending, sources }: Bundle): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: OUTSIDE },
    plugins: [{ name: 'note-sources', moduleParsed: ({ id }) => void sources.add(id) }],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        external: OUTSIDE,
        output: {
          format,
          // Smaller to read; names stay, because stack traces in a log must be readable.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          entryFileNames: `[name].${ending}`,
          chunkFileNames: `shared-[hash].${ending}`,
        },
      },
    },
  });
}

/** Returns the inputs that require a new bundle when they change. Packages are pinned by the lock file. */
function inputsOf(root: string, sources: ReadonlySet<string>): string[] {
  // Virtual modules of the bundler have no file.
  const own = [...sources].filter((id) => id.startsWith(root) && !/node_modules|\0|\?/.test(id));
  const pinned = ['package.json', 'package-lock.json', 'main/cli/build/build-service.ts'];
  return [...own, ...pinned.map((path) => join(root, path))];
}

async function describeInput(root: string, source: string): Promise<BundleInput> {
  const { size, mtimeMs } = await stat(source);
  return { path: relative(root, source), sizeBytes: size, mtimeMs };
}
