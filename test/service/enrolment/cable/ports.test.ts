import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { getCable } from '../../../../shared/contract/enrolment/cable.ts';
import { aStation } from '../../../support/a-station.ts';
import { AdbBench, realAdb } from '../../../support/adb-double/bench.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../../../support/cable-bench.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const program = realAdb();

/** The folder in which Linux lists its USB ports: a hub of two chips with seven ports, one headset without adb. */
function aUsbFolder(path: string): void {
  const devices: Readonly<Record<string, { maxchild: string; idVendor: string }>> = {
    usb3: { maxchild: '8', idVendor: '1d6b' },
    '3-2': { maxchild: '4', idVendor: '05e3' },
    '3-2.4': { maxchild: '4', idVendor: '05e3' },
    '3-2.4.3': { maxchild: '0', idVendor: '2833' },
    '3-7': { maxchild: '0', idVendor: '046d' },
  };
  for (const [name, facts] of Object.entries(devices)) {
    mkdirSync(join(path, name));
    for (const [fact, value] of Object.entries(facts)) writeFileSync(join(path, name, fact), `${value}\n`);
  }
}

test.skipIf(program === undefined)(
  'ports are drawn as the hub has them, including free ones and a headset without USB debugging',
  async () => {
    await using bench = await AdbBench.start(program ?? '');
    using folder = aFolder();
    aUsbFolder(folder.path);
    await using station = await aStation({
      cable: { adb: { port: bench.port, program: null }, usbFolder: folder.path },
    });
    await using hub = new HubOfHeadsets(bench);
    bench.plug(await hub.headset({ serial: 'SECOND' }), 2);
    await expect.poll(() => cableOf(station, 'SECOND')).toMatchObject({ state: 'free' });
    const { hubs } = (await station.call(getCable)).body;
    expect(hubs.map(({ id }) => id)).toEqual(['3-2']);
    expect(hubs[0]?.ports.map(({ number, key, headset }) => [number, key, headset?.state])).toEqual([
      [1, '3-2.1', undefined],
      [2, '3-2.2', 'free'],
      [3, '3-2.3', undefined],
      [4, '3-2.4.1', undefined],
      [5, '3-2.4.2', undefined],
      [6, '3-2.4.3', 'debuggingOff'],
      [7, '3-2.4.4', undefined],
    ]);
    expect(hubs[0]?.ports[5]?.headset).toMatchObject({ model: 'Meta', slot: null });
  },
);

describe.skipIf(program === undefined)('a headset in the wrong mode', () => {
  const open = aCableStation(program);

  test.each(['recovery', 'sideload'] as const)('in %s says so', async (mode) => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const double = await hub.headset({ serial: mode, mode });
    await station.call(getCable);
    bench.plug(double, 1);
    await expect.poll(() => cableOf(station, double.address)).toMatchObject({ state: 'mode' });
  });
});
