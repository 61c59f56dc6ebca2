import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readNetworks } from '../../main/adb-agent/readers/software.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { listDrift } from '../../shared/contract/configuration/drift.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { listEvents } from '../../shared/contract/devices/events.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import { Networks } from '../support/adb-double/networks.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';
import { words } from '../support/adb-double/words.ts';
import { quote } from '../../shared/domain/enrolment/cable/answers.ts';

const program = realAdb();
const open = aCableStation(program);

describe('known networks', () => {
  test('are read with blanks, quotes and emoji in their names; what is no line of the list is left out', () => {
    const text = `Network Id      SSID                         Security type
0            Room 4  "west"                   wpa2
1            Café 🥽                          open^/owe
12           ${'a'.repeat(32)} wpa3-sae
x            no number                        wpa2
3            cut off`;
    expect([...readNetworks(text)]).toEqual([
      ['Room 4  "west"', '0'],
      ['Café 🥽', '1'],
      ['a'.repeat(32), '12'],
    ]);
    expect([...readNetworks('No networks\n'), ...readNetworks('')]).toEqual([]);
  });

  test('whatever a network and its password are called, the headset gets exactly that', () => {
    const odd = fc.string({
      unit: fc.constantFrom(...Array.from(`ab'"\`$(){};&|<>\\ *?!~#é🥽`)),
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(odd, (ssid) => {
        const networks = new Networks();
        const line = ['cmd', 'wifi', 'add-network', ssid, 'open'].map(quote).join(' ');
        const [, , verb = '', ...rest] = words(line);
        networks.run(verb, rest);
        expect(networks.known.get(0)?.ssid).toBe(ssid);
      }),
    );
  });
});

describe.skipIf(program === undefined)('Wi-Fi networks as a setting, over adb', () => {
  test('are saved and read back, removed when they are no longer assigned, and others stay', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const id = slots[0]?.id ?? '';
    const double = await hub.headset({ serial: aSerial() });
    const { networks, commandLines, disk } = double.android;
    networks.run('add-network', ['At home', 'wpa2', 'a password']);
    networks.refused.add('Refused');
    bench.plug(double, 1);
    await expect.poll(() => cableOf(station, double.android.serial)).toMatchObject({ state: 'ready' });
    const names = () => [...networks.known.values()].map(({ ssid }) => ssid);
    const assign = (wifi: unknown) =>
      station.call(configureDevices, { body: { devicesId: [id], settings: { wifi } } });
    const password = `it's "5" o'clock; $(reboot) \`x\` 🥽`;
    const odd = { ssid: `Room 4 "west"; reboot`, password, security: 'wpa3' };
    await assign([odd, { ssid: 'Guests', security: 'open' }, { ssid: 'Refused', password: 'a password' }]);
    await expect.poll(names).toEqual(['At home', odd.ssid, 'Guests']);
    expect([...networks.known.values()]).toContainEqual({ ssid: odd.ssid, type: 'wpa3', password });
    const refused = async () =>
      (await station.call(listEvents, { params: { deviceId: id } })).body.items.find(
        ({ type }) => type === 'WIFI_NOT_SAVED',
      )?.payload;
    await expect.poll(refused).toEqual({ ssid: 'Refused' });
    // Its revision is confirmed only with the words that this one is not in effect: nothing waits for ever.
    const headset = async () => {
      const { body } = await station.call(getDevice, { params: { deviceId: id } });
      const open = (await station.call(listDrift)).body.neverInEffect.find((each) => each.id === id);
      const isApplied = (await tileOf(station, id))?.appliedRevision === body.settingsRevision;
      return { isApplied, fields: open?.fields.map(({ path, entry }) => [path, entry?.name]) };
    };
    await expect.poll(headset).toEqual({ isApplied: true, fields: [['wifi[]', 'Refused']] });
    // Allowed at last, it is saved, and everything is in effect.
    networks.refused.clear();
    await expect.poll(headset).toEqual({ isApplied: true, fields: undefined });
    await expect.poll(names).toEqual(['At home', odd.ssid, 'Guests', 'Refused']);
    await assign([{ ssid: 'Guests', security: 'open' }]);
    await expect.poll(names).toEqual(['At home', 'Guests']);
    await assign([]);
    await expect.poll(names).toEqual(['At home']);
    // A password is on no command line, and on no file of the headset.
    expect(commandLines.filter((line) => line.includes('clock'))).toEqual([]);
    expect(disk.paths.filter((path) => disk.text(path)?.includes('clock') === true)).toEqual([]);
  });
});
