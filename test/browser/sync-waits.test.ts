import { afterAll, beforeAll, expect, test } from 'vitest';

import { pauseSync, resumeSync } from '../../shared/contract/sync/sync.ts';
import { enrolAt, slotAt, unenrol } from '../service/sync/enrolment-steps.ts';
import type { TestStation } from '../support/a-station.ts';
import { aCentral, type CentralDouble } from '../support/central-double/index.ts';
import { connect, syncNow } from '../support/synced-station.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll } from './support.ts';

const browser = aSharedBrowser();

// One station and a central without enrolment ids for the whole file.
const stack = new AsyncDisposableStack();
let station: TestStation;
let central: CentralDouble;
beforeAll(async () => {
  station = stack.use(await aStationWithInterface());
  central = stack.use(await aCentral());
  for (const id of ['former', 'next']) central.add(id, { label: id });
  await connect(station, central);
});
afterAll(() => stack.disposeAsync());

test('a move names the slot that comes first, whose decision ends its waiting too', async () => {
  await enrolAt(station, 'former', 'headset-moving');
  await syncNow(station);
  await station.call(pauseSync);
  await enrolAt(station, 'next', 'headset-moving');
  const { page, faults } = await browser.open(station, { path: '/sync/headsets' });
  const row = page.getByRole('row', { name: /former/ });
  await expectOnPage(row).toContainText('Pending until you resume sync.');
  central.edit('next', (device) => (device.androidId = 'headset-other'));
  await station.call(resumeSync);
  await syncNow(station);

  await expectOnPage(row).toContainText('next, where its headset moved, comes first.');
  await expectOnPage(page.getByRole('row', { name: /^next/ })).toContainText(
    'Pending your decision about its slot.',
  );
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole('link', { name: 'Conflicts' }).click();
  await page.getByRole('radio', { name: /Central/ }).click();
  await page.getByRole('button', { name: 'Leave next to the other headset' }).click();
  await expectOnPage(page.getByRole('heading', { name: /claimed by two headsets/ })).toHaveCount(0);
  await syncNow(station);
  central.edit('former', (device) => (device.androidId = undefined));

  expect(await syncNow(station)).toMatchObject({ conflicts: 0, waiting: { lifecycle: 0 } });
  expect(faults).toEqual([]);
});

test.for(['here', 'there'] as const)(
  'a person decides about an order whose answer was lost: %s',
  async (take) => {
    const slot = `doubtful-${take}`;
    central.add(slot, { label: slot });
    await syncNow(station);
    const headset = await enrolAt(station, slot, `headset-${slot}`);
    await syncNow(station);
    const before = central.ledger.unenrolments.length;
    let isLost = false;
    central.fault = ({ pattern }) => {
      if (isLost || !pattern.endsWith('/unenroll')) return undefined;
      isLost = true;
      return { kind: 'cutAfter' };
    };
    await unenrol(station, headset);
    await syncNow(station);
    await syncNow(station);
    const { page, faults } = await browser.open(station, { path: '/sync/conflicts' });
    const title = page.getByRole('heading', {
      name: `Is the headset still in slot ${slot}, or there again?`,
    });
    await title.waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('radio', { name: take === 'here' ? /This station/ : /Central/ }).click();
    const choice = take === 'here' ? `Un-enrol it from ${slot}` : `Leave it in ${slot}`;
    await page.getByRole('button', { name: choice }).click();
    await expectOnPage(title).toHaveCount(0);
    await syncNow(station);

    expect(central.ledger.unenrolments.length - before).toBe(take === 'here' ? 2 : 1);
    if (take === 'here') central.edit(slot, (device) => (device.androidId = undefined));
    expect(await syncNow(station)).toMatchObject({ conflicts: 0, waiting: { lifecycle: 0 } });
    expect((await slotAt(station, slot)).androidId).toBe(take === 'here' ? undefined : `headset-${slot}`);
    expect(faults).toEqual([]);
  },
);
