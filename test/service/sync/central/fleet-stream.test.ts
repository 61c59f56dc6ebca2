import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import { deleteDevice, patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { aStation } from '../../../support/a-station.ts';
import { aClient } from './a-client.ts';
import { aFreePort } from '../../../support/free-port.ts';

type LoggedEvent = readonly [id: string, name: string];

function anEventLog() {
  const all: LoggedEvent[] = [];
  return {
    all,
    onEvent: (id: string, { name }: { readonly name: string }): void => void all.push([id, name]),
    until: (holds: () => boolean) =>
      vi.waitFor(() => expect(holds()).toBe(true), { timeout: 120_000, interval: 5 }),
  };
}

/** Short waits that really take time. */
const wait = async (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(Math.min(ms / 20, 500), undefined, { signal }).catch(() => undefined);

test('at a Muster central one stream publishes every followed device', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const slots = await central.slots(40);
  await using client = aClient(central, { wait });
  // The first answer shows that it is a Muster central.
  await client.listDevices({ page: 1 });
  const log = anEventLog();
  const following = client.follow(log.onEvent);
  const [first, second, third, ...others] = slots.map(({ id }) => id);
  if (first === undefined || second === undefined || third === undefined) throw new TypeError('No slots');

  following.set([first, second, ...others]);
  await log.until(() => log.all.filter(([, name]) => name === 'opened').length === 39);
  await central.call(patchDevice, { params: { deviceId: second }, body: { label: 'New' } });
  await log.until(() => log.all.some(([id, name]) => id === second && name === 'device'));
  // A device that is not followed causes no event; one that is followed from now on may have changed before.
  await central.call(patchDevice, { params: { deviceId: third }, body: { label: 'Unheard' } });
  following.set([first, second, third, ...others]);
  await log.until(() => log.all.some(([id]) => id === third));
  expect(log.all.filter(([id]) => id === third)).toEqual([[third, 'opened']]);
  await central.call(deleteDevice, { params: { deviceId: first } });
  await log.until(() => log.all.some(([id, name]) => id === first && name === 'gone'));

  expect(client.sent.get('GET /station/updates')).toBe(1);
  expect(client.sent.get('GET /devices/{deviceId}/updates')).toBeUndefined();
  await following.stop();
});

test('a Muster central that restarts is followed again, and every device is read again', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0, port: await aFreePort() });
  const [slot] = await central.slots(1);
  const id = slot?.id ?? '';
  await using client = aClient(central, { wait });
  await client.listDevices({ page: 1 });
  const log = anEventLog();
  const following = client.follow(log.onEvent);
  following.set([id]);
  await log.until(() => log.all.length === 1);
  await central.restart();
  await log.until(() => log.all.length === 2);
  expect(log.all).toEqual([
    [id, 'opened'],
    [id, 'opened'],
  ]);
  await following.stop();
});
