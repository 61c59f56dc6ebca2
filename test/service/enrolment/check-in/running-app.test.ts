import { expect, test } from 'vitest';
import { z } from 'zod';

import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const HOUR_MS = 3_600_000;
const clock = ManualClock.atNoon();
const station = await aSharedStation({ clock });

async function aHeadset() {
  const { id, token } = await station.enrolled();
  return {
    beat: (...events: readonly object[]) =>
      station.call(updateDevice, { params: { deviceId: id }, token, body: { events } }),
    /** The foreground package in the fleet stream. */
    running: async (): Promise<unknown> => {
      await using wall = await station.stream('/station/updates?snapshot=true');
      await wall.next('live');
      const pieces = wall.events.filter(({ name }) => name === 'headsets');
      const items = pieces.flatMap(({ data }) =>
        z.array(z.record(z.string(), z.unknown())).parse(data['items']),
      );
      return items.find((item) => item['id'] === id)?.['runningPackage'];
    },
  };
}

function started(eventId: string, timestamp: number, packageName = 'com.example.app') {
  return { eventId, type: 'APP_STARTED', timestamp, payload: { packageName } };
}

function stopped(eventId: string, timestamp: number) {
  return { ...started(eventId, timestamp), type: 'APP_STOPPED' };
}

test('an app is in the foreground from its start to its stop', async () => {
  const headset = await aHeadset();
  const now = clock.now();

  await headset.beat(started('e1', now - 2_000));
  expect(await headset.running()).toBe('com.example.app');
  await headset.beat(stopped('e2', now - 1_000));
  expect(await headset.running()).toBeNull();
});

test('a repeated start does not bring back a stopped app', async () => {
  const headset = await aHeadset();
  const now = clock.now();
  await headset.beat(started('e1', now - 2_000));
  await headset.beat(stopped('e2', now - 1_000));

  await headset.beat(started('e1', now - 2_000));
  await headset.beat(started('e1', now - 2_000), { ...started('e3', now), type: 'OTHER' });

  expect(await headset.running()).toBeNull();
});

test('a start repeated by a headset whose clock is wrong does not bring the app back either', async () => {
  const headset = await aHeadset();
  await headset.beat(started('e1', 1_000));
  clock.advance(1_000);
  await headset.beat(stopped('e2', 2_000));
  clock.advance(1_000);

  await headset.beat(started('e1', 1_000), { ...started('e3', 3_000), type: 'OTHER' });

  expect(await headset.running()).toBeNull();
});

test('an older event that arrives late changes nothing', async () => {
  const headset = await aHeadset();
  const now = clock.now();
  await headset.beat(started('e2', now - 1_000, 'com.example.newer'));

  await headset.beat(started('e1', now - 5_000, 'com.example.older'), stopped('e0', now - 4_000));

  expect(await headset.running()).toBe('com.example.newer');
});

test('events of one heartbeat count in the order of their times, whatever the order in which they were sent', async () => {
  const headset = await aHeadset();
  const now = clock.now();

  await headset.beat(
    stopped('e3', now - 1_000),
    started('e2', now - 2_000),
    started('e1', now - 3_000, 'com.example.first'),
  );

  expect(await headset.running()).toBeNull();
});

test('of simultaneous events the one that arrived last counts', async () => {
  const headset = await aHeadset();
  const now = clock.now();

  await headset.beat(stopped('e1', now), started('e2', now));
  expect(await headset.running()).toBe('com.example.app');
  await headset.beat(stopped('e3', now));
  expect(await headset.running()).toBeNull();
});

test('a headset whose fast clock is corrected is followed at once', async () => {
  const headset = await aHeadset();
  await headset.beat(started('e1', clock.now() + 10 * HOUR_MS));
  clock.advance(60_000);

  await headset.beat(stopped('e2', clock.now() - 1_000));

  expect(await headset.running()).toBeNull();
});

test('the foreground app is followed correctly across a restart', async () => {
  const headset = await aHeadset();
  const now = clock.now();
  await headset.beat(started('e2', now - 1_000, 'com.example.newer'));

  await station.restart();
  await headset.beat(started('e1', now - 5_000, 'com.example.older'));

  expect(await headset.running()).toBe('com.example.newer');
});
