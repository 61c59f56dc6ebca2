import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fileNameSchema } from '../../../../shared/contract/content/library.ts';
import { contentsIn, kindOf, nameFrom } from '../../../../main/service/content/files/names.ts';
import { digestInAddress } from '../../../../shared/domain/content/library-address.ts';

test.each([
  ['a.apk', 'application'],
  ['A.APK', 'application'],
  ['main.1.com.example.obb', 'obb'],
  ['film.mp4', 'video'],
  ['page.html', 'file'],
  ['apk', 'application'],
  ['constructor', 'file'],
  ['x.', 'file'],
])('%s has kind %s', (name, kind) => {
  expect(kindOf(name).kind).toBe(kind);
});

test('no content that a browser could run is served as its own type', () => {
  for (const name of ['a.html', 'a.htm', 'a.svg', 'a.js', 'a.xhtml']) {
    expect(kindOf(name).mediaType).toBe('application/octet-stream');
  }
});

test('whatever an address ends in, its name is one that may be uploaded', () => {
  const odd = fc.constantFrom(
    '/',
    '\\',
    '.',
    ' ',
    'a',
    'nul',
    '%2f',
    '%80',
    '%c2%80',
    '\u0080',
    '\u202e',
    '\ud800',
  );
  const path = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: odd, maxLength: 8 }),
  );
  fc.assert(
    fc.property(path, (text) => {
      const name = nameFrom(text);
      expect(fileNameSchema.safeParse(name)).toEqual({ success: true, data: name });
      expect(name.isWellFormed()).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['/films/Mars%20landing.mp4', 'Mars landing.mp4'],
  ['/films/', 'download'],
  ['/..%2f..%2fetc', '....etc'],
  ['/%zz.mp4', '%zz.mp4'],
  ['/%C2%80%E2%80%AEgpj.apk', 'gpj.apk'],
  ['/nul.mp4', 'download'],
])('the name of %s is %s', (path, name) => {
  expect(nameFrom(path)).toBe(name);
});

test('an address of a library names a digest, others do not', () => {
  const sha256 = 'ab'.repeat(32);

  expect(digestInAddress(`https://10.0.0.1:7443/library/${sha256.toUpperCase()}/a.apk?x=1`)).toBe(sha256);
  expect(digestInAddress(`/library/${sha256}/a.apk`)).toBe(sha256);
  expect(digestInAddress(`https://content.example/other/library/${sha256}/a`)).toBeUndefined();
  expect(digestInAddress(`https://content.example/library/${sha256}0/a`)).toBeUndefined();
});

test('settings make headsets download applications, their OBBs, videos and files; expired contents only count as assigned', () => {
  const [past, future] = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'];
  const settings = {
    applications: [
      { packageName: 'a.b', url: 'u1', obbUrl: 'u2', expirationDate: future },
      { packageName: 'c.d', url: 'u3', expirationDate: past },
    ],
    videos: [{ id: 'v', title: 'Film', url: 'u4' }],
    files: [{ name: 'sheet.pdf', url: 'u5' }],
  };

  const all = contentsIn(settings).map(({ url, kind, name }) => [url, kind, name]);
  const current = contentsIn(settings, Date.parse('2026-06-01T00:00:00Z')).map(({ url }) => url);

  expect(all).toEqual([
    ['u1', 'application', 'a.b'],
    ['u3', 'application', 'c.d'],
    ['u2', 'obb', 'a.b'],
    ['u4', 'video', 'Film'],
    ['u5', 'file', 'sheet.pdf'],
  ]);
  expect(current).toEqual(['u1', 'u2', 'u4', 'u5']);
});
