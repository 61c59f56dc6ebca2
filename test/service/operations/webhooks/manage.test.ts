import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../../../shared/contract/operations/webhooks.ts';
import { anyText } from '../../../support/any-value.ts';
import { aStation } from '../../../support/a-station.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { Receiver } from './a-receiver.ts';
import { aWebhook, untilDeliveries } from './support.ts';

const station = await aSharedStation();
const url = 'https://receiver.example/hook';
const ofOne: readonly Endpoint[] = [
  getWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
];
const nowhere = { webhookId: 'no-such-webhook' };

test('a webhook is created, read, listed, changed and removed; its secret is shown once', async () => {
  const { token } = await station.enterprise();
  const made = await station.call(createWebhook, {
    body: { url, label: 'School', types: ['device.*', 'event.A'] },
    token,
  });
  expect(made).toMatchObject({
    status: 200,
    body: {
      url,
      label: 'School',
      types: ['device.*', 'event.A'],
      isActive: true,
      switchedOffBy: null,
      previousSecretUntil: null,
      waiting: 0,
      droppedCount: 0,
      lastDeliveredAt: null,
      failingSince: null,
    },
  });
  expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

  const { secret: _, ...shown } = made.body;
  const params = { webhookId: made.body.id };
  expect((await station.call(getWebhook, { params, token })).body).toEqual(shown);
  expect((await station.call(listWebhooks, { token })).body).toEqual({ items: [shown] });

  const change = { label: null, isActive: false };
  const changed = await station.call(updateWebhook, { params, body: change, token });
  expect(changed.body).toEqual({ ...shown, ...change });
  expect((await station.call(updateWebhook, { params, body: { types: null }, token })).body).toEqual({
    ...shown,
    ...change,
    types: null,
  });

  expect(await station.call(deleteWebhook, { params, token })).toMatchObject({
    status: 200,
    body: { id: made.body.id, success: true },
  });
  expect((await station.call(listWebhooks, { token })).body).toEqual({ items: [] });
});

