import { afterAll, expect, test } from 'vitest';

import { CLAIM_FILE } from '../../main/adb/guard.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial } from '../support/managed-bench.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll } from './support.ts';
import { shootSizes } from './shots.ts';

const program = realAdb();
const browser = aSharedBrowser();
let bench: AdbBench | undefined;
afterAll(() => bench?.[Symbol.asyncDispose]());

test.skipIf(program === undefined)(
  'a headset of another station says so at its port and on its page, and is taken over at either',
  async () => {
    bench = await AdbBench.start(program ?? '');
    const cable = { adb: { port: bench.port, program: null }, usbFolder: '/nowhere' };
    await using station = await aStationWithInterface({ cable });
    await using hub = new HubOfHeadsets(bench);
    const { cart, slots } = await aCartWithoutAgent(station, 1);
    const double = await hub.headset({ serial: aSerial() });
    const { disk } = double.android;
    const claim = (): void => disk.write(CLAIM_FILE, Buffer.from('other/device\ntrolley-b\n'));
    claim();
    const { page, faults } = await browser.open(station, { path: `/enrol/cable?cart=${cart}` });
    bench.plug(double, 1);
    const port = page.locator('.cable-port').first();
    await expectOnPage(port).toContainText('Managed by trolley-b.');
    await shootSizes(page, 'claimed-port');
    await expectNoSidewaysScroll(page);
    await port.getByRole('button', { name: /^Take over/ }).click();
    await expectOnPage(port).toHaveAttribute('data-state', 'ready');
    expect(disk.text(CLAIM_FILE)).toContain(slots[0]?.id);

    await bench.unplug(double);
    claim();
    bench.plug(double, 1);
    await page.goto(`${station.url}/fleet/${slots[0]?.id}`);
    await expectOnPage(page.getByText('The station on trolley-b manages 1 of these headsets.')).toBeVisible();
    await expectOnPage(page.getByText('Managed by trolley-b', { exact: true })).toBeVisible();
    await shootSizes(page, 'claimed-headset');
    await page.getByRole('button', { name: 'Take over' }).click();
    await expectOnPage(page.getByText('By cable', { exact: true })).toBeVisible();
    expect(disk.text(CLAIM_FILE)).toContain(slots[0]?.id);
    expect(faults).toEqual([]);
  },
);
