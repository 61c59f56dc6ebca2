import { expect, test } from 'vitest';

import { configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { listHeadsetsBehind } from '../../../../shared/contract/statistics/statistics-behind.ts';
import { refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const APP = {
  id: 'volcano',
  packageName: 'org.lumiere.volcano',
  codeVersion: 3,
  url: 'https://files.example/volcano-3.apk',
};

const station = await aSharedStation();
const headsets = [await station.enrolled(), await station.enrolled(), await station.enrolled()];
const [one, two, three] = headsets.map(({ id }) => id);

async function report(place: number, body: object): Promise<void> {
  const { id, token } = headsets[place] ?? { id: '', token: '' };
  await station.call(updateDevice, { params: { deviceId: id }, token, body });
}

async function behind(query: Readonly<Record<string, string>>, token = station.token): Promise<string[]> {
  const { body } = await station.call(listHeadsetsBehind, { query, token });
  return body.ids;
}

const sorted = (...ids: readonly (string | undefined)[]): string[] => ids.map(String).toSorted();

test('the headsets behind a version, a licence, a package and a content are listed', async () => {
  const used = { packageName: APP.packageName };
  const startedAt = Date.now() - 3_600_000;
  await report(0, {
    osVersion: '5.9.3',
    mdmInfo: { codeVersion: 120, labelVersion: '1.2.0', isDeviceOwner: true },
    installedPackages: [{ packageName: APP.packageName, versionCode: 3 }],
    events: [{ eventId: 'start', type: 'APP_STARTED', timestamp: startedAt, payload: used }],
  });
  await report(1, {
    osVersion: '5.9.4',
    installedPackages: [{ packageName: APP.packageName, versionCode: 2 }],
  });
  await station.call(configureDevices, {
    body: { devicesId: [one, two, three], settings: { applications: [APP] } },
  });
  const license = { level: 'school', status: 'active' };
  await station.call(patchDevice, { params: { deviceId: three ?? '' }, body: { license } });

  expect(await behind({ of: 'osVersion', value: '5.9.3' })).toEqual(sorted(one));
  expect(await behind({ of: 'osVersion' })).toEqual(sorted(three));
  expect(await behind({ of: 'agentVersion', value: '1.2.0' })).toEqual(sorted(one));
  expect(await behind({ of: 'licenceLevel', value: 'school' })).toEqual(sorted(three));
  expect(await behind({ of: 'licenceStatus' })).toEqual(sorted(one, two));
  expect(await behind({ of: 'package', value: APP.packageName })).toEqual(sorted(one, two));
  expect(await behind({ of: 'package', value: APP.packageName, versionCode: '2' })).toEqual(sorted(two));
  expect(await behind({ of: 'package', value: APP.packageName, versionCode: 'unknown' })).toEqual([]);
  expect(await behind({ of: 'content', value: 'volcano' })).toEqual(sorted(one, two, three));
  expect(await behind({ of: 'content', value: 'volcano', counted: 'installed' })).toEqual(sorted(one));
  expect(await behind({ of: 'content', value: 'volcano', counted: 'outdated' })).toEqual(sorted(two));
  expect(await behind({ of: 'content', value: 'volcano', counted: 'pending' })).toEqual(sorted(three));
  expect(await behind({ of: 'used', value: APP.packageName })).toEqual(sorted(one));
  expect(await behind({ of: 'anyUse' })).toEqual(sorted(one));
  expect(await behind({ of: 'availability', value: 'available' })).toEqual(sorted(one, two));
  expect(await behind({ of: 'availability', value: 'unavailable' })).toEqual(sorted(three));
  const to = new Date(startedAt - 86_400_000).toISOString();
  expect(await behind({ of: 'used', value: APP.packageName, to })).toEqual([]);
  expect(await behind({ of: 'anyUse', to })).toEqual([]);
});

test('another organisation sees none of them, and an unknown figure is refused', async () => {
  const other = await station.enterprise();

  expect(await behind({ of: 'package', value: APP.packageName }, other.token)).toEqual([]);
  expect(await behind({ of: 'used', value: APP.packageName }, other.token)).toEqual([]);
  expect(await station.call(listHeadsetsBehind, { query: { of: 'weight' } })).toMatchObject(
    refusedAt('query.of'),
  );
});