test('an unknown webhook is not found', async () => {
  const unknown = refused(404, 'WEBHOOK_NOT_FOUND');
  for (const endpoint of ofOne)
    expect(await station.call(endpoint, { params: nowhere })).toMatchObject(unknown);
  expect(await station.call(updateWebhook, { params: nowhere, body: {} })).toMatchObject(unknown);
  const delivery = { ...nowhere, deliveryId: 'no-such-delivery' };
  expect(await station.call(retryDelivery, { params: delivery })).toMatchObject(unknown);
  const { id } = await aWebhook(station, { url, isActive: false });
  const params = { webhookId: id, deliveryId: 'no-such-delivery' };
  expect(await station.call(retryDelivery, { params })).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('another organisation’s webhooks do not exist, even for the station’s own organisation', async () => {
  const { token } = await station.enterprise();
  const { id } = await aWebhook(station, { url, isActive: false }, token);
  const mine = await aWebhook(station, { url, isActive: false });

  for (const [webhookId, asker] of [
    [id, station.token],
    [mine.id, token],
  ] as const) {
    const params = { webhookId };
    for (const endpoint of ofOne)
      expect(await station.call(endpoint, { params, token: asker })).toMatchObject(
        refused(404, 'WEBHOOK_NOT_FOUND'),
      );
  }
  const list = await station.call(listWebhooks, { token });
  expect(list.body.items.map((each) => each.id)).toEqual([id]);
});

test('a delivery of another webhook is not found under this one', async () => {
  await using receiver = await Receiver.open();
  const one = await aWebhook(station, { url: receiver.url, types: ['event.NONE'] });
  const other = await aWebhook(station, { url: receiver.url, types: ['event.NONE'] });
  const ping = await station.call(testWebhook, { params: { webhookId: one.id } });

  const params = { webhookId: other.id, deliveryId: ping.body.id };
  expect(await station.call(retryDelivery, { params })).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('a token without an organisation has no webhooks', async () => {
  const token = await station.issue({ enterpriseId: null });

  expect(await station.call(listWebhooks, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await station.call(createWebhook, { body: { url }, token })).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
});

test.each([
  'not an address',
  '/hook',
  '//receiver.example/hook',
  'ftp://receiver.example/hook',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://',
  'https://user:secret@receiver.example/hook',
  'https://user@receiver.example/hook',
  'http://169.254.169.254/latest/meta-data',
  'http://169.254.0.1:8080',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://[fe80::1]/hook',
  'http://[febf::1]/hook',
  'http://[::ffff:169.254.169.254]/hook',
  'http://[fd00:ec2::254]/hook',
])('the address %s is refused, on creation and on change', async (wrong) => {
  const { id } = await aWebhook(station, { url, isActive: false }, (await station.enterprise()).token);
  expect(id).toEqual(anyText);

  expect(await station.call(createWebhook, { body: { url: wrong } })).toMatchObject(refusedAt('url'));
  const params = { webhookId: id };
  expect(await station.call(updateWebhook, { params, body: { url: wrong } })).toMatchObject(refusedAt('url'));
});

test('a station sends to its LAN and to itself, a central does neither', async () => {
  await using central = await aStation({ role: 'central' });
  for (const near of [
    'http://127.0.0.1:9/',
    'http://192.168.1.20/hook',
    'http://10.0.0.7/',
    'http://[fd12::1]/',
  ]) {
    const body = { url: near, isActive: false };
    expect((await station.call(createWebhook, { body })).status).toBe(200);
    expect(await central.call(createWebhook, { body })).toMatchObject(refusedAt('url'));
  }
});

test('unknown types are refused with their path', async () => {
  const body = { url, types: ['device.*', 'device.enroled'] };

  expect(await station.call(createWebhook, { body })).toMatchObject(refusedAt('types.1'));
  expect(await station.call(createWebhook, { body: { url, types: [] } })).toMatchObject(refusedAt('types'));
});

test('an organisation has at most 20 webhooks', async () => {
  const { token } = await station.enterprise();
  const made = await Promise.all(
    Array.from({ length: 25 }, () => station.call(createWebhook, { body: { url, isActive: false }, token })),
  );

  expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(made.find(({ status }) => status !== 200)).toMatchObject(refused(409, 'CONFLICT'));
});

test('deliveries are listed in pages, newest first', async () => {
  await using receiver = await Receiver.open();
  const { id } = await aWebhook(station, { url: receiver.url, types: ['event.NONE'] });
  const params = { webhookId: id };
  const pings: string[] = [];
  for (let index = 0; index < 5; index += 1)
    pings.push((await station.call(testWebhook, { params })).body.id);
  await receiver.arrived(5);

  const page = async (number: string) =>
    (await station.call(listDeliveries, { params, query: { page: number, limit: '2' } })).body;

  const pages = [await page('1'), await page('2'), await page('3'), await page('4')];
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1, 0]);
  expect(pages.every(({ total }) => total === 5)).toBe(true);
  expect(pages.flatMap(({ items }) => items.map((each) => each.id))).toEqual(pings.toReversed());
  const badPage = await station.call(listDeliveries, { params, query: { limit: '101' } });
  expect(badPage).toMatchObject(refusedAt('query.limit'));
});

test('the signing secret is nowhere in the store, the log of the store or an answer', async () => {
  await using own = await aStation();
  await using receiver = await Receiver.open();
  const { id, secret: first } = await aWebhook(own, { url: receiver.url });
  const params = { webhookId: id };
  const rotated = await own.call(rotateWebhookSecret, { params });
  await own.call(testWebhook, { params });
  await receiver.arrived(1);
  await untilDeliveries(own, id, [{ status: 'delivered' }]);

  const answers = [
    await own.call(getWebhook, { params }),
    await own.call(listWebhooks),
    await own.call(listDeliveries, { params }),
    await own.call(updateWebhook, { params, body: { label: 'x' } }),
  ];
  const files = readdirSync(own.folder).filter((name) => name.startsWith('muster.db'));
  const stored = files.map((name) => readFileSync(join(own.folder, name), 'latin1')).join('');
  for (const secret of [first, rotated.body.secret]) {
    const key = secret.replace('whsec_', '');
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(key);
    expect(stored).not.toContain(key);
    expect(
      receiver.received.map(({ body, headers }) => body + JSON.stringify(headers)).join(''),
    ).not.toContain(key);
  }
  expect(stored).toContain(id);
});
