import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { MAX_BULK_IDS } from '../../../../shared/contract/devices/devices.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { replaceRouters } from '../../../../shared/contract/network/routers.ts';
import { aBackend, json, status } from '../../../support/a-backend.ts';
import { anyText } from '../../../support/any-value.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { closing } from '../../../support/closing.ts';
import { HEADSET, mikrotikPages, serving } from '../routers/doubles.ts';

const station = await aSharedStation();
const put = (items: readonly object[], token = station.token) =>
  station.call(replaceRouters, { body: { items }, token });
const resolve = (deviceId: string) => station.call(contract.resolveMac, { params: { deviceId } });
const resolveMany = (devicesId: readonly string[], token = station.token) =>
  station.call(contract.resolveMacs, { body: { devicesId }, token });
const stored = async (deviceId: string) =>
  (await station.call(contract.getDevice, { params: { deviceId } })).body.macAddress;

/**
 * A headset that reported from an address outside this computer's networks, as one behind a router does. Its address
 * is written into the store, because no test can call from elsewhere.
 */
async function aHeadsetAt(ip: string | null): Promise<string> {
  const headset = await station.enrolled();
  await station.call(contract.updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: {},
  });
  if (ip !== null) {
    using db = closing(new Database(join(station.folder, 'muster.db')));
    db.prepare(
      'UPDATE device_report SET lan_ip = ? WHERE device_key = (SELECT key FROM device WHERE id = ?)',
    ).run(ip, headset.id);
  }
  return headset.id;
}

const row = (ip: string, mac: string) => ({ address: ip, 'mac-address': mac, complete: 'true' });
const lease = (ip: string, mac: string) => ({ address: ip, 'mac-address': mac, status: 'bound' });
const pages = (arp: readonly object[], leases: readonly object[]) =>
  serving({ 'GET /rest/ip/arp': json(arp), 'GET /rest/ip/dhcp-server/lease': json(leases) });
const aRouter = (id: string, url: string, input: object = {}) => ({
  id,
  kind: 'mikrotik',
  label: id,
  url,
  username: 'station',
  password: 'pässword',
  allowsOtherNetworks: true,
  ...input,
});

test('a headset behind a router is found in its ARP table, with the source', async () => {
  await using router = await aBackend(serving(mikrotikPages));
  await put([aRouter('floor-2', router.url)]);
  const deviceId = await aHeadsetAt(HEADSET.ip);

  expect(await resolve(deviceId)).toMatchObject({
    status: 200,
    body: {
      deviceId,
      macAddress: HEADSET.stored,
      ip: HEADSET.ip,
      source: 'router-arp',
      routerId: 'floor-2',
      resolvedAt: anyText,
      isRandomised: false,
    },
  });
  expect(await stored(deviceId)).toBe(HEADSET.stored);
});

test('ARP tables have priority over leases, leases over lease files, files over lists, whatever their order', async () => {
  const mac = (at: number) => `2C:26:17:00:00:0${String(at)}`;
  const ips = [1, 2, 3, 4].map((at) => `10.250.77.${String(at)}`);
  const [inNeighbours = '', leased = '', filed = '', listed = ''] = ips;
  await using one = await aBackend(pages([], [lease(inNeighbours, mac(9)), lease(leased, mac(2))]));
  await using two = await aBackend(pages([row(inNeighbours, mac(1))], []));
  const path = join(station.folder, 'order.leases');
  writeFileSync(
    path,
    [inNeighbours, leased, filed].map((ip) => `0 ${ip === filed ? mac(3) : mac(8)} ${ip} * *\n`).join(''),
  );
  const csv = ips.map((ip) => `${ip},${ip === listed ? mac(4) : mac(7)}`).join('\n');
  await put([
    { id: 'list', kind: 'csv', label: 'List', csv },
    { id: 'file', kind: 'dnsmasq-file', label: 'File', path },
    aRouter('one', one.url),
    aRouter('two', two.url),
  ]);
  const ids = await Promise.all(ips.map((ip) => aHeadsetAt(ip)));

  const { body } = await resolveMany(ids);

  expect(body.map(({ resolved }) => [resolved?.macAddress, resolved?.source, resolved?.routerId])).toEqual([
    [mac(1), 'router-arp', 'two'],
    [mac(2), 'router-lease', 'one'],
    [mac(3), 'lease-file', 'file'],
    [mac(4), 'list', 'list'],
  ]);
  expect(await Promise.all(ids.map((id) => stored(id)))).toEqual([1, 2, 3, 4].map((at) => mac(at)));
});

