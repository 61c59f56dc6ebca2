import { execFile, spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import type { TargetName } from '../../../main/cli/build/portable/targets.ts';
import { version } from '../../../main/cli/product.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

/** Returns the lines that the job "portable" of the workflow runs, besides the installation. */
export function linesOfJob(): string[] {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'check.yml'), 'utf8');
  const job = workflow.slice(workflow.indexOf('\n  portable:'));
  return [...job.matchAll(/- run: (npm run .*)$/gm)].map(([, line = '']) => line);
}

/** Runs a line of the workflow in a checkout; returns what it wrote to standard error if it failed, else nothing. */
export async function failureOf(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return run('sh', ['-c', line], { cwd, env }).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );
}

/** A release from a tag, dry: what the workflow makes of these sources, up to the upload. */
export class TaggedRelease {
  readonly #clone: string;
  readonly key: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } =
    generateKeyPairSync('ed25519');
  /** The folder of what is uploaded. */
  readonly out: string;

  constructor(folder: string) {
    this.#clone = join(folder, 'muster');
    this.out = join(this.#clone, 'dist', 'portable');
  }

  tree(target: TargetName): string {
    return join(this.out, `muster-${version}-${target}`);
  }

  archive(target: TargetName, out = this.out): string {
    return join(out, `muster-${version}-${target}.${target.startsWith('linux') ? 'tar.gz' : 'zip'}`);
  }

  /** Runs every step of the release. Returns why nothing can be built here; undefined if all of it was. */
  async build(): Promise<string | undefined> {
    if (spawnSync('dpkg-deb', ['--version']).status !== 0) return 'Debian packages are built with dpkg-deb.';
    if (spawnSync('git', ['-C', root, 'rev-parse', 'HEAD']).status !== 0)
      return 'These sources are no git checkout.';
    await this.#tag();
    const secret = this.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const env = { GITHUB_REF_NAME: `v${version}`, MUSTER_RELEASE_KEY: secret };
    for (const line of linesOfJob()) {
      const failure = await this.run(line, env);
      if (failure.includes('npm cannot download')) return failure;
      if (failure !== '') throw new Error(`${line}: ${failure}`);
    }
    return undefined;
  }

  /** Runs a line in the checkout of the tag; see `failureOf`. */
  async run(line: string, env: NodeJS.ProcessEnv): Promise<string> {
    return failureOf(line, this.#clone, { ...process.env, ...env });
  }

  /** Clones the committed sources, dates the CHANGELOG, adds a release key, and tags that. */
  async #tag(): Promise<void> {
    const clone = this.#clone;
    const git = (...words: string[]) => run('git', ['-C', clone, ...words]);
    await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    const packages = join(root, 'dist', 'packages');
    mkdirSync(packages, { recursive: true });
    mkdirSync(join(clone, 'dist'));
    symlinkSync(packages, join(clone, 'dist', 'packages'));
    const changelog = join(clone, 'CHANGELOG.md');
    const text = readFileSync(changelog, 'utf8');
    writeFileSync(changelog, text.replace(`${version}, unreleased`, `${version}, today`));
    const pem = this.key.publicKey.export({ type: 'spki', format: 'pem' });
    writeFileSync(join(clone, 'packaging', 'release-key.pem'), pem);
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
    await git(...author, 'commit', '--quiet', '--all', '--message', 'Release');
    await git(...author, 'tag', `v${version}`);
  }
}
