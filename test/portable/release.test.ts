import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { releaseFault } from '../../main/updates/release-signature.ts';
import { checkTag } from '../../main/cli/build/release/check-tag.ts';
import { writeLists } from '../../main/cli/build/release/lists.ts';
import { notesOf } from '../../main/cli/build/release/notes.ts';
import { signRelease } from '../../main/cli/build/sign-release.ts';
import { aFolder } from '../support/temp-folder.ts';

const CHANGELOG = `# Changelog

## 1.1.0, 2026-12-01

New.

- One

## 1.0.0, 2026-11-01

Old.

## 0.9.0, unreleased

Never.
`;

test('the notes of a release are its section of the CHANGELOG, and nothing of its neighbours', () => {
  expect(notesOf(CHANGELOG, '1.1.0')).toEqual({ text: 'New.\n\n- One\n', isUnreleased: false });
  expect(notesOf(CHANGELOG, '1.1')).toBeUndefined();
});

test('a tag is accepted only if package.json and a dated section of the CHANGELOG agree with it', () => {
  expect(checkTag('v1.1.0', '1.1.0', CHANGELOG)).toBe('1.1.0');
  expect(() => checkTag('v1.1.0', '1.2.0', CHANGELOG)).toThrow(/must be v1\.2\.0/);
  expect(() => checkTag('v1.2.0', '1.2.0', CHANGELOG)).toThrow(/no section "## 1\.2\.0"/);
  expect(() => checkTag('v0.9.0', '0.9.0', CHANGELOG)).toThrow(/still says that 0\.9\.0 is unreleased/);
});

test('every archive gets a list that installed copies trust once it is signed, and digests that sha512sum checks', () => {
  using folder = aFolder();
  const names = ['muster-1.1.0-linux-x64.tar.gz', 'muster-1.1.0-win-x64.zip', 'muster_1.1.0_amd64.deb'];
  for (const name of names) writeFileSync(join(folder.path, name), `content of ${name}`);
  expect(writeLists(folder.path, '1.1.0')).toEqual([
    'latest-portable-linux-x64.yml',
    'latest-portable-win-x64.yml',
    'SHA512SUMS',
  ]);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(signRelease(folder.path, pem, publicKey).toSorted()).toEqual([
    'SHA512SUMS.sig',
    'latest-portable-linux-x64.yml.sig',
    'latest-portable-win-x64.yml.sig',
  ]);

  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  const list = read('latest-portable-linux-x64.yml');
  const sha512 = createHash('sha512').update(`content of ${names[0]}`).digest('base64');
  const trusted = {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    release: { version: '1.1.0', files: [{ sha512 }] },
    nowMs: Date.now(),
  };
  expect(releaseFault(list, read('latest-portable-linux-x64.yml.sig'), trusted)).toBeUndefined();
  const sums = read('SHA512SUMS');
  expect(sums.trim().split('\n')).toHaveLength(names.length);
  const signature = Buffer.from(read('SHA512SUMS.sig'), 'base64');
  expect(verify(null, Buffer.from(sums), createPublicKey(trusted.publicKey), signature)).toBe(true);
  const check = spawnSync('sha512sum', ['--check', '--strict', 'SHA512SUMS'], { cwd: folder.path });
  expect(check.status).toBe(0);
  writeFileSync(join(folder.path, names[0] ?? ''), 'changed');
  expect(spawnSync('sha512sum', ['--check', 'SHA512SUMS'], { cwd: folder.path }).status).toBe(1);
});

test('every command of the workflow is a script of package.json or installs what it needs', () => {
  const root = resolve(import.meta.dirname, '..', '..');
  const workflow = readFileSync(join(root, '.github', 'workflows', 'check.yml'), 'utf8');
  const scripts = readFileSync(join(root, 'package.json'), 'utf8');
  const portable = workflow.slice(workflow.indexOf('\n  portable:'));
  const commands = [...portable.matchAll(/- run: (.*)$/gm)].map(([, command = '']) => command);
  expect(commands[0]).toBe('npm ci');
  for (const command of commands.slice(1)) {
    const name = /^npm run ([\w:-]+) -- [^;&|]+$/.exec(command)?.[1] ?? command;
    expect(scripts).toContain(`"${name}": `);
  }
});
