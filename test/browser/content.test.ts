import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import {
  DEMOS_APK,
  MIB,
  SETTINGS_APK,
  sha256Of,
  someBytes,
  upload,
} from '../service/content/library/files.ts';
import { aBackend, bytes as sending } from '../support/a-backend.ts';
import { aContent } from '../support/a-content.ts';
import { aFolder } from '../support/temp-folder.ts';
import type { TestStation } from '../support/a-station.ts';
import { aReadyCart, type CartHeadset } from './a-cart.ts';
import { expectAccessible, expectAccessibleDialog, expectAccessibleInBoth } from './axe.ts';
import { anApk } from '../support/an-app-bundle.ts';
import { aSparseFile, digestOfFile } from './sparse-file.ts';
import { drop, dropFromDisk, slowDown } from './dropping.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';
import { longTest } from '../support/long.ts';

const browser = aSharedBrowser();
let station: TestStation;
let cart: CartHeadset[];
beforeAll(async () => {
  station = await aStationWithInterface();
  cart = await aReadyCart(station, 5);
});
afterAll(() => station[Symbol.asyncDispose]());

const OCTETS = 'application/octet-stream';

function title(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

async function listed() {
  return (await station.call(contract.listLibrary)).body.items;
}

test('a dropped app is identified, and assigned to the headsets that have enough space for it', async () => {
  const { page, faults } = await browser.open(station, { path: '/content' });
  await title(page, 'Nothing on this station yet').waitFor();
  await expectAccessible(page, 'main');
  await drop(page, 'demos.apk', DEMOS_APK);
  const row = page.getByRole('row', { name: /API Demos/ });
  await row.getByText('5.0.0').waitFor();
  await title(page, '1 app on this station').waitFor();
  await page.getByText('verified and stored on this station').waitFor();

  await cart[2]?.report({ storages: [{ totalSpace: 128e9, freeSpace: 1e6, isRemovable: false }] });
  await page.getByRole('button', { name: 'Assign API Demos' }).click();
  await page.getByText('1 headset does not have enough space').waitFor();
  const short = page.getByRole('list', { name: 'Headsets without enough space' });
  await short.getByText(/^A-03 needs 1\d\.\d MB more: 1 MB free, reported \d\d:\d\d$/).waitFor();
  await expectAccessibleDialog(page);
  const skipOption = page.getByLabel('Skip it and assign to the other 4');
  await skipOption.uncheck();
  await page.getByText('If you assign it anyway').waitFor();
  await page.getByRole('button', { name: 'Assign to 5 headsets' }).waitFor();
  await skipOption.check();
  await page.getByRole('button', { name: 'Assign to 4 headsets' }).click();
  await row.getByText('0 of 4').waitFor();
  expect(await Promise.all(cart.map(hasDemos))).toEqual([true, true, false, true, true]);

  const [first, second] = cart;
  const { body } = await station.call(contract.getDevice, { params: { deviceId: first?.id ?? '' } });
  const [app] = body.settings.applications ?? [];
  expect(app).toMatchObject({ packageName: 'io.appium.android.apis', codeVersion: 25 });
  const { packageName = '', codeVersion: versionCode } = app ?? {};
  await first?.report({ installedPackages: [{ packageName, versionCode: versionCode ?? 0 }] });
  const download = { downloadId: 1, url: app?.url ?? '', fileName: 'demos.apk', progress: 0.4 };
  await second?.report({ downloads: [{ ...download, status: 'DOWNLOADING' }] });
  await row.getByRole('link', { name: 'API Demos' }).click();
  await page.getByText('Installed on 1 of 4').waitFor();
  await page.getByRole('row', { name: /A-01 Installed Other source/ }).waitFor();
  await page.getByRole('row', { name: /A-02 Downloading/ }).waitFor();
  await page.getByText('14 permissions').waitFor();
  await page.getByText(sha256Of(DEMOS_APK)).waitFor();
  await expectAccessibleInBoth(page);

  await page.getByRole('button', { name: 'Remove from station…' }).click();
  const requested = page.getByRole('dialog', { name: 'Remove API Demos from this station?' });
  await requested.getByText('It is still assigned to 4 headsets:').waitFor();
  await requested.getByText('It has no other URL').waitFor();
  await expectAccessibleDialog(page);
  await requested.getByRole('button', { name: 'Remove anyway' }).click();
  await title(page, 'Nothing on this station yet').waitFor();
  expect(await listed()).toEqual([]);
  expect(faults).toEqual([]);
});

/** Returns whether the app of the first test is assigned to a headset. */
async function hasDemos({ id }: CartHeadset): Promise<boolean> {
  const { body } = await station.call(contract.getDevice, { params: { deviceId: id } });
  return (body.settings.applications ?? []).some(
    ({ packageName }) => packageName === 'io.appium.android.apis',
  );
}

async function chooseFile(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add content…' }).click();
  await page.getByRole('menuitem', { name: 'Choose files…' }).click();
  await (await chooser).setFiles(path);
}

/** Size of the upload that is cancelled and resumed, in MiB. Use MUSTER_UPLOAD_MIB=2048 for 2 GiB. */
const LARGE = Number(process.env['MUSTER_UPLOAD_MIB'] ?? '48') * MIB;

longTest('a large upload is cancelled, survives its window, and resumes', async () => {
  const path = join(station.folder, 'reef.mp4');
  aSparseFile(path, LARGE);
  const { page } = await browser.open(station, { path: '/content' });
  const release = await slowDown(page, 8 * MIB);
  await chooseFile(page, path);
  await page.getByText(/^\d+(\.\d)? MB of .*left$/).waitFor();
  await page.getByRole('button', { name: 'Pause reef.mp4' }).click();
  await page.getByText(/Paused at/).waitFor();
  await page.getByRole('button', { name: 'Cancel reef.mp4' }).click();
  await page.getByText(/Cancelled at .* The uploaded part is kept for now/).waitFor();
  await expectAccessible(page, 'main');
  const begun = await page.evaluate(() => localStorage.getItem('muster.uploads') ?? '');
  const [[, uploadId]] = JSON.parse(begun) as [[string, string]];

  await page.reload();
  await release();
  const left = page.getByRole('list', { name: 'Unfinished uploads' });
  await left.getByText(/ is uploaded and kept until /).waitFor();
  const { body } = await station.call(contract.getUpload, { params: { uploadId } });
  expect(body.offset).toBeGreaterThan(0);
  expect(body.offset).toBeLessThan(LARGE);
  await expectAccessible(page, 'main');
  const sent: number[] = [];
  page.on('request', (request) => {
    const { searchParams, pathname } = new URL(request.url());
    const isPart = request.method() === 'PUT' && pathname.includes(uploadId);
    if (isPart) sent.push(Number(searchParams.get('offset')));
  });
  const chooser = page.waitForEvent('filechooser');
  await left.getByRole('button', { name: 'Choose again: reef.mp4' }).click();
  await (await chooser).setFiles(path);
  await page.getByText('verified and stored on this station').waitFor({ timeout: 120_000 });
  expect(sent).toEqual([body.offset]);
  expect((await listed()).map(({ sha256 }) => sha256)).toEqual([await digestOfFile(path)]);
});

longTest('an interrupted upload resumes automatically, and a discarded one leaves nothing', async () => {
  const content = someBytes(2 * MIB);
  const { page } = await browser.open(station, { path: '/content' });
  let cuts = 0;
  await page.route(/\/station\/library\/uploads\/[^/]+\?offset=/, (route) => {
    cuts += 1;
    return cuts === 1 ? route.abort('connectionreset') : route.continue();
  });
  await drop(page, 'cut.mp4', content);
  await page.getByText('verified and stored on this station').waitFor();
  expect(cuts).toBe(2);
  expect((await listed()).some(({ sha256 }) => sha256 === sha256Of(content))).toBe(true);

  await page.unroute(/\/station\/library\/uploads\/[^/]+\?offset=/);
  await slowDown(page, MIB / 4);
  await drop(page, 'unwanted.mp4', someBytes(4 * MIB));
  await page.getByText(/^[1-9][\d.]* [kM]B of 4\.2 MB/).waitFor();
  await page.getByRole('button', { name: 'Cancel unwanted.mp4' }).click();
  await page.getByRole('button', { name: 'Discard the uploaded part of unwanted.mp4' }).click();
  await expectOnPage(page.getByText('unwanted.mp4')).toHaveCount(0, { timeout: 120_000 });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('muster.uploads'))).toBe('[]');
  expect((await listed()).some(({ name }) => name === 'unwanted.mp4')).toBe(false);
});

