// A release from a tag, dry: the very lines of the workflow, in a clone of these sources, up to the upload.
import { execFile, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { TARGET_NAMES } from '../../main/cli/build/portable/targets.ts';
import { version } from '../../main/cli/product.ts';
import { aFolder } from '../support/temp-folder.ts';

const root = resolve(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** Returns the lines that the job "portable" of the workflow runs, besides the installation. */
function linesOfJob(): string[] {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'check.yml'), 'utf8');
  const job = workflow.slice(workflow.indexOf('\n  portable:'));
  return [...job.matchAll(/- run: (npm run .*)$/gm)].map(([, line = '']) => line);
}

/** Clones the committed sources, dates the CHANGELOG, adds a release key, and tags that. Returns the private key. */
async function tagClone(folder: string): Promise<string> {
  const git = (...words: string[]) => run('git', ['-C', folder, ...words]);
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const packages = join(root, 'dist', 'packages');
  mkdirSync(packages, { recursive: true });
  mkdirSync(join(folder, 'dist'));
  symlinkSync(packages, join(folder, 'dist', 'packages'));
  const changelog = join(folder, 'CHANGELOG.md');
  writeFileSync(
    changelog,
    readFileSync(changelog, 'utf8').replace(`${version}, unreleased`, `${version}, today`),
  );
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(
    join(folder, 'packaging', 'release-key.pem'),
    publicKey.export({ type: 'spki', format: 'pem' }),
  );
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  await git(...author, 'commit', '--quiet', '--all', '--message', 'Release');
  await git(...author, 'tag', `v${version}`);
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

// It builds a copy for every system and two Debian packages: ten minutes are not enough on a busy computer.
test('every step of the release runs from a tag, and leaves signed lists, digests, notes and a bill of materials', async ({
  skip,
}) => {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) skip('Debian packages are built with dpkg-deb.');
  if (spawnSync('git', ['-C', root, 'rev-parse', 'HEAD']).status !== 0)
    skip('These sources are no git checkout.');
  using folder = aFolder();
  const clone = join(folder.path, 'muster');
  const env = { ...process.env, GITHUB_REF_NAME: `v${version}`, MUSTER_RELEASE_KEY: await tagClone(clone) };
  const lines = linesOfJob();
  expect(lines).toHaveLength(5);
  for (const line of lines) {
    const failure = await run('sh', ['-c', line], { cwd: clone, env }).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );
    if (failure.includes('npm cannot download')) skip(failure);
    expect([line, failure]).toEqual([line, '']);
  }
  const out = join(clone, 'dist', 'portable');
  const names = readdirSync(out);
  for (const target of TARGET_NAMES) {
    expect(names).toContain(`muster-${version}-${target}.${target.startsWith('linux') ? 'tar.gz' : 'zip'}`);
    expect(names).toContain(`muster-${version}-${target}.cdx.json`);
    expect(names).toContain(`latest-portable-${target}.yml.sig`);
    expect(existsSync(join(out, `muster-${version}-${target}`, 'app', 'release-key.pem'))).toBe(true);
  }
  expect(names).toEqual(
    expect.arrayContaining([`muster_${version}_amd64.deb`, `muster_${version}_arm64.deb`]),
  );
  expect(readFileSync(join(out, 'NOTES.md'), 'utf8')).toContain('The first station');
  expect((await run('sha512sum', ['--check', '--quiet', 'SHA512SUMS'], { cwd: out })).stdout).toBe('');
}, 1_800_000);

test('a tag that does not name the version of package.json releases nothing', async () => {
  const [check = ''] = linesOfJob();
  const env = { ...process.env, GITHUB_REF_NAME: 'v99.0.0' };
  const stderr = await run('sh', ['-c', check], { cwd: root, env }).then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  );
  expect(stderr).toContain(`it must be v${version}`);
});
