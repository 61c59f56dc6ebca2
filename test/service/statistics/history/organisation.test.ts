import { expect, test } from 'vitest';

import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { changeEnterprise, getStation } from '../../../../shared/contract/operations/station.ts';
import { createEnterprise } from '../../../../shared/contract/access/tokens.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const machineZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const zoneOf = async (token: string) => (await station.call(getStation, { token })).body.enterprise.timeZone;

test('an organisation has the computer’s zone unless it sets another', async () => {
  const plain = await station.call(createEnterprise, { body: { name: 'Plain' } });
  const received = await station.call(createEnterprise, {
    body: { name: 'Told', timeZone: 'Pacific/Auckland' },
  });

  expect(await zoneOf(station.token)).toBe(machineZone);
  expect(plain.body.timeZone).toBe(machineZone);
  expect(await zoneOf(plain.body.token)).toBe(machineZone);
  expect(received.body.timeZone).toBe('Pacific/Auckland');
  expect(await zoneOf(received.body.token)).toBe('Pacific/Auckland');
});

test('name and zone are changed separately, for the caller’s organisation only, and stored', async () => {
  const { id, token } = await station.enterprise('Before');
  const change = (body: object) => station.call(changeEnterprise, { body, token });

  expect((await change({ timeZone: 'Europe/Paris' })).body).toEqual({
    id,
    name: 'Before',
    timeZone: 'Europe/Paris',
  });
  expect((await change({ name: 'After' })).body).toMatchObject({ name: 'After', timeZone: 'Europe/Paris' });
  expect((await change({})).body).toMatchObject({ name: 'After', timeZone: 'Europe/Paris' });
  await station.restart();
  expect((await station.call(getStation, { token })).body.enterprise).toEqual({
    id,
    name: 'After',
    timeZone: 'Europe/Paris',
  });
  expect(await zoneOf(station.token)).toBe(machineZone);
});

test('a new name appears in the device records', async () => {
  await station.call(changeEnterprise, { body: { name: 'Jules Verne school' } });
  const { id } = await station.enrolled();

  const { body } = await station.call(getDevice, { params: { deviceId: id } });
  expect(body.enterprise.name).toBe('Jules Verne school');
});

test.each(['Mars/Olympus', 'europe', '+01:00', '', ' UTC', 'UTC\0', '__proto__', 7, null, 'x'.repeat(65)])(
  'the zone %j is refused',
  async (timeZone) => {
    expect(await station.call(changeEnterprise, { body: { timeZone } })).toMatchObject(refusedAt('timeZone'));
    const body = { name: 'Nowhere', timeZone };
    expect(await station.call(createEnterprise, { body })).toMatchObject(refusedAt('timeZone'));
  },
);

test('a token without an organisation has none to change', async () => {
  const token = await station.issue({ enterpriseId: null });

  expect(await station.call(changeEnterprise, { body: { name: 'Mine' }, token })).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
});
