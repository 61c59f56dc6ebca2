import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { getAvailability } from '../../shared/contract/commands/availability.ts';
import { setCableRecipe, startCable } from '../../shared/contract/enrolment/cable.ts';
import { connectWireless, pairWireless } from '../../shared/contract/enrolment/adb/wireless.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { NewerAdb } from '../support/adb-double/newer-adb.ts';
import { aServedCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aFreePort } from '../support/free-port.ts';
import { aFolder } from '../support/temp-folder.ts';

const program = realAdb();
const CODE = '482193';

/** Every file of a folder as text. */
function textOfFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

describe.skipIf(program === undefined)('a station in its own process, and wireless debugging', () => {
  test('the code is in no log, file or command line; after a restart the headset is managed again', async () => {
    using folder = aFolder();
    await using bench = await AdbBench.start(program ?? '');
    await using hub = new HubOfHeadsets(bench);
    const double = await hub.headset({ serial: 'PA9210X7', wifiAddress: '127.0.46.1' });
    const { android } = double;
    const [codePort, wirelessPort] = [await aFreePort(), await aFreePort()];
    await double.openWireless(wirelessPort);
    double.code = { digits: CODE, port: codePort };
    bench.newer = new NewerAdb(double);
    const first = await aServedCableStation(bench, folder.path, ['--log-level', 'trace']);
    let output = '';
    for (const stream of [first.served.child.stdout, first.served.child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const cart = 'cart-a';
    const { body } = await first.station.call(createSlots, {
      body: { count: 1, labelPrefix: 'Q-', cart: { id: cart, label: cart } },
    });
    const id = body.items[0]?.id ?? '';
    await first.station.call(setCableRecipe, { body: { cart, name: cart, agent: null } });
    await first.station.call(startCable, { body: { cart } });
    const pair = { address: `127.0.46.1:${codePort}`, code: CODE };
    expect((await first.station.call(pairWireless, { body: pair })).body).toMatchObject({
      outcome: 'paired',
    });
    const connect = { address: `127.0.46.1:${wirelessPort}` };
    expect((await first.station.call(connectWireless, { body: connect })).body).toMatchObject({
      outcome: 'connected',
    });
    await expect.poll(() => cableOf(first.station, 'PA9210X7')).toMatchObject({ state: 'ready' });
    expect(await first.served.stop()).toBe(0);
    expect(output + textOfFiles(join(folder.path, 'logs'))).toContain('"level":');
    for (const text of [output, textOfFiles(folder.path), android.commandLines.join('\n')])
      expect(text).not.toContain(CODE);

    await double.closeWireless();
    await double.openWireless(wirelessPort);
    const { served, station } = await aServedCableStation(bench, folder.path);
    const isAvailable = async () =>
      (await station.call(getAvailability, { params: { deviceId: id } })).body.isAvailable;
    await expect.poll(isAvailable).toBe(true);
    expect(android.tcpPort).toBeNull();
    expect(await served.stop()).toBe(0);
  });

  test('a headset that never answers ends the wait, and says so', async () => {
    using folder = aFolder();
    await using bench = await AdbBench.start(program ?? '');
    bench.newer = new NewerAdb();
    bench.newer.isSilent = true;
    const { served, station } = await aServedCableStation(bench, folder.path);
    const body = { address: '127.0.46.2:37001', code: CODE };
    expect((await station.call(pairWireless, { body })).body).toEqual({
      outcome: 'timeout',
      serial: null,
      slot: null,
      words: null,
    });
    expect(await served.stop()).toBe(0);
  });
});
