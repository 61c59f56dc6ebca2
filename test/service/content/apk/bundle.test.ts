import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { readApp } from '../../../../main/service/content/apk/read-app.ts';
import { getLibraryItem } from '../../../../shared/contract/content/library.ts';
import { aZip, type ZipEntry } from '../../../support/a-zip.ts';
import { aBundle, anApk } from '../../../support/an-app-bundle.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aFolder } from '../../../support/temp-folder.ts';
import { DEMOS_APK, MIB, someBytes, upload } from '../library/files.ts';

const station = await aSharedStation();
const PACKAGE = 'org.school.parts';
const obb = (name = `main.7.${PACKAGE}.obb`): ZipEntry => ({
  name: `Android/obb/${PACKAGE}/${name}`,
  content: someBytes(2_000),
});

/** Files of uploads and of reading that were left behind. */
const leftovers = (): string[] => readdirSync(join(station.folder, 'library', 'arriving'));

test.each(['parts.apks', 'parts.xapk', 'parts.apkm'])(
  '%s is one app with its parts, stored whole',
  async (name) => {
    const bytes = aBundle({}, [
      obb(),
      { name: 'icon.png', content: someBytes(10) },
      { name: 'manifest.json', content: Buffer.from(`{"name":"${name}"}`) },
    ]);

    const { body } = await upload(station, bytes, { name });

    expect(body.item).toMatchObject({
      kind: 'application',
      mediaType: 'application/zip',
      sizeBytes: bytes.length,
      finding: null,
      apk: {
        packageName: PACKAGE,
        versionCode: 7,
        parts: { splits: ['config.arm64_v8a', 'config.fr'], obbs: [`main.7.${PACKAGE}.obb`] },
      },
    });
    const params = { sha256: body.item?.sha256 ?? '' };
    expect((await station.call(getLibraryItem, { params })).body.apk).toEqual(body.item?.apk);
    expect(leftovers()).toEqual([]);
  },
);

test('the base of a bundle is read like any app: name, icon and permissions', async () => {
  const bytes = aZip([
    { name: 'demos/base.apk', content: DEMOS_APK, isDeflated: true },
    {
      name: 'demos/split_config.fr.apk',
      content: anApk({
        packageName: 'io.appium.android.apis',
        versionCode: 25,
        split: 'config.fr',
        signer: null,
      }),
    },
  ]);

  const { body } = await upload(station, bytes, { name: 'demos.apks' });

  expect(body.item?.apk).toMatchObject({
    label: 'API Demos',
    hasIcon: true,
    parts: { splits: ['config.fr'], obbs: [] },
  });
  expect(body.item?.apk?.permissions).toContain('android.permission.INTERNET');
});

test('of the APKs that bundletool makes, those for one headset are taken, not the whole ones for old devices', async () => {
  const { body } = await upload(
    station,
    aZip([
      { name: 'toc.pb', content: someBytes(20) },
      { name: 'splits/base-master.apk', content: anApk() },
      { name: 'splits/base-fr.apk', content: anApk({ split: 'config.fr' }) },
      { name: 'standalones/standalone-x86.apk', content: anApk() },
    ]),
    { name: 'tool.apks' },
  );

  expect(body.item).toMatchObject({ finding: null, apk: { parts: { splits: ['config.fr'] } } });
});

const base: ZipEntry = { name: 'base.apk', content: anApk() };

