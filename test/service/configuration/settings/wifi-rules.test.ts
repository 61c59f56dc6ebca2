import { expect, test } from 'vitest';

import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { createPlan } from '../../../../shared/contract/configuration/plans/plans.ts';
import { importProfile, createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const [slot] = await station.slots(1);
const deviceId = slot?.id ?? '';
const KEY = '0123456789abcdef'.repeat(4);
const LONG_NAME = 'é'.repeat(17);

const TOO_LONG = 'Must have at most 32 bytes in UTF-8, in which letters such as é take 2 and emoji 4';
const NOT_A_PASSWORD = 'Must have 8 to 63 characters, or be a key of 64 hexadecimal digits';

/** Every way to give a network to headsets, with the place of its settings in the body. */
const ways = [
  [
    'configure',
    '',
    (settings: object) => station.call(configureDevice, { params: { deviceId }, body: settings }),
  ],
  [
    'configure of many',
    'settings.',
    (settings: object) => station.call(configureDevices, { body: { devicesId: [deviceId], settings } }),
  ],
  [
    'a preview',
    'settings.',
    (settings: object) => station.call(createPlan, { body: { devicesId: [deviceId], settings } }),
  ],
  [
    'a profile',
    'settings.',
    (settings: object) => station.call(createProfile, { body: { name: 'Networks', settings } }),
  ],
  [
    'an import',
    'settings.',
    (settings: object) =>
      station.call(importProfile, {
        body: { format: 'muster-profile', formatVersion: 1, name: 'Networks', settings },
      }),
  ],
] as const;

test.each(ways)(
  'a network that no headset could join is refused by %s, with the reason',
  async (_, place, send) => {
    const before = await station.call(getDevice, { params: { deviceId } });
    for (const [network, field, reason] of [
      [{ ssid: LONG_NAME, password: 'long enough' }, 'ssid', TOO_LONG],
      [{ ssid: '🏫'.repeat(9) }, 'ssid', TOO_LONG],
      [{ ssid: 'School', password: 'seven 7' }, 'password', NOT_A_PASSWORD],
      [{ ssid: 'School', password: 'short', security: 'wpa3' }, 'password', NOT_A_PASSWORD],
      [{ ssid: 'School', password: 'x'.repeat(64) }, 'password', NOT_A_PASSWORD],
      [{ ssid: 'School', password: 'with\nline break' }, 'password', NOT_A_PASSWORD],
      [{ ssid: 'School', password: `${KEY.slice(1)}g` }, 'password', NOT_A_PASSWORD],
    ] as const) {
      const { status, body } = await send({ wifi: [{ ssid: 'Good' }, network] });
      expect(status).toBe(400);
      const { details } = body as unknown as { details: { path: string; message: string }[] };
      expect(details[0]?.path).toBe(`${place}wifi.1.${field}`);
      expect(details[0]?.message).toContain(reason);
    }
    expect((await station.call(getDevice, { params: { deviceId } })).body.settings).toEqual(
      before.body.settings,
    );
  },
);

test.each([
  { ssid: 'é'.repeat(16), password: 'eight888' },
  { ssid: 'x'.repeat(32), password: 'x'.repeat(63) },
  { ssid: 'Key', password: KEY },
  { ssid: 'Key in capitals', password: KEY.toUpperCase() },
  { ssid: 'Passphrase with accents', password: 'élève à l’école' },
  { ssid: 'Open', security: 'open' },
  { ssid: 'Kept' },
  { ssid: 'Removed', password: null },
  // The password of a person or of a certificate file, not of the network.
  {
    ssid: 'Enterprise',
    password: 'short',
    security: 'enterprise',
    enterprise: { method: 'PEAP', identity: 'a' },
  },
] as const)('$ssid can be joined, and is stored', async (network) => {
  const { status } = await station.call(configureDevice, { params: { deviceId }, body: { wifi: [network] } });

  expect(status).toBe(200);
  const { body } = await station.call(getDevice, { params: { deviceId } });
  expect(body.settings.wifi?.[0]?.ssid).toBe(network.ssid);
});
