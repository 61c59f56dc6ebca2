import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import { deleteDevice, patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { aStation } from '../../../support/a-station.ts';
import { aClient } from './a-client.ts';

type Heard = readonly [id: string, name: string];

function anEar() {
  const all: Heard[] = [];
  return {
    all,
    heard: (id: string, { name }: { readonly name: string }): void => void all.push([id, name]),
    until: (holds: () => boolean) =>
      vi.waitFor(() => expect(holds()).toBe(true), { timeout: 30_000, interval: 5 }),
  };
}

/** Waits that are short, but take their time. */
const wait = async (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(Math.min(ms / 20, 500), undefined, { signal }).catch(() => undefined);

test('at a Muster central one stream tells of every device that is followed', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const slots = await central.slots(40);
  await using client = aClient(central, { wait });
  // The first answer says that it is one.
  await client.listDevices({ page: 1 });
  const ear = anEar();
  const following = client.follow(ear.heard);
  const [first, second, third, ...others] = slots.map(({ id }) => id);
  if (first === undefined || second === undefined || third === undefined) throw new TypeError('No slots');

  following.set([first, second, ...others]);
  await ear.until(() => ear.all.filter(([, name]) => name === 'opened').length === 39);
  await central.call(patchDevice, { params: { deviceId: second }, body: { label: 'New' } });
  await ear.until(() => ear.all.some(([id, name]) => id === second && name === 'device'));
  // One that is not followed is not told of; one that is from now on may have changed before.
  await central.call(patchDevice, { params: { deviceId: third }, body: { label: 'Unheard' } });
  following.set([first, second, third, ...others]);
  await ear.until(() => ear.all.some(([id]) => id === third));
  expect(ear.all.filter(([id]) => id === third)).toEqual([[third, 'opened']]);
  await central.call(deleteDevice, { params: { deviceId: first } });
  await ear.until(() => ear.all.some(([id, name]) => id === first && name === 'gone'));

  expect(client.sent.get('GET /station/updates')).toBe(1);
  expect(client.sent.get('GET /devices/{deviceId}/updates')).toBeUndefined();
  await following.stop();
});

test('a Muster central that starts again is followed again, and all is taken as unheard', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const [slot] = await central.slots(1);
  const id = slot?.id ?? '';
  await using client = aClient(central, { wait });
  await client.listDevices({ page: 1 });
  const ear = anEar();
  const following = client.follow(ear.heard);
  following.set([id]);
  await ear.until(() => ear.all.length === 1);
  await central.restart({ port: Number(new URL(central.url).port) });
  await ear.until(() => ear.all.length === 2);
  expect(ear.all).toEqual([
    [id, 'opened'],
    [id, 'opened'],
  ]);
  await following.stop();
});
