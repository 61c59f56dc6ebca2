import { expect, test } from 'vitest';

import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { getChange, listChanges } from '../../../../shared/contract/configuration/history.ts';
import { createPlan } from '../../../../shared/contract/configuration/plans/plans.ts';
import {
  createProfile,
  exportProfile,
  getProfile,
  updateProfile,
} from '../../../../shared/contract/configuration/profiles.ts';
import { getDevice, listDevices } from '../../../../shared/contract/devices/devices.ts';
import { aPerson, passcodeOf, signInLocally } from '../../../support/people.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const CERTIFICATE = Buffer.from('a PKCS #12 file of the school').toString('base64');
const access = { method: 'TLS', identity: 'cart@school.example' } as const;
const network = { ssid: 'School', password: 'coral-lagoon-tide', security: 'enterprise' } as const;
const whole = { ...network, enterprise: { ...access, clientCertificate: CERTIFICATE } };

async function aConfiguredSlot() {
  const [slot] = await station.slots(1);
  const deviceId = slot?.id ?? '';
  const { body } = await station.call(configureDevice, { params: { deviceId }, body: { wifi: [whole] } });
  return { deviceId, reply: body };
}

test('only who may read the password of a network may read its client certificate', async () => {
  const { deviceId, reply } = await aConfiguredSlot();
  await aPerson(station, 'Madame Petit', 'viewer');
  const { body: session } = await signInLocally(station, passcodeOf('Madame Petit'));

  const seen = await station.call(getDevice, { params: { deviceId }, token: session.token });
  expect(seen.body.settings.wifi).toEqual([
    { ssid: 'School', security: 'enterprise', enterprise: { ...access, hasClientCertificate: true } },
  ]);
  const { body: changes } = await station.call(listChanges, { query: {} });
  const changeId = changes.items[0]?.id ?? '';
  const plan = await station.call(createPlan, {
    body: { devicesId: [deviceId], settings: { wifi: [{ ...whole, priority: 2 }] } },
  });
  for (const answer of [
    reply,
    seen.body,
    plan.body,
    (await station.call(listDevices, { query: {} })).body,
    (await station.call(getChange, { params: { changeId } })).body,
    (await station.call(configureDevices, { body: { devicesId: [deviceId], settings: { volume: 4 } } })).body,
  ])
    expect(JSON.stringify(answer)).not.toContain(CERTIFICATE);
  const technician = await station.call(getDevice, { params: { deviceId } });
  expect(technician.body.settings.wifi).toMatchObject([whole]);
});

test('a network that is sent without its client certificate keeps it until its method changes', async () => {
  const { deviceId } = await aConfiguredSlot();
  const change = (enterprise: object) =>
    station.call(configureDevice, {
      params: { deviceId },
      body: { wifi: [{ ssid: 'School', security: 'enterprise', enterprise }] },
    });
  const stored = async () =>
    (await station.call(getDevice, { params: { deviceId } })).body.settings.wifi?.[0]?.enterprise;

  await change({ ...access, identity: 'cart-2@school.example', hasClientCertificate: true });
  expect(await stored()).toEqual({
    ...access,
    identity: 'cart-2@school.example',
    clientCertificate: CERTIFICATE,
  });
  await change({ method: 'PEAP', identity: 'cart-2@school.example' });
  expect(await stored()).toEqual({ method: 'PEAP', identity: 'cart-2@school.example' });
});

test('a profile keeps a client certificate, and contains it only together with the passwords', async () => {
  const { body: profile } = await station.call(createProfile, {
    body: { name: 'Networks', settings: { wifi: [whole] } },
  });
  const params = { profileId: profile.id };
  const hidden = { ...access, hasClientCertificate: true };
  expect(profile.settings.wifi?.[0]?.enterprise).toEqual(hidden);

  const { body: edited } = await station.call(updateProfile, {
    params,
    body: { name: 'Networks', settings: { wifi: [{ ...network, enterprise: hidden, priority: 3 }] } },
  });
  expect(edited.settings.wifi?.[0]).toMatchObject({ priority: 3, enterprise: hidden });
  expect(JSON.stringify((await station.call(exportProfile, { params })).body)).not.toContain(CERTIFICATE);
  const full = await station.call(getProfile, { params, query: { passwords: 'true' } });
  expect(full.body.settings.wifi).toMatchObject([{ ...whole, priority: 3 }]);
});
