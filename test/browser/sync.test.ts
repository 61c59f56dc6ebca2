import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { listConflicts, resolveConflicts } from '../../shared/contract/sync/sync-conflicts.ts';
import { getSync, listSyncDevices, resumeSync } from '../../shared/contract/sync/sync.ts';
import { removeUpstream, setUpstream } from '../../shared/contract/sync/upstream.ts';
import type { TestStation } from '../support/a-station.ts';
import { aCentral, type CentralDouble } from '../support/central-double/index.ts';
import { betweenRuns, connect, syncNow } from '../support/synced-station.ts';
import { expectAccessible, expectAccessibleDialog, expectAccessibleInBoth } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';
import { longTest, shortTest as test } from '../support/long.ts';

const browser = aSharedBrowser();

/** More than the visible part of a list. */
const HEADSETS = 30;
const IDS = Array.from({ length: HEADSETS }, (_, index) => `school-${String(index + 1).padStart(2, '0')}`);

// One station and one central for the whole file. The tests follow one another like a technician's weeks. Each creates
// what it needs and is missing, so that a retry does not depend on what the first attempt left.
let station: TestStation;
let central: CentralDouble;
beforeAll(async () => {
  station = await aStationWithInterface();
  central = await aCentral();
  for (const id of IDS)
    central.add(id, { label: id.replace('school', 'A'), settings: { display: { brightness: 50 } } });
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  await central[Symbol.asyncDispose]();
});

