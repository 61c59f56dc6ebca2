import { expect, test } from 'vitest';

import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

async function aHeadset() {
  const { id, token } = await station.enrolled();
  const params = { deviceId: id };
  return {
    id,
    reports: async (...installedPackages: readonly object[]) => {
      const { status } = await station.call(updateDevice, { params, token, body: { installedPackages } });
      expect(status).toBe(200);
    },
    changes: async () => {
      const query = { type: 'INVENTORY_CHANGED' };
      const { body } = await station.call(listEvents, { params, query });
      return body.items.map(({ payload }) => payload);
    },
  };
}
const pack = (packageName: string, versionCode: number) => ({ packageName, versionCode });

test('installed, changed and removed packages are in the history of the headset, newest first', async () => {
  const headset = await aHeadset();

  await headset.reports(pack('a', 1), pack('b', 1), pack('c', 1));
  await headset.reports(pack('c', 1), pack('d', 1), pack('b', 2));

  expect(await headset.changes()).toEqual([
    {
      installed: [pack('d', 1)],
      updated: [{ ...pack('b', 2), from: 1 }],
      removed: [pack('a', 1)],
      counts: { installed: 1, updated: 1, removed: 1 },
    },
    {
      installed: [pack('a', 1), pack('b', 1), pack('c', 1)],
      updated: [],
      removed: [],
      counts: { installed: 3, updated: 0, removed: 0 },
    },
  ]);
});

test('the same packages again, even in another order, are no change', async () => {
  const headset = await aHeadset();
  await headset.reports(pack('a', 1), pack('b', 1));

  await headset.reports(pack('a', 1), pack('b', 1));
  await headset.reports(pack('b', 1), pack('a', 1));

  expect(await headset.changes()).toHaveLength(1);
});

test('a list too long for one event is cut, and the event states its length', async () => {
  const headset = await aHeadset();

  await headset.reports(...Array.from({ length: 120 }, (_, index) => pack(`p${index}`, 1)));

  const [change] = await headset.changes();
  expect(change?.['installed']).toHaveLength(50);
  expect(change?.['counts']).toEqual({ installed: 120, updated: 0, removed: 0 });
});

test('screens hear of other apps on a headset, once, and of nothing else that it reports', async () => {
  const headset = await aHeadset();
  const other = await aHeadset();
  await using wall = await station.stream('/station/updates', station.token);
  await wall.next('hello');

  await headset.reports(pack('a', 1));
  await headset.reports(pack('a', 1));
  await headset.reports(pack('a', 2));
  await other.reports(pack('a', 1));
  await wall.next('contents', ({ id }) => id === other.id);

  const contents = wall.events.filter(({ name }) => name === 'contents').map(({ data }) => data);
  expect(contents).toEqual([headset, headset, other].map(({ id }) => ({ id })));
});