test('many devices at once: one reading for all, each with its result, in the requested order', async () => {
  const ips = Array.from({ length: 20 }, (_, at) => `10.250.77.${String(at + 1)}`);
  await using router = await aBackend(
    pages(
      ips.map((ip, at) => row(ip, `2c:26:17:00:01:${String(at + 10)}`)),
      [],
    ),
  );
  await put([aRouter('r', router.url)]);
  const ids = await Promise.all(ips.map((ip) => aHeadsetAt(ip)));
  const away = await aHeadsetAt('10.250.78.1');
  const unseen = await aHeadsetAt(null);

  const { status: code, body } = await resolveMany([...ids, away, 'nobody', unseen, ids[0] ?? '']);

  expect(code).toBe(200);
  expect(body.slice(0, 20).map(({ id, success, resolved }) => [id, success, resolved?.ip])).toEqual(
    ids.map((id, at) => [id, true, ips[at]]),
  );
  expect(body.slice(20)).toMatchObject([
    { id: away, success: false, error: { code: 'MAC_NOT_RESOLVED' } },
    { id: 'nobody', success: false, error: { code: 'DEVICE_NOT_FOUND' } },
    { id: unseen, success: false, error: { code: 'LAN_ADDRESS_UNKNOWN' } },
    { id: ids[0], success: true },
  ]);
  expect(router.received.map(({ path }) => path)).toEqual(['/rest/ip/arp', '/rest/ip/dhcp-server/lease']);
  expect((await resolveMany(Array.from({ length: MAX_BULK_IDS + 1 }, () => 'nobody'))).status).toBe(413);
});

test('thirty headsets looked up one by one cost the router one reading', async () => {
  const ips = Array.from({ length: 30 }, (_, at) => `10.250.77.${String(at + 1)}`);
  await using router = await aBackend(
    pages(
      ips.map((ip, at) => row(ip, `2c:26:17:00:02:${String(at + 10)}`)),
      [],
    ),
  );
  await put([aRouter('r', router.url)]);
  const ids = await Promise.all(ips.map((ip) => aHeadsetAt(ip)));

  const answers = await Promise.all(ids.map((id) => resolve(id)));

  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  expect(router.received).toHaveLength(2);
});

test('if no router knows it is 404, nothing is stored, and one that refuses the password is not asked again', async () => {
  await using refusing = await aBackend(status(401));
  await using off = await aBackend(serving(mikrotikPages));
  await put([
    aRouter('refusing', refusing.url),
    aRouter('off', off.url, { isEnabled: false }),
    aRouter('away', 'http://127.0.0.1:1'),
    aRouter('forbidden', off.url.replace('127.0.0.1', 'localhost'), { allowsOtherNetworks: false }),
  ]);
  const deviceId = await aHeadsetAt(HEADSET.ip);

  expect(await resolve(deviceId)).toMatchObject(refused(404, 'MAC_NOT_RESOLVED'));
  expect(await resolve(deviceId)).toMatchObject(refused(404, 'MAC_NOT_RESOLVED'));

  expect(await stored(deviceId)).toBeNull();
  expect(refusing.received).toHaveLength(1);
  expect(off.connections).toBe(0);
});

test('a list added after an unsuccessful lookup is used at once', async () => {
  await put([]);
  const deviceId = await aHeadsetAt('10.250.77.9');
  expect(await resolve(deviceId)).toMatchObject(refused(404, 'MAC_NOT_RESOLVED'));
  await put([{ id: 'list', kind: 'csv', label: 'List', csv: '10.250.77.9,da:a1:19:00:00:01' }]);

  expect((await resolve(deviceId)).body).toMatchObject({ source: 'list', isRandomised: true });
});

test('another organisation’s routers are not asked for a device, nor its devices resolved', async () => {
  const other = await station.enterprise();
  await put([]);
  await put(
    [{ id: 'list', kind: 'csv', label: 'Theirs', csv: '10.250.77.10,2c:26:17:00:00:0a' }],
    other.token,
  );
  const deviceId = await aHeadsetAt('10.250.77.10');

  expect(await resolve(deviceId)).toMatchObject(refused(404, 'MAC_NOT_RESOLVED'));
  expect((await resolveMany([deviceId], other.token)).body).toMatchObject([
    { id: deviceId, success: false, error: { code: 'DEVICE_NOT_FOUND' } },
  ]);
});

test('a bulk lookup publishes the headsets whose MAC address changed', async () => {
  await put([{ id: 'list', kind: 'csv', label: 'List', csv: '10.250.77.11,2c:26:17:00:00:0b' }]);
  const deviceId = await aHeadsetAt('10.250.77.11');
  await using updates = await station.stream(`/devices/${deviceId}/updates`);
  await updates.next('hello');

  await resolveMany([deviceId]);

  expect((await updates.next('device')).data).toMatchObject({ macAddress: '2C:26:17:00:00:0B' });
});