function title(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

const brightnessHere = async (deviceId: string, token = station.token): Promise<unknown> =>
  (await station.call(getDevice, { params: { deviceId }, token })).body.settings?.display?.brightness;
const brightnessThere = (deviceId: string): unknown =>
  (central.devices.get(deviceId)?.settings['display'] as { brightness?: unknown } | undefined)?.brightness;
/** Expects this value on both sides once sync is idle. */
async function expectBrightness(deviceId: string, value: number): Promise<void> {
  const check = async () => {
    await syncNow(station);
    return { here: await brightnessHere(deviceId), there: brightnessThere(deviceId) };
  };
  await expect.poll(check).toEqual({ here: value, there: value });
}

let isAway = false;
async function setAway(away: boolean): Promise<void> {
  if (away !== isAway) await (away ? central.goOffline() : central.goOnline());
  isAway = away;
}

const conflictsNow = async () => (await station.call(listConflicts, { query: { limit: '100' } })).body.items;
const configureAll = (brightness: number) =>
  station.call(configureDevices, { body: { devicesId: IDS, settings: { display: { brightness } } } });
const editAll = (brightness: number): void => {
  for (const id of IDS)
    central.edit(id, (device) => Object.assign(device.settings, { display: { brightness } }));
};

/** Connects both sides and makes them equal, whatever was done before. */
async function makeEqual(): Promise<void> {
  await setAway(false);
  const { upstream, state } = (await station.call(getSync)).body;
  if (upstream === null) await connect(station, central);
  if (state === 'paused') await station.call(resumeSync);
  if (IDS.every((id) => brightnessThere(id) === 50) && (await conflictsNow()).length === 0) return;
  await station.call(resolveConflicts, { body: { take: 'there' } });
  await configureAll(50);
  await Promise.all([IDS[0], IDS.at(-1)].map((id) => expectBrightness(id ?? '', 50)));
}

/** Gives all headsets but one an open conflict, in which the station's 80 applies and the central has 30. */
async function oneDecided(): Promise<void> {
  if ((await conflictsNow()).length === HEADSETS - 1) return;
  await makeEqual();
  await setAway(true);
  await configureAll(80);
  editAll(30);
  await setAway(false);
  await syncNow(station);
  const [first] = await conflictsNow();
  await station.call(resolveConflicts, { body: { take: 'here', conflictsId: [first?.id ?? ''] } });
}

test('the form connects a central: a wrong token is reported precisely, the right one downloads its headsets', async () => {
  if ((await station.call(getSync)).body.upstream !== null) await station.call(removeUpstream);
  const { page, faults } = await browser.open(station, { path: '/sync' });
  await title(page, 'No central yet').waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: 'Connect a central' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expectOnPage(page.getByText('This field is required.')).toHaveCount(2);

  await page.getByLabel('URL').fill(central.url);
  await page.getByLabel('Token', { exact: true }).fill('not-the-token');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('alert').getByText('The central rejected the token.').waitFor();
  await page.getByRole('alert').getByText('TOKEN_REFUSED').waitFor();
  await expectAccessibleInBoth(page);
  expect((await station.call(getSync)).body.upstream).toBeNull();

  await page.getByLabel('Token', { exact: true }).fill(central.token);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(`It has ${HEADSETS} headsets. Organisation: The school.`).waitFor();
  await page.getByText('The connection is not encrypted').waitFor();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await title(page, 'This station and the central are in sync').waitFor();
  // Another run may have started meanwhile.
  const check = () => syncNow(station);
  await expect.poll(check).toMatchObject({ linked: HEADSETS, state: 'upToDate' });
  // The token stays with the station.
  expect(await page.content()).not.toContain(central.token);
  expect(faults).toEqual([]);
});

longTest(
  'a conflict is decided with the keyboard: the headset gets the chosen value, the central has it, and undo takes it back',
  async () => {
    await makeEqual();
    await setAway(true);
    await configureAll(80);
    editAll(30);

    const { page, faults } = await browser.open(station, { path: '/sync' });
    await title(page, `${HEADSETS} changes pending for the central`).waitFor();
    await page.getByRole('link', { name: `Settings ${HEADSETS}` }).waitFor();
    await page.getByRole('main').getByText('Not connected').waitFor();
    await expectAccessibleInBoth(page);
    await setAway(false);
    // The station also retries automatically and may have been faster.
    await page.getByRole('button', { name: /^(Try|Sync) now$/ }).click();
    await page.getByRole('heading', { level: 2, name: `${HEADSETS} conflicts to resolve` }).waitFor();
    await expectOnPage(page.getByRole('link', { name: /^Sync 30 conflicts/ })).toBeVisible();

    // The badge appears on the wall, and the filter finds them.
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('option', { name: /^A-01 .*Sync conflict/ }).waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Sync with the central' }).click();
    await page.getByRole('option', { name: 'Pending upload' }).click();
    await page.getByText('No headset matches').waitFor();

    await page.goto(`${station.url}/sync/conflicts`);
    const list = page.getByRole('listbox', { name: 'Conflicts' });
    await expectOnPage(list).toBeFocused();
    // Only visible rows are rendered.
    await list.getByRole('option').first().waitFor();
    expect(await list.getByRole('option').count()).toBeLessThan(HEADSETS);
    await page.keyboard.press('End');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    const last = list.getByRole('option', { selected: true });
    const chosen = await last.locator('b').innerText();
    const id = chosen.replace('A', 'school');
    await page.getByRole('heading', { name: `${chosen}, Brightness` }).waitFor();
    await expectAccessibleInBoth(page);
    await expectBrightness(id, 80);
    const enrolled = await station.call(enrolDevice, {
      body: { enrollmentToken: `token-${id}`, androidId: 'headset-1' },
    });
    const token = enrolled.body.accessToken;
    await using link = await station.stream(`/devices/${id}/updates`, token);
    const { data: hello } = await link.next('hello');
    await page.keyboard.press('2');
    await expectOnPage(page.getByRole('button', { name: /^Use 30/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByText(`${chosen}, Brightness: 30.`).waitFor();
    // The notification stays as long as the pointer is on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await title(page, `${HEADSETS - 1} conflicts to resolve`).waitFor();
    await expectOnPage(list).toBeFocused();
    // The headset is notified, and reads the chosen value with its own token.
    await link.next('settings', ({ revision }) => Number(revision) > Number(hello['settingsRevision']));
    await expect.poll(() => brightnessHere(id, token)).toBe(30);
    await expectBrightness(id, 30);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectBrightness(id, 80);

    // Before a deletion, a warning says what happens at the central.
    await page.goto(`${station.url}/fleet/${id}`);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByText('The headset is deleted at the central as well.').waitFor();
    await page.keyboard.press('Escape');
    expect(faults).toEqual([]);
  },
);

longTest(
  'the others are decided by a rule, what was decided can be turned round, and the report is saved',
  async () => {
    await oneDecided();
    const { page, faults } = await browser.open(station, { path: '/sync/conflicts' });
    await page.getByRole('button', { name: 'Resolve many…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve several conflicts' });
    await dialog.getByLabel('Value of the central').check();
    const left = HEADSETS - 1;
    await dialog.getByText(`The values of the central replace ${left} values of the station.`).waitFor();
    await expectAccessibleDialog(page);
    await dialog.getByRole('button', { name: `Resolve ${left}` }).click();
    await page.getByRole('heading', { name: 'No conflicts', exact: true }).waitFor();
    await expectBrightness('school-20', 30);

    await page.getByRole('button', { name: 'Resolved', exact: true }).click();
    const list = page.getByRole('listbox', { name: 'Conflicts' });
    await expectOnPage(list).toBeFocused();
    const turned = await list.getByRole('option', { selected: true }).locator('b').innerText();
    await page.getByText('You chose the value of the central.').waitFor();
    await page.getByRole('button', { name: /^Use 80/ }).click();
    await page.getByText('You chose the value of this station.').waitFor();
    await expectBrightness(turned.replace('A', 'school'), 80);

    await page.getByRole('link', { name: 'History' }).click();
    const run = page.getByRole('row', { name: /30 conflicts/ }).first();
    await run.getByRole('button', { name: /^Report/ }).click();
    const report = page.getByRole('dialog');
    await report.getByRole('row', { name: /Conflict A-01 .*the station’s value is in use/ }).waitFor();
    await expectAccessibleDialog(page);
    const saved = async (name: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        report.getByRole('button', { name }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    const whole: unknown = JSON.parse(await saved('Save full report'));
    expect(whole).toMatchObject({ run: { outcome: 'done', counts: { conflicts: HEADSETS } } });
    expect(await saved('Save as CSV')).toMatch(/Conflict,A-01,school-01,.*Brightness: the station’s/);
    expect(faults).toEqual([]);
  },
);

longTest('sync pauses and resumes, speaks French on a tablet, and the central is let go', async () => {
  await makeEqual();
  const { page, faults } = await browser.open(station, {
    path: '/sync',
    viewport: SIZES.tablet,
    locale: 'fr-FR',
  });
  await page.getByRole('button', { name: 'Mettre en pause' }).click();
  await title(page, /en pause/).waitFor();
  const look = async () => (await station.call(getSync)).body;
  await expect.poll(look).toMatchObject({ state: 'paused' });

  // Discards the pending changes of one headset, after showing what is lost.
  await station.call(configureDevices, {
    body: { devicesId: ['school-02', 'school-03'], settings: { display: { brightness: 91 } } },
  });
  await page.goto(`${station.url}/sync/headsets`);
  await page.getByRole('button', { name: 'Abandonner les modifications en attente de A-02' }).click();
  const dialog = page.getByRole('dialog', { name: /de A-02/ });
  await dialog.getByRole('row', { name: /Luminosité 91 .*50/ }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Paramètres', checked: true }).waitFor();
  await expectAccessibleDialog(page);
  await dialog.getByRole('button', { name: 'Utiliser les valeurs du central' }).click();
  await expectOnPage(dialog).toHaveCount(0);
  await expect.poll(() => brightnessHere('school-02')).toBe(50);
  const releaseButton = (name: string) =>
    page.getByRole('button', { name: `Abandonner les modifications en attente de ${name}` });
  await expectOnPage(releaseButton('A-02')).toHaveCount(0);
  await expectOnPage(releaseButton('A-03')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'En ce moment', exact: true }).click();
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await title(page, 'Cette station et le central sont synchronisés').waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'main');

  await page.getByRole('link', { name: 'Casques', exact: true }).click();
  await page.getByText('Tous les casques sont identiques des deux côtés.').waitFor();
  await page.getByRole('button', { name: /^Tous les liés/ }).click();
  await page.getByRole('row', { name: /A-30/ }).waitFor();
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Connexion', exact: true }).click();
  expect(await page.getByLabel('Jeton', { exact: true }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Déconnecter…' }).click();
  await page.getByRole('dialog').getByText('Le jeton est supprimé').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Déconnecter' }).click();
  await title(page, 'Connecter un central').waitFor();
  await expect.poll(look).toMatchObject({ state: 'off', upstream: null });
  expect(faults).toEqual([]);
});

/** A different one for each attempt. */
let tries = 0;
/** What the central lacked when an attempt ended. */
const lost: string[] = [];

longTest(
  'a part of the central is taken, its progress told, a place tied by hand, and many that are gone wait for a word',
  async () => {
    tries += 1;
    await setAway(false);
    // Restores what the central lacked; otherwise nothing would be read until someone confirms the deletions.
    for (const id of lost.splice(0)) central.add(id, { label: id });
    if ((await station.call(getSync)).body.upstream !== null) await station.call(removeUpstream);
    const lent = Array.from({ length: 12 }, (_, index) => `lent-${tries}-${index + 1}`);
    for (const [index, id] of lent.entries()) central.add(id, { label: `B${tries}-${index + 1}` });
    const [shelf, other] = [`shelf-${tries}`, `other-${tries}`];
    central.add(shelf, { label: `B${tries}-shelf` });
    central.add(other, { label: `C${tries}-1` });
    const [slot] = await station.slots(1, `S${tries}-`);
    const { id: slotId, label: own } = slot ?? { id: '', label: '' };
    const known = async (): Promise<ReadonlyMap<string | null, string | null>> => {
      const query = { which: 'all', limit: '100' } as const;
      const { items } = (await station.call(listSyncDevices, { query })).body;
      return new Map(items.map(({ upstreamId, id }) => [upstreamId, id]));
    };

    const { page, faults } = await browser.open(station, { path: '/sync/connection' });
    await page.getByLabel('URL').fill(central.url);
    await page.getByLabel('Token', { exact: true }).fill(central.token);
    await page.getByRole('radio', { name: 'Headsets with names like this' }).check();
    await page.getByRole('textbox', { name: 'Headsets with names like this' }).fill(`B${tries}-*`);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    central.fault = ({ path }) =>
      path === `/devices/${lent[0]}` ? { kind: 'hold', until: held } : undefined;
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await title(page, /ownload(ing)? from the central: \d+ of \d\d/).waitFor();
    await expectOnPage(page.getByRole('main').getByText(/^\d+ of \d\d$/)).toBeVisible();
    central.fault = () => undefined;
    release();
    await title(page, /^(Up to date|This station and the central are in sync)/).waitFor();
    await page.getByText(`Names like “B${tries}-*”`).waitFor();
    await expect
      .poll(async () => [...(await known()).keys()])
      .toEqual(expect.arrayContaining([...lent, shelf]));
    expect([...(await known()).keys()]).not.toContain(other);

    await page.goto(`${station.url}/sync/headsets?which=unlinked`);
    await page.getByRole('button', { name: `Link ${own} to a slot of the central` }).click();
    const dialog = page.getByRole('dialog', { name: `Link ${own} to a slot of the central` });
    await dialog.getByRole('combobox', { name: 'Empty slots of the central' }).fill(`B${tries}-shelf`);
    await page.getByRole('option', { name: `B${tries}-shelf` }).click();
    await expectAccessibleDialog(page);
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    await expectOnPage(dialog).toHaveCount(0);
    await expect.poll(async () => (await known()).get(shelf)).toBe(slotId);
    await expectOnPage(page.getByRole('row', { name: new RegExp(own) })).toHaveCount(0);

    // The central lacks a fifth of its headsets: nothing is archived until someone confirms it.
    lost.push(...lent);
    await betweenRuns(station, () => {
      for (const id of lent) central.devices.delete(id);
    });
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    // Not with the button, which is missing if the station retried first.
    await syncNow(station);
    await title(page, 'Many headsets are no longer at the central.').waitFor();
    await page.getByRole('alert').getByText('MANY_GONE').waitFor();
    await expectAccessibleInBoth(page);
    expect((await station.call(getSync)).body).toMatchObject({ state: 'blocked' });
    await page.getByRole('button', { name: 'Confirm and archive' }).click();
    const requested = page.getByRole('dialog', {
      name: 'Archive all headsets that are no longer at the central?',
    });
    await requested.getByRole('button', { name: 'Confirm and archive' }).click();
    await title(page, /^(Up to date|This station and the central are in sync)/).waitFor();
    await page.goto(`${station.url}/sync/headsets?which=gone`);
    await page.getByRole('row', { name: new RegExp(`B${tries}-12\\b.*Deleted at the central`) }).waitFor();
    await expectNoSidewaysScroll(page);
    expect(faults).toEqual([]);
  },
);

longTest('a station says how long it will take where the central allows few requests a minute', async () => {
  await using few = await aCentral({ limit: { requests: 20, windowMs: 60_000 } });
  for (let index = 0; index < 100; index += 1) few.add(`few-${String(index)}`);
  await using other = await aStationWithInterface({ syncPace: 1 });
  await other.call(setUpstream, { body: { url: few.url, token: few.token } });

  const { page, faults } = await browser.open(other, { path: '/sync' });

  await page.getByText(/^\d+ of 100, about \d\smin left$/).waitFor();
  expect(faults).toEqual([]);
});