test('a dropped folder adds its videos; empty files and files that are not apps are reported, and a file counts once', async () => {
  using folder = aFolder();
  mkdirSync(join(folder.path, 'films', 'deep'), { recursive: true });
  mkdirSync(join(folder.path, 'nothing'));
  const [reef, kelp] = [someBytes(3_000), someBytes(4_000)];
  writeFileSync(join(folder.path, 'films', 'reef.mp4'), reef);
  writeFileSync(join(folder.path, 'films', 'deep', 'kelp.mp4'), kelp);
  writeFileSync(join(folder.path, 'films', '.DS_Store'), 'of the system');
  writeFileSync(join(folder.path, 'void.mp4'), '');
  writeFileSync(join(folder.path, 'false.apk'), someBytes(2_000));
  writeFileSync(join(folder.path, 'store.aab'), someBytes(2_000));
  mkdirSync(join(folder.path, 'Reef VR'));
  for (const [name, apk] of [
    ['base', anApk()],
    ['split_config.fr', anApk({ split: 'config.fr' })],
  ] as const)
    writeFileSync(join(folder.path, 'Reef VR', `${name}.apk`), apk);
  const { page, faults } = await browser.open(station, { path: '/content' });
  await page.locator('.drop-zone').waitFor();
  const names = ['films', 'nothing', 'void.mp4', 'false.apk', 'store.aab', 'Reef VR'];
  await dropFromDisk(page, names, folder.path);

  await page.getByText('The folder “nothing” contains no files.').waitFor();
  const rows = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await expectOnPage(rows.filter({ hasText: 'reef.mp4' })).toContainText(
    'verified and stored on this station',
  );
  await expectOnPage(rows.filter({ hasText: 'kelp.mp4' })).toContainText(
    'verified and stored on this station',
  );
  await expectOnPage(rows.filter({ hasText: 'void.mp4' })).toContainText('the file is empty');
  await expectOnPage(rows.filter({ hasText: 'false.apk' })).toContainText('named like an app but is not one');
  // What only a store can install is not even sent; a folder with the parts of an app is one app.
  await expectOnPage(rows.filter({ hasText: 'store.aab' })).toContainText('Ask the developer for an APK');
  await expectOnPage(rows.filter({ hasText: 'Reef VR.apks' })).toContainText(
    'verified and stored on this station',
  );
  expect((await listed()).find(({ name }) => name === 'Reef VR.apks')?.apk?.parts).toEqual({
    splits: ['config.fr'],
    obbs: [],
  });
  await expectOnPage(rows).toHaveCount(6);
  await expectAccessible(page, 'main');
  const digests = (await listed()).map(({ sha256 }) => sha256);
  expect(digests).toEqual(expect.arrayContaining([sha256Of(reef), sha256Of(kelp)]));

  // Dropped again during its upload, it is not sent again.
  await slowDown(page, MIB);
  writeFileSync(join(folder.path, 'twice.bin'), someBytes(2 * MIB));
  await dropFromDisk(page, ['twice.bin'], folder.path);
  await expectOnPage(rows).toHaveCount(7);
  await dropFromDisk(page, ['twice.bin'], folder.path);
  await expectOnPage(rows.filter({ hasText: 'twice.bin' })).toContainText(
    'verified and stored on this station',
  );
  await expectOnPage(rows).toHaveCount(7);
  expect(faults).toEqual([]);
  for (const { sha256, name } of await listed())
    if (/^(reef|kelp|twice|false|Reef VR)\./.test(name))
      await station.call(contract.removeLibraryItem, { params: { sha256 }, query: { force: 'true' } });
});

