import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect } from 'vitest';

import type { Headset } from '../../main/simulator/index.ts';
import { anEncoder } from '../../main/simulator/views/encoder.ts';
import { anIdentity } from '../../main/simulator/headset/models.ts';
import { seededRandom } from '../../main/agent/random.ts';
import { swapSlots } from '../../shared/contract/enrolment/carts.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { deleteDevice, getDevice, patchDevice } from '../../shared/contract/devices/devices.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { setMetadata } from '../../shared/contract/devices/metadata.ts';
import type { TestStation } from '../support/a-station.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { aReadyCart, type CartHeadset } from './a-cart.ts';
import { expectAccessibleDialog, expectAccessibleInBoth } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, type Window } from './support.ts';
import { longTest, shortTest as test } from '../support/long.ts';

const browser = aSharedBrowser();
let station: TestStation;
/** Controlled by the test: it reports exactly what a test sends. */
let cart: readonly CartHeadset[];
/** A simulated Oculus Quest. */
let quest: Headset | undefined;
let questId = '';
let simulated: SimulatedCart;
let window: Window;

beforeAll(async () => {
  station = await aStationWithInterface();
  cart = await aReadyCart(station, 3);
  const slots = await station.call(createSlots, { body: { count: 1, labelPrefix: 'Q-' } });
  simulated = await aSimulatedCart(station, slots.body.items, () => ({ seed: aQuestSeed() }));
  quest = simulated.headsets[0]?.headset;
  questId = simulated.headsets[0]?.id ?? '';
  window = await browser.open(station, { path: '/fleet' });
  await window.page.getByRole('option', { name: /^A-01/ }).waitFor();
});
afterAll(async () => {
  await simulated[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

/** The first seed that makes a headset of the oldest hardware, with an encoder that fails at its best size. */
function aQuestSeed(): string {
  for (let number = 0; ; number += 1) {
    const seed = `quest/${number}`;
    const { model } = anIdentity(seededRandom(`${seed}/identity`));
    const encoder = anEncoder('LEGACY', seededRandom(`${seed}/encoder`));
    if (model.name === 'Oculus Quest' && encoder.refusedWidth !== null) return seed;
  }
}

function title(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

function part(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Headset pages' }).getByRole('link', { name });
}

async function goTo(path: string): Promise<Page> {
  await window.page.goto(`${station.url}${path}`);
  return window.page;
}

async function recordOf(deviceId: string) {
  return (await station.call(getDevice, { params: { deviceId } })).body;
}

test('search opens a headset’s page, arrow keys go to the next one, and changes appear at once', async () => {
  const [first] = cart;
  const { page, faults } = window;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('a-02');
  await page.getByRole('option', { name: /A-02/ }).and(page.locator('[data-combobox-option]')).waitFor();
  await page.keyboard.press('Enter');
  await title(page, 'A-02').waitFor();
  await page.keyboard.press('ArrowLeft');
  await title(page, 'A-01').waitFor();
  await page.getByText('Shelf 1, slot 1').waitFor();
  await page.getByText('Nothing is assigned to this headset.').waitFor();

  await first?.report({
    batteryInfo: { level: 42, isCharging: false, health: 'Good', temperature: 31 },
    events: [
      {
        eventId: 'start',
        type: 'APP_STARTED',
        timestamp: Date.now(),
        payload: { packageName: 'org.lumiere.volcano' },
      },
    ],
  });
  await page.getByText('42%, good, 31 °C').waitFor();
  const events = page.getByRole('region').or(page.locator('.timeline'));
  await events.getByText('App started').first().waitFor();
  await page.getByRole('button', { name: 'Power and connection' }).click();
  await page.locator('.timeline').getByText('Enrolled').waitFor();
  await expectOnPage(page.locator('.timeline').getByText('App started')).toHaveCount(0);
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('a command waits for an offline headset, and is answered when it returns', async () => {
  const page = await goTo(`/fleet/${questId}`);
  await title(page, 'Q-01').waitFor();
  await page.getByRole('button', { name: 'Identify', exact: true }).click();
  await page.getByText('Identify: completed.').waitFor();

  await quest?.leave();
  await page.getByText('The headset is not connected.').waitFor();
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page
    .getByText('Lock: the headset is offline or did not answer. The command was not queued.')
    .waitFor();
  await page.getByRole('button', { name: 'Queue until it is back' }).click();
  await page.getByLabel('Queue until').selectOption({ index: 3 });
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByText(/^Lock: queued until /).waitFor();

  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByText(/^Unlock: queued until /).waitFor();

  await part(page, 'Commands').click();
  const unlock = page.locator('.past-commands').getByRole('row', { name: /Unlock/ });
  await unlock.getByRole('button', { name: 'Cancel', exact: true }).click();
  await unlock.getByText('Cancelled').waitFor();
  const lock = page.locator('.past-commands').getByRole('row', { name: / Lock / });
  await lock.getByText('Queued').waitFor();
  await lock.getByText(/^until /).waitFor();
  await expectAccessibleInBoth(page);
  quest?.comeBack();
  await lock.getByText('Answered').waitFor();
  await lock.getByText(/^queued for /).waitFor();

  await page.getByLabel('Event name, as the agent knows it').fill('ping');
  await page.getByLabel('Payload (JSON object)').fill('{"a": }');
  await page.getByText('Unexpected “}” on line 1, column 7.').waitFor();
  await page.getByLabel('Payload (JSON object)').fill('{}');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Ping: completed.').waitFor();
  await expectOnPage(lock.getByText('Answered')).toHaveCount(1);

  await page.getByRole('button', { name: 'Start app…' }).click();
  await page.getByRole('combobox', { name: 'Package' }).fill('org.nowhere');
  await page.getByRole('combobox', { name: 'Package' }).press('Enter');
  await page
    .getByText('Start app: the headset could not run it. The app is not installed on the headset.')
    .waitFor();
  const start = page.locator('.past-commands').getByRole('row', { name: /Start app/ });
  await start.getByText('Refused by the headset').waitFor();
  await start.getByText('NOT_INSTALLED').waitFor();
  await expectOnPage(unlock.getByText('Cancelled')).toHaveCount(1);
});

test('high detail on an old headset: the agreed quality, and the reason why it is lower', async () => {
  const page = await goTo(`/fleet/${questId}`);
  const view = page.locator('.panel').filter({ has: page.getByRole('heading', { name: 'Screen sharing' }) });
  await view.getByText('No quality agreed yet.').waitFor();
  await view.getByRole('button', { name: 'High detail' }).click();
  await view.getByText('Smooth is in use.').waitFor();
  await view.getByText('High detail was requested.').waitFor();
  await view.getByText('Its video encoder does not support this size.').waitFor();
  await view.getByText('ENCODER_UNSUPPORTED').waitFor();
  await view.getByText(/^960 × 540, .* Mbit\/s\. Hardware: an older generation\.$/).waitFor();
  // The browser logs the one expected refusal: a command to an offline headset.
  expect(window.faults).toEqual([expect.stringContaining('404')]);
});

longTest(
  'metadata is refused while it is invalid, accepted once it is valid, and removed with undo',
  async () => {
    const [, second] = cart;
    const id = second?.id ?? '';
    const page = await goTo(`/fleet/${id}/metadata`);
    await page.getByRole('button', { name: 'Add…' }).click();
    const name = page.getByLabel('Namespace');
    const value = page.getByLabel('Value (JSON object)');
    const save = page.getByRole('button', { name: 'Save' });
    await name.fill('Timetable');
    await page
      .getByText(/^Use only lower-case letters, digits and/)
      .first()
      .waitFor();
    await name.fill('timetable');
    await value.fill('{"room": 12,');
    await page
      .getByText(/^Invalid JSON from line 1, column \d+\.$/)
      .first()
      .waitFor();
    await save.click();
    await expectOnPage(value).toBeFocused();
    await expectOnPage(page.getByRole('tooltip')).toContainText('Invalid JSON from line 1');
    await value.fill('{"group": {"id": 7}}');
    await page.getByText('group.id is not valid; “group” needs id and label as text.').first().waitFor();
    await value.fill(JSON.stringify({ text: 'x'.repeat(17_000) }));
    await page.getByText('It is too large.').first().waitFor();
    await expectAccessibleInBoth(page);
    await value.fill('{"room": 12, "group": {"id": "6b", "label": "6B", "color": "#b0241c"}}');
    await page.locator('.group-shown').getByText('6B').waitFor();
    await expectOnPage(page.locator('.group-shown i')).toHaveCSS('background-color', 'rgb(176, 36, 28)');
    await save.click();
    await page.getByRole('heading', { name: 'timetable' }).waitFor();
    expect((await recordOf(id)).metadata['timetable']).toEqual({
      room: 12,
      group: { id: '6b', label: '6B', color: '#b0241c' },
    });

    // Another part of the record was changed meanwhile: not a conflict with this one.
    await station.call(patchDevice, { params: { deviceId: id }, body: { description: 'Strap mended' } });
    await value.fill('{"room": 12.5}');
    await save.click();
    await expect.poll(async () => (await recordOf(id)).metadata['timetable']).toEqual({ room: 12.5 });

    await value.fill('{"room": 13}');
    await station.call(setMetadata, { params: { deviceId: id, namespace: 'timetable' }, body: { room: 99 } });
    await page.getByText('Somebody else changed this value in the meantime.').waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await save.click();
    await expect.poll(async () => (await recordOf(id)).metadata['timetable']).toEqual({ room: 13 });
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'timetable' }).waitFor();
  },
);

longTest(
  'a change is undone on this headset alone, and a later one is not lost without warning',
  async () => {
    const ids = cart.map(({ id }) => id);
    const [first = ''] = ids;
    // Swapped, and back again.
    for (const _ of [1, 2]) await station.call(swapSlots, { body: { devicesId: ids.slice(0, 2) } });
    await station.call(configureDevices, { body: { devicesId: ids, settings: { volume: 5 } } });
    await station.call(configureDevices, { body: { devicesId: ids, settings: { volume: 9 } } });
    const page = await goTo(`/fleet/${first}/history`);
    const lines = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Details' }) });
    await lines.nth(1).waitFor();
    await lines.nth(2).getByText('Two slots swapped', { exact: true }).waitFor();
    await lines.first().getByRole('button', { name: 'Details' }).click();
    await lines.first().getByRole('definition').getByText('9').waitFor();
    await expectAccessibleInBoth(page);
    await lines.nth(1).getByRole('button', { name: 'Undo here' }).click();
    const asked = page.getByRole('dialog', { name: 'It was changed again since' });
    await expectAccessibleDialog(page);
    await asked.getByRole('button', { name: 'Cancel', exact: true }).click();
    await lines.first().getByRole('button', { name: 'Undo here' }).click();
    await page.getByText('Undoing the change on this headset.').waitFor();
    const volumeOf = async (deviceId: string) => (await recordOf(deviceId)).settings.volume;
    await expect.poll(() => Promise.all(ids.map(volumeOf))).toEqual([5, 9, 9]);
  },
);

longTest(
  'the record is edited with undo, shown as JSON without its secrets, and its content listed',
  async () => {
    const [first] = cart;
    const id = first?.id ?? '';
    await station.call(configureDevices, {
      body: {
        devicesId: [id],
        settings: {
          wifi: [{ ssid: 'CART-A', password: 'forty-two-bananas' }],
          applications: [
            {
              id: 'v',
              packageName: 'org.lumiere.volcano',
              codeVersion: 3,
              url: 'https://files.example/v.apk',
            },
          ],
        },
      },
    });
    const download = { downloadId: 1, url: 'https://files.example/v.apk', fileName: 'v.apk', progress: 0.4 };
    await first?.report({
      downloads: [{ ...download, status: 'DOWNLOADING' }],
      installedPackages: [{ packageName: 'com.pico.store', versionCode: 12, versionName: '1.2' }],
    });
    const page = await goTo(`/fleet/${id}/content`);
    await page.getByText('Downloading, 40%').waitFor();
    await page.getByRole('row', { name: /com\.pico\.store 1\.2 · 12 No/ }).waitFor();
    await page.getByText('60 GB free of 128 GB').waitFor();
    await expectAccessibleInBoth(page);

    const failure = { contentId: 'v', packageName: 'org.lumiere.volcano', reason: 'NOT_ENOUGH_STORAGE' };
    await first?.report({
      downloads: [{ ...download, status: 'FAILED' }],
      events: [{ eventId: 'failed', type: 'DOWNLOAD_FAILED', timestamp: Date.now(), payload: failure }],
    });
    const failed = page.locator('.deployments .reason-row');
    await failed.getByText('Not enough space.').waitFor();
    await failed.getByText('NOT_ENOUGH_STORAGE').waitFor();

    await part(page, 'Overview').click();
    await page
      .locator('.timeline')
      .getByText(/^org\.lumiere\.volcano: Not enough space\./)
      .waitFor();
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByLabel('Description').fill('Left strap mended');
    await page.getByLabel('Licence level').fill('School');
    await page.getByLabel('Remind on').fill('2027-08-31');
    await expectAccessibleDialog(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Left strap mended').waitFor();
    await page.getByText('reminder 31 Aug 2027').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectOnPage(page.getByText('Left strap mended')).toHaveCount(0);

    await part(page, 'Record').click();
    const json = page.locator('pre.record');
    await json.getByText('"ssid": "CART-A"').waitFor();
    expect(await json.textContent()).not.toContain('forty-two-bananas');
    await page.getByLabel('Show passwords and tokens').check();
    await json.getByText('forty-two-bananas').waitFor();
  },
);

longTest('the history is filtered by type and time and paged; its filter is in the address', async () => {
  const [, , third] = cart;
  const startMs = Date.now() - 3 * 86_400_000;
  const events = Array.from({ length: 120 }, (_, index) => ({
    eventId: `event-${index}`,
    type: index < 100 ? 'VIDEO_STARTED' : 'BATTERY_LOW',
    timestamp: startMs + index * 1_000,
    payload: index < 100 ? { contentId: `film-${index}` } : { level: 15 },
  }));
  await third?.report({ events });
  const page = await goTo(`/fleet/${third?.id}/events?kind=use`);
  await page.getByText('Page 1 of 2, 100 events').waitFor();
  await page.getByText('film-99').waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText('film-0', { exact: true }).waitFor();
  expect(page.url()).toContain('page=2');
  await page.getByRole('combobox', { name: 'Exact type' }).fill('BATTERY_LOW');
  await page.getByRole('combobox', { name: 'Exact type' }).press('Enter');
  await page.getByText('Page 1 of 1, 20 events').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
  await page.getByText('No event matches.').waitFor();
  await expectAccessibleInBoth(page);
});

test('a headset that is deleted elsewhere closes its page', async () => {
  const [, second] = cart;
  const page = await goTo(`/fleet/${second?.id}`);
  await title(page, 'A-02').waitFor();
  await station.call(deleteDevice, { params: { deviceId: second?.id ?? '' } });
  await title(page, 'A-02 was deleted').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/fleet/${second?.id}`);
});

test('un-enrolling explains what it means, is cancelled while the headset is offline, and finally frees its slot', async () => {
  const page = await goTo(`/fleet/${questId}`);
  await title(page, 'Q-01').waitFor();
  const requested = page.getByRole('dialog', { name: 'Un-enrol Q-01?' });
  const order = async (says: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Un-enrol…' }).click();
    await requested.getByText(says).waitFor();
    await requested.getByLabel('Type Q-01 to confirm').fill('Q-01');
    await requested.getByRole('button', { name: 'Un-enrol Q-01' }).click();
    await expectOnPage(requested).toHaveCount(0);
  };
  const received = page.getByText(/^Un-enrolment requested /);

  await quest?.leave();
  await page.getByText('The headset is not connected.').waitFor();
  await order(/^It is offline: .* you can cancel it\.$/);
  await received.getByText('free its slot under Enrol').waitFor();
  await page.getByRole('link', { name: 'Go to Enrol' }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectOnPage(received).toHaveCount(0);
  await expect.poll(async () => (await recordOf(questId)).unenrollingSince).toBeNull();

  quest?.comeBack();
  await page
    .getByRole('button', { name: 'Start sharing' })
    .and(page.locator(':enabled:not([aria-disabled])'))
    .waitFor();
  await order(/^It is connected: it receives the request immediately/);
  await expect.poll(async () => (await recordOf(questId)).androidId ?? null).toBeNull();
  await page.locator('.headset-title').getByText('Waiting for code').waitFor();
  await part(page, 'Events').click();
  await page.getByText('Command cancelled before it was sent').first().waitFor();
  await page.locator('.timeline').getByText('Un-enrolled').first().waitFor();
});