test.each<readonly [string, string, string, () => Buffer]>([
  ['nothing', 'a.apks', 'EMPTY', () => Buffer.alloc(0)],
  ['a bundle that was cut off', 'a.xapk', 'DAMAGED', () => aBundle().subarray(0, 900)],
  [
    'a bundle for a store',
    'a.aab',
    'DEVELOPER_BUNDLE',
    () => aZip([{ name: 'BundleConfig.pb', content: someBytes(9) }]),
  ],
  [
    'the same, renamed',
    'a.apk',
    'DEVELOPER_BUNDLE',
    () => aZip([{ name: 'base/manifest/AndroidManifest.xml', content: someBytes(9) }]),
  ],
  ['a part alone', 'split_config.fr.apk', 'SPLIT_ALONE', () => anApk({ split: 'config.fr' })],
  ['a base alone that needs parts', 'base.apk', 'SPLITS_MISSING', () => anApk({ isSplitRequired: true })],
  [
    'a base without a kind of part that it names',
    'a.apks',
    'SPLITS_MISSING',
    () =>
      aZip([
        { name: 'base.apk', content: anApk({ requiredSplitTypes: 'base__abi,base__density' }) },
        { name: 'abi.apk', content: anApk({ split: 'config.arm64_v8a', splitTypes: 'base__abi' }) },
      ]),
  ],
  [
    'parts without a base',
    'a.apks',
    'NO_BASE',
    () => aZip([{ name: 'fr.apk', content: anApk({ split: 'config.fr' }) }]),
  ],
  ['two bases', 'a.apks', 'SEVERAL_BASES', () => aZip([base, { name: 'other.apk', content: anApk() }])],
  ['a part twice', 'a.apks', 'SEVERAL_BASES', () => aBundle({ split: 'config.fr' })],
  ['two entries with one name', 'a.apks', 'DAMAGED', () => aZip([base, base])],
  ['a part of another app', 'a.apks', 'OTHER_PACKAGE', () => aBundle({ packageName: 'org.other.app' })],
  ['a part of another version', 'a.apks', 'OTHER_VERSION', () => aBundle({ versionCode: 8 })],
  ['a part signed by somebody else', 'a.apks', 'OTHER_SIGNER', () => aBundle({ signer: 'Somebody' })],
  [
    'an expansion file of another app',
    'a.xapk',
    'OTHER_OBB',
    () => aBundle({}, [obb('main.7.org.other.app.obb')]),
  ],
  ['a name that leads out', 'a.xapk', 'DAMAGED', () => aBundle({}, [obb(`../../../main.7.${PACKAGE}.obb`)])],
  [
    'a name that leads out on Windows',
    'a.xapk',
    'DAMAGED',
    () => aBundle({}, [{ name: String.raw`..\..\evil.apk`, content: anApk({ split: 'x' }) }]),
  ],
  [
    'a part that unpacks to more than it says',
    'a.apks',
    'TOO_LARGE',
    () => aZip([{ ...base, content: Buffer.alloc(64 * MIB), isDeflated: true, unpackedBytes: 1_000 }]),
  ],
  [
    'a part that says it unpacks to 4 GiB',
    'a.apks',
    'TOO_LARGE',
    () => aZip([{ ...base, isDeflated: true, unpackedBytes: 0xff_ff_ff_ff }]),
  ],
  [
    'a part that reaches beyond the end',
    'a.apks',
    'DAMAGED',
    () => aZip([{ ...base, declaredBytes: 0xff_ff_ff }]),
  ],
])('%s, as %s, is found out: %s', async (_what, name, finding, make) => {
  using folder = aFolder();
  const path = join(folder.path, name);
  writeFileSync(path, make());

  expect(await readApp(path, { path: join(folder.path, 'part'), maxBytes: 64 * MIB })).toEqual({ finding });
  expect(readdirSync(folder.path)).toEqual([name]);
});

test('a bundle whose parts do not belong together is stored as a plain file with the reason', async () => {
  const { body } = await upload(station, aBundle({ versionCode: 8 }), { name: 'mixed.apks' });

  expect(body.item).toMatchObject({ kind: 'file', apk: null, finding: 'OTHER_VERSION' });
  expect(leftovers()).toEqual([]);
});

test('an empty video is said to be empty', async () => {
  const { body } = await upload(station, Buffer.alloc(0), { name: 'film.mp4' });

  expect(body.item).toMatchObject({ sizeBytes: 0, finding: 'EMPTY' });
});
