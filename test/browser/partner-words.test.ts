// What a station says whose central is another station: it works together with that one, and never heard of a central.
import { expect, test } from 'vitest';

import { interfaceFolder } from '../../main/cli/product.ts';
import { listDevices, patchDevice } from '../../shared/contract/devices/devices.ts';
import { pauseSync, resumeSync, runSync } from '../../shared/contract/sync/sync.ts';
import { agree } from '../service/sync/device-edits.ts';
import { enrolAt } from '../service/sync/enrolment-steps.ts';
import type { TestStation } from '../support/a-station.ts';
import { aNearbyStation, join } from '../support/partners.ts';
import { aSharedBrowser } from './support.ts';

const browser = aSharedBrowser();

async function name(station: TestStation, deviceId: string, label: string): Promise<void> {
  await station.call(patchDevice, { params: { deviceId }, body: { label } });
}

test.for([
  ['en', 'Serves Cart', 'Connected to the other station', 'Without the other station since', /central/i],
  ['fr', 'Sert Cart', 'Connecté à l’autre station', 'Sans l’autre station depuis', /\bcentral\b/i],
] as const)(
  'a station that another one serves speaks of the other station: %s',
  { timeout: 120_000 },
  async ([locale, serves, connected, without, central]) => {
    await using cartA = await aNearbyStation('Cart A', { interfaceFolder });
    await using cartB = await aNearbyStation('Cart B', { interfaceFolder });
    for (const { station } of [cartA, cartB]) await station.slots(2, 'S-');
    const [serving, served] = await join(cartA, cartB);
    await expect.poll(async () => (await serving.station.call(listDevices)).body.total).toBe(4);
    await agree(served.station);
    const [device, taken] = (await serving.station.call(listDevices)).body.items;
    if (device === undefined || taken === undefined) throw new Error('There are four slots');
    // One name differs, and one slot has two headsets.
    await served.station.call(pauseSync);
    await name(serving.station, device.id, 'Anna');
    await name(served.station, device.id, 'Berta');
    await enrolAt(serving.station, taken.id, 'headset-there');
    await enrolAt(served.station, taken.id, 'headset-here');
    await served.station.call(resumeSync);
    await served.station.call(runSync, { body: { waitSec: 20 } });

    const there = await browser.open(serving.station, { path: '/fleet', locale });
    await there.page.getByText(serves).waitFor();

    const { page, faults } = await browser.open(served.station, { path: '/sync', locale });
    const text = async (): Promise<string> => page.locator('body').innerText();
    await page.locator('.standing').getByText(connected).waitFor();
    expect(await text()).not.toMatch(central);
    for (const [path, shown] of [
      ['/sync/conflicts', /headset-there/],
      ['/sync/headsets', /Anna|Berta/],
      ['/sync/history', /Cart A|Anna|Berta|\d\d:\d\d/],
      [`/fleet/${device.id}`, /Anna|Berta/],
      ['/fleet', /Anna|Berta/],
    ] as const) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await page.locator('main').getByText(shown).first().waitFor();
      expect([path, (await text()).split('\n').filter((line) => central.test(line))]).toEqual([path, []]);
    }

    await serving.station.service.stop();
    await served.station.call(runSync, { body: { waitSec: 1 } });
    await page.locator('.standing').getByText(without).waitFor();
    expect(await text()).not.toMatch(central);
    expect(faults).toEqual([]);
  },
);
