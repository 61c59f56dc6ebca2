import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { version } from '../../product.ts';
import { buildInterface, projectFolder } from '../build.ts';
import { buildService } from '../build-service.ts';
import { ownTarget } from '../../portable/update/release-list.ts';
import { type CopyInput, writeCopy } from './copy-tree.ts';
import { buildDebian, DEBIAN_NAMES, DebianError } from './debian.ts';
import { fetchPackage, PackageError } from './fetch-package.ts';
import { pack } from './pack.ts';
import { readTargets, type Target, TARGET_NAMES, type TargetName } from './targets.ts';

const HELP = `Usage: npm run dist:portable -- [--target NAME|all] [--deb] [--packages DIR] [--out DIR]

Builds copies of Muster that run from their folder, without an installation and without Node.

  --target NAME   ${TARGET_NAMES.join(', ')} or all; can be repeated (default: this computer’s)
  --deb           also build the Debian package of each target for Linux, with dpkg-deb
  --packages DIR  where the npm packages with Node are, or are downloaded to (default: dist/packages)
  --out DIR       where the archives are written (default: dist/portable)
  --help          this text

Exit codes: 0 success, 1 failure, 2 wrong usage.`;

class UsageError extends Error {}

type Options = {
  readonly targets: readonly TargetName[];
  readonly withDebian: boolean;
  readonly packages: string;
  readonly out: string;
};

function readOptions(argv: readonly string[]): Options | undefined {
  let values;
  try {
    values = parseArgs({
      args: [...argv],
      options: {
        target: { type: 'string', multiple: true },
        deb: { type: 'boolean', default: false },
        packages: { type: 'string', default: join(projectFolder, 'dist', 'packages') },
        out: { type: 'string', default: join(projectFolder, 'dist', 'portable') },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error));
  }
  if (values.help === true) return undefined;
  const named = values.target ?? [ownTarget()];
  const targets = named.includes('all') ? [...TARGET_NAMES] : named.map(asTarget);
  return { targets, withDebian: values.deb, packages: resolve(values.packages), out: resolve(values.out) };
}

function asTarget(name: string): TargetName {
  const found = TARGET_NAMES.find((each) => each === name);
  if (found === undefined) throw new UsageError(`--target must be ${TARGET_NAMES.join(', ')} or all`);
  return found;
}

/** The verified archives that a copy is made of. */
type Archives = Pick<CopyInput, 'nodeArchive' | 'licenceArchive'>;

function fetchArchives({ node, licence }: Target, packages: string): Archives {
  const nodeArchive = fetchPackage(node, packages);
  return {
    nodeArchive,
    licenceArchive: licence === undefined ? nodeArchive : fetchPackage(licence, packages),
  };
}

type BuildInput = Archives & { readonly target: Target; readonly out: string; readonly withDebian: boolean };

/** Builds the copy for one target, as a folder, an archive and a Debian package. Returns the files. */
async function buildCopy(name: TargetName, input: BuildInput): Promise<string[]> {
  const { out, withDebian, ...copy } = input;
  const title = `muster-${version}-${name}`;
  const folder = join(out, title);
  await writeCopy(projectFolder, folder, { ...copy, version });
  const archive = join(out, `${title}.${copy.target.archive}`);
  await pack(folder, archive, copy.target.archive);
  // Beside the archive too, for those who check what they download.
  copyFileSync(join(folder, 'sbom.cdx.json'), join(out, `${title}.cdx.json`));
  const architecture = DEBIAN_NAMES[name];
  if (!withDebian || architecture === undefined) return [archive];
  return [
    archive,
    buildDebian(projectFolder, { copy: folder, version, architecture, out, compression: 'xz' }),
  ];
}

async function main(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv);
  if (options === undefined) {
    console.log(HELP);
    return;
  }
  const { packages, out, withDebian } = options;
  const targets = readTargets(projectFolder);
  // What cannot be fetched is reported before anything is built.
  const fetched = options.targets.map((name) => [name, fetchArchives(targets[name], packages)] as const);
  await buildInterface(projectFolder);
  await buildService(projectFolder);
  mkdirSync(out, { recursive: true });
  for (const [name, archives] of fetched) {
    for (const file of await buildCopy(name, { ...archives, target: targets[name], out, withDebian }))
      console.log(`${file}: ${(statSync(file).size / 1_048_576).toFixed(1)} MiB`);
  }
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`muster: ${error.message}. See --help.\n`);
      process.exitCode = 2;
    } else if (error instanceof PackageError || error instanceof DebianError) {
      process.stderr.write(`muster: ${error.message}\n`);
      process.exitCode = 1;
    } else throw error;
  }
}
