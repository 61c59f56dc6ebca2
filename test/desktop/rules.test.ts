import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';

import { chosenAction, failurePage } from '../../main/app/window/failure-page.ts';
import { stationFlags } from '../../main/app/flags.ts';
import { serveFolder } from '../../main/updates/folder-feed.ts';
import { isAllowedLink, linkIn, pathOfLink } from '../../main/app/window/links.ts';
import { manifestName, releaseFault } from '../../main/updates/release-signature.ts';
import { ShellSettings } from '../../main/app/shell-settings.ts';
import { fitBounds, LEAST } from '../../main/app/window/window-place.ts';
import { makeReleaseKey, readReleaseKey, releaseKeyFile } from '../../main/cli/build/release-key.ts';
import { LIST_LIVES_DAYS, signRelease } from '../../main/cli/build/sign-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the position of the window', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1040 };

  test('is restored after a restart', () => {
    const stored = { x: 40, y: 50, width: 1400, height: 900, isMaximized: true };
    new ShellSettings(join(folder, 'a', 'shell.json')).change({ place: stored });
    const again = new ShellSettings(join(folder, 'a', 'shell.json')).get();
    expect(fitBounds(again.place, [screen])).toEqual(stored);
    expect(again.updates).toEqual({ isOn: false, feed: '' });
  });

  test('is the default if the stored one is invalid', () => {
    writeFileSync(join(folder, 'shell.json'), '{"place": "left"');
    expect(new ShellSettings(join(folder, 'shell.json')).get().place).toBeUndefined();
  });

  test('is on an existing screen, in a usable size, whatever was stored', () => {
    const number = fc.integer({ min: -6_000, max: 6_000 });
    const size = fc.integer({ min: 1, max: 6_000 });
    const stored = fc.record({ x: number, y: number, width: size, height: size, isMaximized: fc.boolean() });
    fc.assert(
      fc.property(stored, (place) => {
        const { x, y, width, height } = fitBounds(place, [
          screen,
          { x: 1920, y: 0, width: 1280, height: 984 },
        ]);
        expect(width).toBeGreaterThanOrEqual(LEAST.width);
        expect(width).toBeLessThanOrEqual(screen.width);
        expect(height).toBeLessThanOrEqual(screen.height);
        // Without a stored position the system places it.
        const [left, top] = [x ?? 0, y ?? 0];
        expect(left + width).toBeGreaterThan(0);
        expect(left).toBeLessThan(3_200);
        expect(top).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('links', () => {
  test.for([
    ['muster://fleet', '/fleet'],
    ['muster://enrol/', '/enrol'],
    ['muster://fleet/01996f5e-7a80', '/fleet/01996f5e-7a80'],
    ['muster://content/0a1b2c', '/content/0a1b2c'],
    ['muster://configure', '/configure'],
    ['muster://station', '/station'],
    ['muster://station/tokens', '/station/tokens'],
    ['muster://../../etc', undefined],
    ['muster://fleet/..%2f', undefined],
    ['muster://fleet?x=1', undefined],
    ['MUSTER://fleet', undefined],
    ['https://fleet', undefined],
  ] as const)('%s opens %s', ([link, path]) => {
    expect(pathOfLink(link)).toBe(path);
  });

  test('no text of any kind opens a page outside the screens', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(pathOfLink(`muster://${text}`) ?? '/fleet').toMatch(/^\/[a-z]+(\/[\w-]{1,64})?$/);
        expect(isAllowedLink(text) ? new URL(text).protocol : 'https:').toBe('https:');
      }),
    );
  });

  test('are found among the command-line arguments, which the station never sees', () => {
    const words = [
      '--no-sandbox',
      '--port',
      '0',
      'muster://enrol',
      '--hidden',
      '--ozone-platform=headless',
      '--lan',
    ];
    expect(linkIn(words)).toBe('muster://enrol');
    expect(stationFlags(words)).toEqual(['--port', '0', '--lan']);
  });
});

test('a failure screen has no script, shows only its input, and offers known choices', () => {
  const page = failurePage({
    language: 'en',
    title: '<script>alert(1)</script>',
    lines: ['"quoted" & <b>bold</b>'],
    actions: [{ id: 'retry', label: 'Try again' }],
  });
  const html = Buffer.from(page.split('base64,')[1] ?? '', 'base64').toString();
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<b>');
  expect(html).toMatch(/default-src &#39;none&#39;; style-src &#39;sha256-/);
  expect(chosenAction('https://shell.muster.invalid/retry')).toBe('retry');
  expect(chosenAction('https://shell.muster.invalid/format-disk')).toBeUndefined();
  expect(chosenAction('https://example.com/retry')).toBeUndefined();
});

describe('a release', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const releases = mkdtempSync(join(folder, 'releases-'));
  const sha512 = 'bJ8rV0mZ4cLqT2pXwYd9Ng==';
  const manifest = `version: 0.2.0\nfiles:\n  - url: Muster-0.2.0.AppImage\n    sha512: ${sha512}\npath: Muster-0.2.0.AppImage\n`;
  writeFileSync(join(releases, 'latest-linux.yml'), manifest);
  writeFileSync(join(releases, 'secret.txt'), 'not of a release');
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const NOW_MS = Date.UTC(2026, 10, 22);
  const written = signRelease(releases, privatePem, publicKey, NOW_MS);

  test('is accepted if its list was signed with our key and matches what the updater reports', async () => {
    expect(written).toEqual(['latest-linux.yml.sig']);
    const feed = await serveFolder(releases);
    const get = async (name: string): Promise<string> => (await fetch(feed.url + name)).text();
    const signature = await get('latest-linux.yml.sig');
    expect(manifestName('linux', 'x64')).toBe('latest-linux.yml');
    const listed = await get(manifestName('linux', 'x64'));
    const release = { version: '0.2.0', files: [{ sha512 }] };
    const faultOf = (text: string, by = pem, of = release, nowMs = NOW_MS): string | undefined =>
      releaseFault(text, signature, { publicKey: by, release: of, nowMs });

    expect(faultOf(listed)).toBeUndefined();
    expect(faultOf(listed.replace('0.2.0', '0.2.1'))).toBe('SIGNATURE_WRONG');
    expect(faultOf(listed, pem, { version: '0.2.0', files: [{ sha512: 'another' }] })).toBe(
      'SIGNATURE_WRONG',
    );
    expect(faultOf(listed, pem, { version: '0.3.0', files: [{ sha512 }] })).toBe('SIGNATURE_WRONG');
    expect(faultOf(listed, pem, { version: '0.2.0', files: [] })).toBe('SIGNATURE_WRONG');
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(faultOf(listed, other)).toBe('SIGNATURE_WRONG');
    expect(releaseFault(listed, 'nothing', { publicKey: pem, release, nowMs: NOW_MS })).toBe(
      'SIGNATURE_WRONG',
    );
    const endMs = NOW_MS + LIST_LIVES_DAYS * 86_400_000;
    expect(faultOf(listed, pem, release, endMs - 1)).toBeUndefined();
    expect(faultOf(listed, pem, release, endMs)).toBe('LIST_EXPIRED');
    // A list signed before lists had an expiry, or without the line, does not stay valid for ever.
    const timeless = sign(null, Buffer.from(manifest), privateKey).toString('base64');
    expect(releaseFault(manifest, timeless, { publicKey: pem, release, nowMs: 0 })).toBe('LIST_EXPIRED');
    feed.close();
  });

  test('is signed by the key that the sources name and no other; that key is created once, and a private key is never packaged', () => {
    const root = mkdtempSync(join(folder, 'root-'));
    mkdirSync(join(root, 'packaging'));
    const file = releaseKeyFile(root);
    expect(readReleaseKey(file)).toBeUndefined();
    makeReleaseKey(root, join(root, 'kept.pem'));
    const made = readFileSync(join(root, 'kept.pem'), 'utf8');
    // Windows has no such bits: read permission is inherited from the folder.
    const others = process.platform === 'win32' ? 0 : statSync(join(root, 'kept.pem')).mode & 0o077;
    expect(others).toBe(0);
    expect(signRelease(releases, made, readReleaseKey(file))).toEqual(['latest-linux.yml.sig']);
    expect(() => signRelease(releases, privatePem, readReleaseKey(file))).toThrow('does not match');
    expect(() => signRelease(releases, privatePem, undefined)).toThrow('does not match');
    expect(() => makeReleaseKey(root, join(root, 'another.pem'))).toThrow('already');
    writeFileSync(file, made);
    expect(() => readReleaseKey(file)).toThrow('private key');
    writeFileSync(file, generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }));
    expect(() => readReleaseKey(file)).toThrow('not an Ed25519 key');
  });

  test('in a folder is served by its file names only, on this computer only', async () => {
    const feed = await serveFolder(releases);
    expect(new URL(feed.url).hostname).toBe('127.0.0.1');
    const hidden = ['secret.txt', '..%2fsecret.txt', '%2e%2e/shell.json', '', 'latest-mac.yml'];
    const answers = await Promise.all(hidden.map((name) => fetch(feed.url + name)));
    expect(answers.map(({ status }) => status)).toEqual(hidden.map(() => 404));
    const part = await fetch(`${feed.url}latest-linux.yml`, { headers: { range: 'bytes=9-13' } });
    expect([part.status, await part.text()]).toEqual([206, '0.2.0']);
    feed.close();
  });
});
