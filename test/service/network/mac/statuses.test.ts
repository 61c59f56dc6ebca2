import { networkInterfaces } from 'node:os';

import { expect, test } from 'vitest';

import { isAllowedAddress } from '../../../../main/service/kernel/outgoing/address-policy.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { aStation } from '../../../support/a-station.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const resolve = (deviceId: string, token = station.token) =>
  station.call(contract.resolveMac, { params: { deviceId }, token });

test('a headset that has not reported, and an empty slot, have no LAN address: 400', async () => {
  const [slot] = await station.slots(1);
  const headset = await station.enrolled();

  expect(await resolve(slot?.id ?? '')).toMatchObject(refused(400, 'LAN_ADDRESS_UNKNOWN'));
  expect(await resolve(headset.id)).toMatchObject(refused(400, 'LAN_ADDRESS_UNKNOWN'));
});

test('loopback is no LAN address: 400', async () => {
  const headset = await station.enrolled();
  await station.call(contract.updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: {},
  });

  expect(await resolve(headset.id)).toMatchObject(refused(400, 'LAN_ADDRESS_UNKNOWN'));
});

test('a token without an organisation is 400, even for a device with granted access', async () => {
  const headset = await station.enrolled();
  const token = await station.issue({ enterpriseId: null, fleetAccess: [station.enterpriseId] });

  expect(await resolve(headset.id, token)).toMatchObject(refused(400, 'LAN_ADDRESS_UNKNOWN'));
});

test('an unknown device is 404, and so is another organisation’s', async () => {
  const headset = await station.enrolled();
  const other = await station.enterprise();

  expect(await resolve('nobody')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await resolve(headset.id, other.token)).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('an invalid id is 400', async () => {
  expect(await resolve('not an id')).toMatchObject(refusedAt('path.deviceId'));
});

test('an address that no source knows is 404, and nothing is stored', async ({ skip }) => {
  const own = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find(({ address, family }) => family === 'IPv4' && isAllowedAddress(address, 'privateOnly'));
  if (own === undefined) return skip('this computer has no private address to call itself by');
  await using everywhere = await aStation({ host: '0.0.0.0' });
  const headset = await everywhere.enrolled();
  const { port } = new URL(everywhere.url);
  // A request from this computer has its own address, which is in no neighbour table.
  const beat = await fetch(`http://${own.address}:${port}/devices/${headset.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${headset.token}`, 'content-type': 'application/json' },
    body: '{"macAddress":"2C:26:17:00:00:01"}',
  });
  expect(beat.status).toBe(200);

  const answer = await everywhere.call(contract.resolveMac, { params: { deviceId: headset.id } });

  expect(answer).toMatchObject(refused(404, 'MAC_NOT_RESOLVED'));
  expect(await everywhere.call(contract.getDevice, { params: { deviceId: headset.id } })).toMatchObject({
    body: { macAddress: '2C:26:17:00:00:01' },
  });
});
