import { expect, test } from 'vitest';

import { sendCommand } from '../../shared/contract/commands/commands.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial } from '../support/managed-bench.ts';

const program = realAdb();
const open = aCableStation(program);

/** What a headset answers to any question about its state, and what is then known of its battery. */
const ANSWERS: readonly (readonly [string, string, object])[] = [
  ['megabytes', 'x'.repeat(5 * 1024 * 1024), { accepted: false, reason: 'NOT_ANSWERING' }],
  ['nothing', '', { isAvailable: true }],
  ['a cut-off text', 'Current Battery Service state:\n  lev', { isAvailable: true }],
  ['another language', 'État de la batterie\u00a0:\n  niveau\u00a0: 73\n', { isAvailable: true }],
  ['a level beyond its scale', '  level: 4000\n  scale: 100\n', { isAvailable: true }],
];

test.skipIf(program === undefined)(
  'a headset that answers wrongly, endlessly or in another language stays managed, and nothing is invented',
  async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const id = slots[0]?.id ?? '';
    const double = await hub.headset({ serial: aSerial() });
    const { android } = double;
    bench.plug(double, 1);
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
    const ping = async (): Promise<unknown> => {
      const { body } = await station.call(sendCommand, {
        params: { deviceId: id },
        body: { event: 'ping', message: {} },
      });
      return body.status === 'answered' ? body.answer : body;
    };
    await expect.poll(ping).toMatchObject({ batteryLevel: 80 });
    for (const [name, stdout, expected] of ANSWERS) {
      android.faulty = (line) => (/^(?:dumpsys|df|pm list)/.test(line) ? { exitCode: 0, stdout } : undefined);
      const answer = await ping();
      expect({ name, answer }).toMatchObject({ name, answer: expected });
      expect(answer).not.toHaveProperty('batteryLevel');
    }
    // Its settings are written meanwhile, and it tells the truth again as soon as it can.
    const settings = { display: { brightness: 30 } };
    await station.call(configureDevices, { body: { devicesId: [id], settings } });
    await expect.poll(() => android.system.settings.get('system/screen_brightness')).toBe('77');
    android.faulty = () => undefined;
    await expect.poll(ping).toMatchObject({ isAvailable: true, batteryLevel: 80 });
  },
);
