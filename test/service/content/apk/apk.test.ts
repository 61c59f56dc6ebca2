import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { readApp } from '../../../../main/service/content/apk/read-app.ts';
import { StringPool } from '../../../../main/service/content/apk/string-pool.ts';
import { Zip } from '../../../../main/zip/zip.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { aStation } from '../../../support/a-station.ts';
import { sized } from '../../../support/long.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aFolder } from '../../../support/temp-folder.ts';
import { aZip } from '../../../support/a-zip.ts';
import { manyAttributes, manyTexts, manyTypes } from './an-apk-bomb.ts';
import { DEMOS_APK, MIB, SETTINGS_APK, upload } from '../library/files.ts';

/** One entry of a real APK. */
function entryOf(apk: Buffer, name: string): Buffer {
  using folder = aFolder();
  const path = join(folder.path, 'a.apk');
  writeFileSync(path, apk);
  using zip = Zip.open(path);
  const bytes = zip.read(name, 64 * MIB);
  if (bytes === undefined) throw new Error(`no ${name}`);
  return bytes;
}

async function read(bytes: Buffer): ReturnType<typeof readApp> {
  using folder = aFolder();
  const path = join(folder.path, 'a.apk');
  writeFileSync(path, bytes);
  return await readApp(path, { path: join(folder.path, 'part'), maxBytes: 64 * MIB });
}

test.each([
  [
    'Appium Settings',
    SETTINGS_APK,
    { packageName: 'io.appium.settings', versionCode: 192, versionName: '8.0.10', minSdk: 26 },
    192,
  ],
  [
    'API Demos',
    DEMOS_APK,
    { packageName: 'io.appium.android.apis', versionCode: 25, versionName: '5.0.0', minSdk: 17 },
    96,
  ],
] as const)(
  'the APK of %s is parsed when it is added, and its icon is converted to WebP',
  async (label, apk, facts, pixels) => {
    await using station = await aStation();

    const { body } = await upload(station, apk, { name: 'some.apk' });

    expect(body.item).toMatchObject({
      kind: 'application',
      mediaType: 'application/vnd.android.package-archive',
      finding: null,
      apk: { ...facts, label, hasIcon: true },
    });
    expect(body.item?.apk?.permissions).toContain('android.permission.INTERNET');
    const { packageName } = facts;
    const image = await station.call(contract.getApplicationImage, { params: { packageName }, token: null });
    expect(image.status).toBe(200);
    expect(await sharp(image.body).metadata()).toMatchObject({
      format: 'webp',
      width: pixels,
      height: pixels,
    });
  },
);

test('names and images are read from the library, without a request', async () => {
  await using station = await aStation();
  const packageNames = ['io.appium.settings', 'com.unknown'];
  const ask = () => station.call(contract.lookUpApplications, { body: { packageNames }, token: null });
  expect((await ask()).body).toEqual([]);

  await upload(station, SETTINGS_APK, { name: 'settings.apk' });

  expect((await ask()).body).toMatchObject([{ packageName: 'io.appium.settings', name: 'Appium Settings' }]);
});

test('bytes uploaded as a plain file are parsed when they are uploaded again as an application', async () => {
  await using station = await aStation();
  await upload(station, DEMOS_APK, { name: 'demos.bin' });

  const { body } = await upload(station, DEMOS_APK, { name: 'demos.apk' });

  expect(body.item).toMatchObject({ kind: 'file', apk: { packageName: 'io.appium.android.apis' } });
});

const shared = await aSharedStation();
const manifest = entryOf(DEMOS_APK, 'AndroidManifest.xml');
const table = entryOf(DEMOS_APK, 'resources.arsc');
const bomb = Buffer.alloc(64 * MIB);

