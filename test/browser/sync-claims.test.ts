import { afterAll, beforeAll, expect, test } from 'vitest';

import { changeEnterprise } from '../../shared/contract/operations/station.ts';
import { listConflicts } from '../../shared/contract/sync/sync-conflicts.ts';
import { pauseSync, resumeSync } from '../../shared/contract/sync/sync.ts';
import { beat, enrolAt, read, slotAt } from '../service/sync/enrolment-steps.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { connect, syncNow } from '../support/synced-station.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll } from './support.ts';

const browser = aSharedBrowser();

// Two stations and a central for the whole file.
const stack = new AsyncDisposableStack();
let central: TestStation;
let atStation: TestStation;
let other: TestStation;
beforeAll(async () => {
  central = stack.use(await aStation({ role: 'central', rateLimit: 0 }));
  atStation = stack.use(await aStationWithInterface());
  other = stack.use(await aStation({ rateLimit: 0 }));
  await other.call(changeEnterprise, { body: { name: 'Lycée Marie-Curie' } });
});
afterAll(() => stack.disposeAsync());

/** A slot in which each station has enrolled a headset while it could not see the other's, and a free slot. */
async function claimedTwice(prefix: string) {
  const made = await central.slots(2, prefix);
  const [slot = '', free = ''] = made.map(({ id }) => id);
  for (const station of [atStation, other]) await connect(station, central);
  await atStation.call(pauseSync);
  const ours = await enrolAt(atStation, slot, `${prefix}ours`);
  await beat(atStation, ours, 3);
  const theirs = await enrolAt(other, slot, `${prefix}theirs`);
  await beat(other, theirs, 2);
  await syncNow(other);
  await atStation.call(resumeSync);
  await syncNow(atStation);
  const [label = '', freeLabel = ''] = made.map((each) => each.label);
  return { slot, free, label, freeLabel, ours, theirs };
}

const openConflicts = async () => (await atStation.call(listConflicts, { query: {} })).body.items;
/** Waits until every side knows the decision. */
async function settle(): Promise<void> {
  for (const station of [atStation, other, atStation]) await syncNow(station);
}

test('a slot that two headsets claim stays with this station’s headset: the other one moves to the free slot', async () => {
  const { slot, free, label, freeLabel, ours, theirs } = await claimedTwice('K-');
  const { page, faults } = await browser.open(atStation, { path: '/sync/conflicts' });
  await page.getByRole('heading', { name: `Slot ${label} is claimed by two headsets` }).waitFor();
  await expectOnPage(page.getByText(ours.androidId)).toBeVisible();
  await expectOnPage(page.getByText(theirs.androidId)).toBeVisible();
  await expectOnPage(page.getByRole('radio', { checked: true })).toHaveAccessibleName(/This station/);
  await page.getByText(`The other one moves to ${freeLabel}.`).waitFor();
  await page.getByText('Both keep working until you decide.').waitFor();
  await page.getByText(`At the last sync, ${label} was free at the central.`).waitFor();
  // What the central knows about the other headset. This station has no name, and therefore no row.
  await expectOnPage(page.getByText('Lycée Marie-Curie', { exact: true })).toBeVisible();
  await expectOnPage(page.locator('.claim-facts dt')).toHaveText(
    'Enrolled, Last seen, Slot name, History, Station, Enrolled, Last seen, Slot name'.split(', '),
  );
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: `Keep ${label} here` }).click();
  await page.getByText(`${label} stays with the headset of this station.`).waitFor();

  await settle();

  expect(await openConflicts()).toEqual([]);
  expect((await read(central, slot)).androidId).toBe(ours.androidId);
  expect((await read(central, free)).androidId).toBe(theirs.androidId);
  expect((await slotAt(atStation, slot)).androidId).toBe(ours.androidId);
  expect((await slotAt(other, free)).androidId).toBe(theirs.androidId);
  // It has not received its order to un-enrol yet.
  expect(await beat(other, theirs)).toEqual([]);
  expect(await beat(atStation, ours)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a slot that two headsets claim goes to the other headset: this station’s one moves to the free slot', async () => {
  const { slot, free, label, freeLabel, ours, theirs } = await claimedTwice('L-');
  const { page, faults } = await browser.open(atStation, { path: '/sync' });
  await page.getByRole('heading', { level: 1, name: 'Up to date · 1 conflict to resolve' }).waitFor();
  await page.getByText('1 change is uploaded once its conflict is resolved.').waitFor();
  await page.getByRole('radio', { name: /Other station/ }).click();
  await page.getByText(`The headset here moves to ${freeLabel}, with its settings and history.`).waitFor();
  await page.getByRole('button', { name: `Leave ${label} to the other headset` }).click();
  await page.getByText(`${label} belongs to the headset of the central.`).waitFor();

  await settle();

  expect((await read(central, slot)).androidId).toBe(theirs.androidId);
  expect((await read(central, free)).androidId).toBe(ours.androidId);
  expect((await slotAt(atStation, free)).androidId).toBe(ours.androidId);
  expect((await slotAt(atStation, slot)).androidId).toBe(theirs.androidId);
  expect(await beat(atStation, ours)).toEqual([]);
  expect(await beat(other, theirs)).toEqual([]);
  expect(await openConflicts()).toEqual([]);
  expect(faults).toEqual([]);
});

test('events of a headset whose slot the central deleted are pending until somebody decides', async () => {
  const [made] = await central.slots(1, 'G-');
  const slot = made?.id ?? '';
  await connect(atStation, central);
  await atStation.call(pauseSync);
  const ours = await enrolAt(atStation, slot, 'gone');
  await beat(atStation, ours, 3);
  await central.send('DELETE', `/devices/${slot}`);
  await atStation.call(resumeSync);
  await syncNow(atStation);
  const { page, faults } = await browser.open(atStation, { path: '/sync' });
  await expectOnPage(page.getByRole('heading', { level: 1 })).toHaveText(
    /3 events pending .*1 conflict to resolve$/,
  );
  await page.getByRole('heading', { name: `Slot ${made?.label} no longer exists at the central` }).waitFor();
  await page.getByText('Nothing changes until you decide.').waitFor();

  await page.getByRole('button', { name: 'Keep it here only' }).click();

  await expectOnPage(page.getByRole('heading', { level: 1 })).toHaveText('Up to date · 1 only here');
  expect(await openConflicts()).toEqual([]);
  expect(faults).toEqual([]);
});
