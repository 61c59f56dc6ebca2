import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { BUNDLE_FOLDER, type BundleInput, freshServiceBundle, INPUTS_FILE } from './service-bundle.cjs';
import { asciiOnly, noteSources, zodWhenUsed } from './service-plugins.ts';

/** Where the service's process and its threads begin. */
const ENTRIES = {
  'serve-command': 'main/cli/serve-command.ts',
  'desktop-service': 'main/cli/desktop-service.ts',
  'store-worker': 'main/service/store/store-worker.ts',
  'practice-worker': 'main/simulator/practice-worker.ts',
  'node-arp-worker': 'main/service/neighbours/node-arp-worker.ts',
  'apk-worker': 'main/service/apk/apk-worker.ts',
  'digest-worker': 'main/service/digest/digest-worker.ts',
  'picture-worker': 'main/service/pictures/picture-worker.ts',
};

/**
 * Stay outside the bundle: packages with native code or WebAssembly, which they look for beside themselves, and those that
 * Fastify would load for what the service has no use for.
 */
const OUTSIDE = [
  'better-sqlite3',
  'wasm-vips',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
];

/** Bundles the service into dist/service unless what is there was made from these very sources. */
export async function buildService(root: string): Promise<'built' | 'unchanged'> {
  if (freshServiceBundle() !== undefined) return 'unchanged';
  const target = join(root, BUNDLE_FOLDER);
  const fresh = `${target}-${String(process.pid)}`;
  try {
    const sources = await bundle(root, fresh);
    const inputs = await Promise.all(sources.map((source) => describeInput(root, source)));
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

/** Answers every file that went in. */
async function bundle(root: string, outDir: string): Promise<string[]> {
  const { build } = await import('vite');
  const sources = new Set<string>();
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: OUTSIDE },
    plugins: [noteSources(sources), zodWhenUsed(root), asciiOnly()],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)])),
        external: OUTSIDE,
        output: {
          format: 'cjs',
          // Smaller to read; names stay as they are, for a stack in a log must say something.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          entryFileNames: '[name].js',
          chunkFileNames: 'shared-[hash].js',
        },
      },
    },
  });
  // Packages are pinned by the lock file; what the bundler made up itself has no file.
  const own = [...sources].filter((id) => id.startsWith(root) && !/node_modules|\0|\?/.test(id));
  const pinned = [
    'package.json',
    'package-lock.json',
    'main/cli/build-service.ts',
    'main/cli/service-plugins.ts',
  ];
  return [...own, ...pinned.map((path) => join(root, path))];
}

async function describeInput(root: string, source: string): Promise<BundleInput> {
  const { size, mtimeMs } = await stat(source);
  return { path: relative(root, source), sizeBytes: size, mtimeMs };
}
