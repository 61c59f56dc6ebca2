import { afterAll, beforeAll, expect, test } from 'vitest';

import { changeEnterprise } from '../../shared/contract/operations/station.ts';
import { beat, enrolAt, read } from '../service/sync/enrolment-steps.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { connect, syncNow } from '../support/synced-station.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll } from './support.ts';

const browser = aSharedBrowser();

// A station and a central for the whole file.
const stack = new AsyncDisposableStack();
let central: TestStation;
let station: TestStation;
beforeAll(async () => {
  central = stack.use(await aStation({ role: 'central', rateLimit: 0 }));
  await central.call(changeEnterprise, { body: { name: 'Académie de Lyon' } });
  station = stack.use(await aStationWithInterface());
});
afterAll(() => stack.disposeAsync());

test('slots that only this station has are created at the central in one action, and the headline shows the result', async () => {
  const [slot] = await station.slots(3, 'O-');
  const headset = await enrolAt(station, slot?.id ?? '', 'only-here');
  await beat(station, headset, 2);
  await connect(station, central);
  const { page, faults } = await browser.open(station, { path: '/sync' });
  await page.getByRole('heading', { level: 1, name: 'Up to date · 3 only here' }).waitFor();
  await page.getByText('O-01 – O-03').waitFor();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Create slots for these 3 at the central' }).click();

  await page.getByText('3 slots created at the central.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'This station and the central are in sync' }).waitFor();
  await expectOnPage(page.getByRole('heading', { name: 'Only here' })).toHaveCount(0);
  expect((await read(central, slot?.id ?? '')).androidId).toBe('only-here');
  // The organisation is shown by its name.
  await expectOnPage(page.getByText('Académie de Lyon', { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test('events whose slot was deleted at the central are counted, and can be saved as a file', async () => {
  const [made] = await central.slots(1, 'S-');
  await syncNow(station);
  const headset = await enrolAt(station, made?.id ?? '', 'stranded');
  await syncNow(station);
  await central.send('DELETE', `/devices/${made?.id ?? ''}`);
  await beat(station, headset, 3);
  await syncNow(station);
  const { page, faults } = await browser.open(station, { path: '/sync' });
  await page.getByRole('heading', { level: 1, name: /3 events have no slot at the central/ }).waitFor();
  await expectOnPage(page.getByRole('heading', { level: 1 })).not.toContainText('Up to date');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saving).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);

  const saved = JSON.parse(Buffer.concat(chunks).toString()) as {
    readonly slots: readonly {
      readonly label: string;
      readonly gone: string;
      readonly events: readonly object[];
    }[];
  };
  expect(saved.slots).toMatchObject([{ label: 'S-01', gone: 'DELETED' }]);
  expect(saved.slots[0]?.events).toHaveLength(3);
  expect(faults).toEqual([]);
});

test('sync status appears on the screen as soon as it changes, without polling by the window', async () => {
  const { page } = await browser.open(station, { path: '/sync' });
  // Waits until its first load is complete.
  await page.getByRole('region', { name: 'The central' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/station/sync') && request.method() === 'GET') asked.push(request.url());
  });
  await station.slots(2, 'N-');
  await page.getByRole('heading', { level: 1, name: /2 only here/ }).waitFor();
  expect(asked).toEqual([]);
});

test('while the station does not answer, nothing is said about the central', async () => {
  const { page } = await browser.open(station, { path: '/sync' });
  await page.getByText('Connected to the central').first().waitFor();

  await station.service.stop();

  await page.getByText('Central: status unknown').waitFor();
  await expectOnPage(page.getByRole('link', { name: /Connected to the central/ })).toHaveCount(0);
});