test('the page lists what is missing without internet, fetches it with progress, and then shows it as present', async () => {
  const content = someBytes(MIB);
  await using source = await aBackend(sending(content, OCTETS));
  const url = `${source.url}/lesson.pdf`;
  const devicesId = cart.map(({ id }) => id);
  await station.call(contract.patchFiles, { body: { devicesId, files: [{ name: 'lesson.pdf', url }] } });
  const { page, faults } = await browser.open(station, { path: '/content/offline' });
  await title(page, /not available offline/).waitFor();
  const row = page.getByRole('listitem').filter({ hasText: url });
  await row.getByText('Not on this station · needed by 5').waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Download missing content' }).click();
  await row.getByText('On this station, downloaded').waitFor();

  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Add content…' }).click();
  await page.getByRole('menuitem', { name: 'From URL…' }).click();
  await page.getByLabel('URL', { exact: true }).fill(`${source.url}/other.pdf`);
  await page.getByLabel('SHA-256 (optional)').fill('a'.repeat(64));
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const job = page.getByRole('listitem').filter({ hasText: 'other.pdf' });
  await job.getByText('File did not match; discarded.').waitFor();
  await expectAccessible(page, 'main');
  await job.getByRole('button', { name: 'Cancel the download of other.pdf' }).click();
  await expectOnPage(job).toHaveCount(0);
  expect(faults).toEqual([]);
});