const HOSTILE: readonly (readonly [string, string, () => Buffer])[] = [
  ['nothing', 'EMPTY', () => Buffer.alloc(0)],
  ['a page', 'NOT_AN_APK', () => Buffer.from('<h1>Log in')],
  ['half an APK', 'DAMAGED', () => DEMOS_APK.subarray(0, DEMOS_APK.length / 2)],
  ['a ZIP without a manifest', 'NOT_AN_APK', () => aZip([{ name: 'readme.txt', content: manifest }])],
  [
    'a manifest that unpacks to 64 MiB',
    'TOO_LARGE',
    () => aZip([{ name: 'AndroidManifest.xml', content: bomb, isDeflated: true }]),
  ],
  [
    'a manifest that says it is 4 GiB',
    'TOO_LARGE',
    () => aZip([{ name: 'AndroidManifest.xml', content: manifest, declaredBytes: 0xff_ff_ff_ff }]),
  ],
  [
    'a manifest that reaches beyond the end',
    'DAMAGED',
    () => aZip([{ name: 'AndroidManifest.xml', content: manifest, declaredBytes: 7 * MIB }]),
  ],
  [
    'two manifests',
    'DAMAGED',
    () =>
      aZip([
        { name: 'AndroidManifest.xml', content: manifest },
        { name: 'AndroidManifest.xml', content: manifest },
      ]),
  ],
  [
    'half a manifest',
    'DAMAGED',
    () => aZip([{ name: 'AndroidManifest.xml', content: manifest.subarray(0, 2_000) }]),
  ],
  [
    'a manifest in plain text',
    'DAMAGED',
    () => aZip([{ name: 'AndroidManifest.xml', content: Buffer.from('<manifest package="a.b"/>') }]),
  ],
  [
    'a resource table that breaks off',
    'DAMAGED',
    () =>
      aZip([
        { name: 'AndroidManifest.xml', content: manifest },
        { name: 'resources.arsc', content: table.subarray(0, 5_000) },
      ]),
  ],
];

test.each(HOSTILE)('%s for an APK is stored as a plain file: %s', async (_what, finding, make) => {
  const { status, body } = await upload(shared, make(), { name: 'evil.apk' });

  expect(status).toBe(200);
  expect(body.item).toMatchObject({ kind: 'file', apk: null, finding });
});

test('names that point outside the archive have no effect: nothing is unpacked', async () => {
  const apk = aZip([
    { name: '../../../../evil.txt', content: Buffer.from('evil') },
    { name: 'AndroidManifest.xml', content: manifest, isDeflated: true },
    { name: 'resources.arsc', content: table },
  ]);

  const { body } = await upload(shared, apk, { name: 'a.apk' });

  // Its icon is not included.
  expect(body.item).toMatchObject({ kind: 'application', apk: { label: 'API Demos', hasIcon: false } });
  const files = readdirSync(shared.folder, { recursive: true }).map(String);
  expect(files.filter((file) => file.includes('evil'))).toEqual([]);
});

// A thread that runs out of memory may end the whole station: a file's memory use is bounded.
test.each([
  ['attributes', () => [{ name: 'AndroidManifest.xml', content: manyAttributes(1_200), isDeflated: true }]],
  ['texts', () => [{ name: 'AndroidManifest.xml', content: manyTexts(40), isDeflated: true }]],
  [
    'types',
    () => [
      { name: 'AndroidManifest.xml', content: manifest },
      { name: 'resources.arsc', content: manyTypes(3), isDeflated: true },
    ],
  ],
] as const)(
  'a small APK that unfolds into very many %s is found too large before it takes memory',
  async (_what, entries) => {
    expect(await read(aZip(entries()))).toEqual({ finding: 'TOO_LARGE' });
  },
);

test('an APK without resources has no label and no icon', async () => {
  const apk = aZip([{ name: 'AndroidManifest.xml', content: manifest }]);

  expect(await read(apk)).toMatchObject({
    facts: { packageName: 'io.appium.android.apis', label: null },
    icon: null,
  });
});

test('a text cut in the middle of a character is damaged, and is not decoded', () => {
  // Two bytes of length at an odd offset, and one unit and a half of the two announced.
  const bytes = Buffer.alloc(38, 66);
  for (const [at, value] of [
    [8, 1],
    [16, 0],
    [20, 33],
    [28, 0],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(2, 33);

  expect(() => new StringPool({ type: 1, bytes, headerBytes: 28 }).at(0)).toThrow(RangeError);
});

test('whatever is changed in a manifest or a table, parsing ends with a result or a finding', async () => {
  const places = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(places, fc.boolean(), async (changes, isInTable) => {
      const [changedManifest, changedTable] = [Buffer.from(manifest), Buffer.from(table)];
      const target = isInTable ? changedTable : changedManifest;
      // The beginning of tables matters most; the rest is mostly text.
      for (const [at, value] of changes) target[at % Math.min(target.length, 20_000)] = value;
      const reading = await read(
        aZip([
          { name: 'AndroidManifest.xml', content: changedManifest },
          { name: 'resources.arsc', content: changedTable },
        ]),
      );
      expect('finding' in reading || 'facts' in reading).toBe(true);
    }),
    { numRuns: sized({ long: 1_000, short: 25 }) },
  );
});
