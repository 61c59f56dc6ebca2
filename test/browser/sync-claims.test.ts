import { afterAll, beforeAll, expect, test } from 'vitest';

import { listConflicts } from '../../shared/contract/sync/sync-conflicts.ts';
import { pauseSync, resumeSync } from '../../shared/contract/sync/sync.ts';
import { beat, enrolAt, read, slotAt } from '../service/sync/enrolment-desk.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { connect, syncNow } from '../support/synced-station.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll } from './support.ts';

const browser = aSharedBrowser();

// Two stations and a central for the whole file.
const stack = new AsyncDisposableStack();
let central: TestStation;
let here: TestStation;
let other: TestStation;
beforeAll(async () => {
  central = stack.use(await aStation({ role: 'central', rateLimit: 0 }));
  here = stack.use(await aStationWithInterface());
  other = stack.use(await aStation({ rateLimit: 0 }));
}, 180_000);
afterAll(() => stack.disposeAsync());

/** A slot in which each station has enrolled a headset while it could not see the other's, and a free slot. */
async function claimedTwice(prefix: string) {
  const made = await central.slots(2, prefix);
  const [slot = '', free = ''] = made.map(({ id }) => id);
  for (const station of [here, other]) await connect(station, central);
  await here.call(pauseSync);
  const ours = await enrolAt(here, slot, `${prefix}ours`);
  await beat(here, ours, 3);
  const theirs = await enrolAt(other, slot, `${prefix}theirs`);
  await beat(other, theirs, 2);
  await syncNow(other);
  await here.call(resumeSync);
  await syncNow(here);
  const [label = '', freeLabel = ''] = made.map((each) => each.label);
  return { slot, free, label, freeLabel, ours, theirs };
}

const openConflicts = async () => (await here.call(listConflicts, { query: {} })).body.items;
/** Until what was decided here is known everywhere. */
async function settle(): Promise<void> {
  for (const station of [here, other, here]) await syncNow(station);
}

test('a slot that two headsets claim is kept here: the other one goes on in the free slot', async () => {
  const { slot, free, label, freeLabel, ours, theirs } = await claimedTwice('K-');
  const { page, faults } = await browser.open(here, { path: '/sync/conflicts' });
  await page.getByRole('heading', { name: `Slot ${label} is claimed by two headsets` }).waitFor();
  await expectOnPage(page.getByText(ours.androidId)).toBeVisible();
  await expectOnPage(page.getByText(theirs.androidId)).toBeVisible();
  await expectOnPage(page.getByRole('radio', { checked: true })).toHaveAccessibleName(/This station/);
  await page.getByText(`The other one moves to ${freeLabel}.`).waitFor();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: `Keep ${label} here` }).click();
  await page.getByText(`${label} stays with the headset of this station.`).waitFor();

  await settle();

  expect(await openConflicts()).toEqual([]);
  expect((await read(central, slot)).androidId).toBe(ours.androidId);
  expect((await read(central, free)).androidId).toBe(theirs.androidId);
  expect((await slotAt(here, slot)).androidId).toBe(ours.androidId);
  expect((await slotAt(other, free)).androidId).toBe(theirs.androidId);
  // It never heard that it was to leave.
  expect(await beat(other, theirs)).toEqual([]);
  expect(await beat(here, ours)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a slot that two headsets claim is left to the other one: the headset here goes on in the free slot', async () => {
  const { slot, free, label, freeLabel, ours, theirs } = await claimedTwice('L-');
  const { page, faults } = await browser.open(here, { path: '/sync/conflicts' });
  await page.getByRole('radio', { name: /Central/ }).click();
  await page.getByText(`The headset here moves to ${freeLabel}, with its settings and history.`).waitFor();
  await page.getByRole('button', { name: `Leave ${label} to the other headset` }).click();
  await page.getByText(`${label} belongs to the headset of the central.`).waitFor();

  await settle();

  expect((await read(central, slot)).androidId).toBe(theirs.androidId);
  expect((await read(central, free)).androidId).toBe(ours.androidId);
  expect((await slotAt(here, free)).androidId).toBe(ours.androidId);
  expect((await slotAt(here, slot)).androidId).toBe(theirs.androidId);
  expect(await beat(here, ours)).toEqual([]);
  expect(await beat(other, theirs)).toEqual([]);
  expect(await openConflicts()).toEqual([]);
  expect(faults).toEqual([]);
});