longTest('versions link to their headsets, and an app is removed after a warning', async () => {
  const { body } = await upload(station, SETTINGS_APK, { name: 'settings.apk' });
  const sha256 = body.item?.sha256 ?? '';
  const packageName = 'io.appium.settings';
  const versionCode = body.item?.apk?.versionCode ?? 0;
  const endsAt = new Date(Date.now() + 20 * 86_400_000);
  const application = {
    id: 'settings',
    packageName,
    codeVersion: versionCode,
    url: `/library/${sha256}/settings.apk`,
    expirationDate: endsAt.toISOString(),
  };
  const devicesId = cart.map(({ id }) => id);
  const settings = { applications: [application] };
  await station.call(contract.configureDevices, { body: { devicesId, settings } });
  const [first, second, third] = cart;
  await first?.report({ installedPackages: [{ packageName, versionCode, versionName: '9.9' }] });
  await second?.report({ installedPackages: [{ packageName, versionCode: 3 }] });
  const kiosk = { kioskMode: { isActive: true, packageName } };
  await station.call(contract.configureDevices, {
    body: { devicesId: [third?.id ?? ''], settings: kiosk },
  });

  const { page, faults } = await browser.open(station, { path: '/content/versions' });
  const app = page.getByRole('listitem').filter({ hasText: packageName });
  await app.getByText('not installed: 3').waitFor();
  await app.getByText('1 of 5').waitFor();
  await expectAccessibleInBoth(page);
  await app.getByRole('link', { name: '3: 1, older' }).click();
  await page.getByRole('button', { name: /^Appium Settings, 3/ }).waitFor();
  await page.getByRole('row', { name: /A-02/ }).waitFor();
  await expectOnPage(page.getByRole('row', { name: /A-01/ })).toHaveCount(0);

  await page.goBack();
  await page.getByRole('link', { name: 'Expiry' }).click();
  await title(page, '1 item expires within 30 days').waitFor();
  await page.getByRole('button', { name: /^\w{3} \d+ \w+ Appium Settings 5$/ }).click();
  await page.getByRole('button', { name: 'Whole month' }).waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Previous month' }).click();
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('link', { name: '5 headsets', exact: true }).click();
  await page.getByRole('button', { name: /^Appium Settings, expires / }).waitFor();
  await page.getByRole('row', { name: /A-05/ }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Appium Settings' }).click();

  await page.getByRole('button', { name: 'Remove from headsets…' }).click();
  const requested = page.getByRole('dialog', { name: 'Remove Appium Settings from headsets' });
  await requested.getByText('Removed from 2 headsets that have it').waitFor();
  await requested.getByText('A-01 and A-02').waitFor();
  await requested.getByText('No longer pending for 2 headsets').waitFor();
  await requested.getByText('1 keeps it because its kiosk uses this app').waitFor();
  await expectAccessibleDialog(page);
  await requested.getByRole('button', { name: 'Remove from 4 headsets' }).click();
  await requested.getByText('Removed from 4 headsets.').waitFor();
  const readOne = () => station.call(contract.getDevice, { params: { deviceId: first?.id ?? '' } });
  expect((await readOne()).body.settings.applications).toEqual([]);
  await requested.getByRole('button', { name: 'Undo…' }).click();
  await page.waitForURL(/\/configure\/plan\//);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(faults).toEqual([]);
  await station.call(contract.removeLibraryItem, { params: { sha256 }, query: { force: 'true' } });
});

longTest(
  'content that leaves the station is shown per headset, with the time when the cart is done',
  async () => {
    const film = aContent(station, { name: 'queue.bin', kind: 'file', bytes: someBytes(64 * MIB) });
    const devicesId = cart.slice(0, 2).map(({ id }) => id);
    const files = [{ id: 'queue', name: film.name, url: film.path }];
    await station.call(contract.patchFiles, { body: { devicesId, files } });
    await station.call(contract.setSchedule, { body: { atOnce: 1 } });
    const fetchAs = async (deviceId = '') => {
      const authorization = `Bearer ${await station.issue({ scope: 'device', deviceId })}`;
      return fetch(station.url + film.path, { headers: { authorization } });
    };
    const first = await fetchAs(devicesId[0]);
    const second = await fetchAs(devicesId[1]);
    expect([first.status, second.status]).toEqual([200, 429]);

    const { page, faults } = await browser.open(station, { path: `/content/${film.sha256}` });
    const queue = page.locator('.queue');
    await queue.getByText('Cart done at about').waitFor();
    await queue.getByRole('progressbar', { name: 'queue.bin on A-01' }).waitFor();
    await queue.getByText('1 queued').waitFor();
    await page.getByRole('row', { name: /A-01 Downloading \d+% .* of 67.1 MB/ }).waitFor();
    await page.getByRole('row', { name: /A-02 Pending Queued, position 1/ }).waitFor();
    await expectAccessible(page, 'main');

    expect((await first.arrayBuffer()).byteLength).toBe(64 * MIB);
    await page.getByRole('row', { name: /A-01 Sent, not confirmed yet Complete/ }).waitFor();
    await queue.getByLabel('Simultaneous downloads').fill('4');
    await queue.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(async () => (await station.call(contract.getSchedule)).body.atOnce).toBe(4);
    expect(faults).toEqual([]);
  },
);

longTest('two hundred items are listed in pages, found by text, and unused ones deleted', async () => {
  const other = await station.enterprise();
  for (let index = 0; index < 200; index += 1) {
    aContent(station, { name: `film-${index}.mp4`, kind: 'video', mediaType: 'video/mp4' });
    if (index === 0) aContent(station, { name: 'theirs.mp4', kind: 'video', enterpriseId: other.id });
  }
  const { page, faults } = await browser.open(station, {
    path: '/content',
    viewport: SIZES.tablet,
    locale: 'fr-FR',
  });
  await page.getByText(/^100 affichés sur \d+$/).waitFor();
  await expectOnPage(page.locator('.library tbody tr')).toHaveCount(100);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'En afficher plus' }).click();
  await expectOnPage(page.locator('.library tbody tr')).toHaveCount(200);
  await page.keyboard.press('/');
  await page.keyboard.type('film-123');
  await expectOnPage(page.locator('.library tbody tr')).toHaveCount(1);
  await expectOnPage(page.getByText('theirs.mp4')).toHaveCount(0);

  await page.getByRole('button', { name: 'Libérer de l’espace…' }).click();
  await page.getByRole('button', { name: /^Supprimer \d+ fichiers$/ }).click();
  await title(page, '2 fichiers sur cette station').waitFor();
  expect((await listed()).map(({ name }) => name)).toEqual(['queue.bin', 'lesson.pdf']);
  expect(faults).toEqual([]);
});
