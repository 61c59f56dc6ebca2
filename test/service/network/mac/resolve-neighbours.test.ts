import { expect, test } from 'vitest';

import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { createSlots } from '../../../../shared/contract/operations/station.ts';
import { anyText } from '../../../support/any-value.ts';
import { refused } from '../../../support/refused.ts';
import { type ServedStation, serveStation } from '../../../support/served-station.ts';
import { aFolder } from '../../../support/temp-folder.ts';
import { HEADSET_MAC, TwoHosts } from '../../../support/two-hosts.ts';

/** A headset enrolled over the cable. */
function enrol(hosts: TwoHosts, { url, token }: ServedStation): { id: string; token: string } {
  const made = hosts.send('station', {
    method: createSlots.method,
    url: url + createSlots.path,
    token,
    body: { count: 1, labelPrefix: 'A-' },
  }).body as { items: { enrollmentToken: string }[] };
  const enrollmentToken = made.items[0]?.enrollmentToken ?? '';
  const body = { enrollmentToken, androidId: 'headset-on-a-cable' };
  const enrolled = hosts.send('headset', { method: 'POST', url: url + enrolDevice.path, token, body });
  const { id, accessToken } = enrolled.body as { id: string; accessToken: string };
  return { id, token: accessToken };
}

test(
  'the station finds its neighbours in its own table, probes the missing ones, and marks randomised addresses',
  { timeout: 180_000 },
  async ({ skip }) => {
    const obstacle = TwoHosts.obstacle();
    if (obstacle !== undefined) return skip(obstacle);
    using folder = aFolder();
    using hosts = new TwoHosts();
    const station = await serveStation(folder.path, ['--host', hosts.stationIp], hosts.throughStation);
    const { url, token } = station;
    try {
      const headset = enrol(hosts, station);
      const device = `${url}/devices/${headset.id}`;
      const resolve = () => hosts.send('station', { method: 'POST', url: `${device}/resolve-mac`, token });
      const beat = hosts.send('headset', { method: 'PUT', url: device, token: headset.token, body: {} });
      expect(beat.status).toBe(200);

      // It has just reported, so it is in the table.
      const found = {
        status: 200,
        body: {
          deviceId: headset.id,
          macAddress: HEADSET_MAC.toUpperCase(),
          ip: hosts.headsetIp,
          source: 'station',
          routerId: null,
          resolvedAt: anyText,
          isRandomised: false,
        },
      };
      expect(resolve()).toEqual(found);
      const record = hosts.send('station', { method: 'GET', url: device, token });
      expect(record.body).toMatchObject({ macAddress: HEADSET_MAC.toUpperCase() });

      hosts.clearNeighbours();
      expect(resolve()).toEqual({ status: 200, body: { ...found.body, resolvedAt: anyText } });

      hosts.changeHeadsetMac('da:a1:19:00:00:01');
      const requested = { method: 'POST', url: `${device}/resolve-mac`, token };
      const received = hosts.follow(`${device}/updates`, requested, 'macAddress');
      expect(received).toContain(`event: device`);
      expect(received).toContain('"macAddress":"DA:A1:19:00:00:01"');
      expect(resolve()).toMatchObject({
        status: 200,
        body: { macAddress: 'DA:A1:19:00:00:01', isRandomised: true },
      });

      hosts.unplugHeadset();
      expect(resolve()).toMatchObject(refused(404, 'MAC_NOT_RESOLVED'));
      expect(hosts.send('station', { method: 'GET', url: device, token }).body).toMatchObject({
        macAddress: 'DA:A1:19:00:00:01',
      });
    } finally {
      await station.kill();
    }
  },
);
