import { expect, test } from 'vitest';

import { getDevice, listDevices } from '../../../shared/contract/devices/devices.ts';
import { createSlots } from '../../../shared/contract/operations/station.ts';
import { aStation } from '../../support/a-station.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

test('slots are named by prefix and padded number, in order, each with its own id and enrolment token', async () => {
  const { status, body } = await station.call(createSlots, {
    body: { count: 3, labelPrefix: 'Cart B ', start: 9, pad: 3 },
  });

  expect(status).toBe(200);
  expect(body.items.map(({ label }) => label)).toEqual(['Cart B 009', 'Cart B 010', 'Cart B 011']);
  expect(new Set(body.items.map(({ id }) => id)).size).toBe(3);
  expect(new Set(body.items.map(({ enrollmentToken }) => enrollmentToken)).size).toBe(3);
  for (const { id } of body.items) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});

test('numbering begins at 1 with two digits by default', async () => {
  const { body } = await station.call(createSlots, { body: { count: 2, labelPrefix: 'A-' } });

  expect(body.items.map(({ label }) => label)).toEqual(['A-01', 'A-02']);
});

test('five hundred slots are created at once, five hundred and one are refused', async () => {
  await using empty = await aStation();

  const tooMany = await empty.call(createSlots, { body: { count: 501, labelPrefix: 'A-' } });
  const none = await empty.call(listDevices);
  const max = await empty.call(createSlots, { body: { count: 500, labelPrefix: 'A-', pad: 3 } });
  const all = await empty.call(listDevices);

  expect(tooMany).toMatchObject(refusedAt('count'));
  expect(none.body.total).toBe(0);
  expect(max.body.items).toHaveLength(500);
  expect(all.body.total).toBe(500);
});

test('zero slots, or no number, is refused', async () => {
  expect(await station.call(createSlots, { body: { count: 0, labelPrefix: 'A-' } })).toMatchObject(
    refusedAt('count'),
  );
  expect(await station.call(createSlots, { body: {} })).toMatchObject(refusedAt('count', 'labelPrefix'));
});

test('a slot for a known model has that model from the beginning', async () => {
  const { body } = await station.call(createSlots, {
    body: { count: 1, labelPrefix: 'A-', type: 'PICO 4 Enterprise' },
  });

  const { body: device } = await station.call(getDevice, { params: { deviceId: body.items[0]?.id ?? '' } });
  expect(device.type).toMatchObject({ name: 'PICO 4 Enterprise', brand: 'pico' });
});

test('slots of a cart have the cart, their shelf and their position; further ones are appended', async () => {
  const cart = { id: 'cart-7', label: 'Cart 7', shelves: 2 };

  const first = await station.call(createSlots, { body: { count: 4, labelPrefix: 'C-', cart } });
  const more = await station.call(createSlots, { body: { count: 1, labelPrefix: 'C-', start: 5, cart } });

  const slots = await Promise.all(
    [...first.body.items, ...more.body.items].map(async ({ id }) => {
      const { body } = await station.call(getDevice, { params: { deviceId: id } });
      return body.metadata['muster'];
    }),
  );
  expect(slots[0]).toMatchObject({ group: { id: 'cart-7', label: 'Cart 7' }, shelf: 1, place: 1 });
  expect(slots[3]).toMatchObject({ shelf: 2, place: 4 });
  expect(slots[4]).toMatchObject({ place: 5 });
});

test('a token without an organisation creates no slots', async () => {
  const token = await station.issue({ enterpriseId: null });

  const answer = await station.call(createSlots, { body: { count: 1, labelPrefix: 'A-' }, token });

  expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('an empty model is refused', async () => {
  const answer = await station.call(createSlots, { body: { count: 1, labelPrefix: 'A-', type: '' } });

  expect(answer).toMatchObject(refusedAt('type'));
});
