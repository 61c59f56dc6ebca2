import { expect, test } from 'vitest';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import {
  deleteDevice,
  getDevice,
  getDeviceByAndroidId,
  patchDevice,
} from '../../../../shared/contract/devices/devices.ts';
import { unenrollDevice } from '../../../../shared/contract/commands/commands.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { removeMetadata, setMetadata } from '../../../../shared/contract/devices/metadata.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const namespace = 'if-match';

/** Every write of one device by a person, with a body that changes it. */
const WRITES: readonly { readonly name: string; readonly endpoint: Endpoint; readonly body?: object }[] = [
  { name: 'PUT …/configure', endpoint: configureDevice, body: { volume: 5 } },
  { name: 'PATCH', endpoint: patchDevice, body: { label: 'Renamed' } },
  { name: 'PUT …/metadata/{namespace}', endpoint: setMetadata, body: { a: 2 } },
  { name: 'DELETE …/metadata/{namespace}', endpoint: removeMetadata },
  { name: 'POST …/unenroll', endpoint: unenrollDevice },
  { name: 'DELETE', endpoint: deleteDevice },
];

async function aDevice() {
  const headset = await station.enrolled();
  const params = { deviceId: headset.id, namespace };
  await station.call(setMetadata, { params, body: { a: 1 } });
  return { ...headset, params, etag: await etagOf(headset.id) };
}

async function etagOf(deviceId: string): Promise<string> {
  const { headers } = await station.call(getDevice, { params: { deviceId } });
  return headers.get('etag') ?? '';
}

test.each(WRITES)('$name with an outdated revision is refused: 409', async ({ endpoint, body }) => {
  const { id, params, etag } = await aDevice();
  await station.call(patchDevice, { params, body: { label: 'Meanwhile' } });
  const before = await station.call(getDevice, { params });

  const stale = await station.call(endpoint, { params, body, headers: { 'if-match': etag } });

  expect(stale).toMatchObject(refused(409, 'CONFLICT'));
  expect((await station.call(getDevice, { params })).body).toEqual(before.body);
  const fresh = { 'if-match': await etagOf(id) };
  expect((await station.call(endpoint, { params, body, headers: fresh })).status).toBe(200);
});

test.each(WRITES)(
  '$name without a condition, or with *, is served whatever changed meanwhile',
  async ({ endpoint, body }) => {
    for (const headers of [{}, { 'if-match': '*' }]) {
      const { params } = await aDevice();
      await station.call(patchDevice, { params, body: { label: 'Meanwhile' } });
      expect((await station.call(endpoint, { params, body, headers })).status).toBe(200);
    }
  },
);

test.each(WRITES)('$name refuses a condition that is not a device’s revision', async ({ endpoint, body }) => {
  const { params } = await aDevice();

  const answer = await station.call(endpoint, { params, body, headers: { 'if-match': 'yesterday' } });

  expect(answer).toMatchObject(refusedAt('header.if-match'));
});

test('one of several revisions that the caller has seen is enough', async () => {
  const { params, etag } = await aDevice();

  const answer = await station.call(patchDevice, {
    params,
    body: { label: 'One of them' },
    headers: { 'if-match': `"0", W/${etag}` },
  });

  expect(answer.status).toBe(200);
});

test('every answer with one device has the revision, and a headset’s report does not change it', async () => {
  const { id, androidId, token, params, etag } = await aDevice();

  await station.call(updateDevice, { params, token, body: { osVersion: '14', worn: true } });

  expect(await etagOf(id)).toBe(etag);
  const byAndroidId = await station.call(getDeviceByAndroidId, { params: { androidid: androidId } });
  expect(byAndroidId.headers.get('etag')).toBe(etag);
  const changed = await station.call(patchDevice, { params, body: { label: 'Next' } });
  expect(changed.headers.get('etag')).toBe(`"${changed.body.revision}"`);
  expect(changed.headers.get('etag')).not.toBe(etag);
});
