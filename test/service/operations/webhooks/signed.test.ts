import { expect, test } from 'vitest';

import { signatureHeader } from '../../../../main/service/operations/webhooks/signing.ts';
import {
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../../../shared/contract/operations/webhooks.ts';
import { aStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { isSignedWith, Receiver } from './a-receiver.ts';
import { aWebhook, report, untilDeliveries } from './support.ts';

const station = await aSharedStation();

test('signatures are those of the Standard Webhooks specification', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSec: 1_614_265_330,
    body: '{"test": 2432232314}',
  };

  const header = signatureHeader(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']);

  // Source: test vector of the libraries of standardwebhooks.com.
  expect(header).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a delivery is a POST of JSON, signed and dated, and is recorded as delivered', async () => {
  await using receiver = await Receiver.open();
  receiver.replyOnce((response) => response.writeHead(202).end('taken'));
  const { id, secret } = await aWebhook(station, { url: `${receiver.url}?for=me`, types: ['event.A'] });
  const headset = await station.enrolled();

  await report(station, headset, 'A');

  const [delivery] = await receiver.arrived(1);
  expect(delivery).toMatchObject({
    type: 'event.A',
    data: { deviceId: headset.id, eventId: 'A-0', type: 'A', payload: { index: 0 } },
    path: '/hook?for=me',
    headers: { 'content-type': 'application/json', 'user-agent': 'Muster-Webhooks' },
  });
  if (delivery === undefined) throw new Error('Nothing arrived');
  expect(isSignedWith(delivery, secret)).toBe(true);
  expect(Math.abs(Number(delivery.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
  await untilDeliveries(station, id, [
    {
      id: delivery.id,
      type: 'event.A',
      status: 'delivered',
      attempts: 1,
      lastStatus: 202,
      lastError: null,
      responseExcerpt: 'taken',
      nextAttemptAt: null,
    },
  ]);
});

test('a test sends a ping, whatever the webhook subscribes to', async () => {
  await using receiver = await Receiver.open();
  const { id, secret } = await aWebhook(station, { url: receiver.url, types: ['device.removed'] });

  const { status, body } = await station.call(testWebhook, { params: { webhookId: id } });

  expect(status).toBe(200);
  expect(body).toMatchObject({ type: 'ping', status: 'pending', attempts: 0 });
  const [ping] = await receiver.arrived(1);
  expect(ping).toMatchObject({ id: body.id, type: 'ping', data: { webhookId: id } });
  expect(ping !== undefined && isSignedWith(ping, secret)).toBe(true);
});

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const clock = new ManualClock();
  await using rotating = await aStation({ clock });
  await using receiver = await Receiver.open();
  const { id, secret: old } = await aWebhook(rotating, { url: receiver.url });
  const params = { webhookId: id };
  const ping = () => rotating.call(testWebhook, { params });

  const { body } = await rotating.call(rotateWebhookSecret, { params });
  expect(body.secret).toMatch(/^whsec_/);
  expect(body.secret).not.toBe(old);
  await ping();
  const [both] = await receiver.arrived(1);
  clock.advance(24 * 60 * 60 * 1_000);
  await ping();
  const [, one] = await receiver.arrived(2);

  if (both === undefined || one === undefined) throw new Error('Nothing arrived');
  expect(isSignedWith(both, old)).toBe(true);
  expect(isSignedWith(both, body.secret)).toBe(true);
  expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  expect(isSignedWith(one, body.secret)).toBe(true);
  expect(one.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  const { body: shown } = await rotating.call(updateWebhook, { params, body: {} });
  expect(shown).toMatchObject({ previousSecretUntil: null });
});

test('rotating twice deletes the first secret immediately', async () => {
  await using receiver = await Receiver.open();
  const { id, secret: leaked } = await aWebhook(station, { url: receiver.url, types: ['event.NONE'] });
  const params = { webhookId: id };
  await station.call(rotateWebhookSecret, { params });
  await station.call(rotateWebhookSecret, { params });

  await station.call(testWebhook, { params });

  const [ping] = await receiver.arrived(1);
  if (ping === undefined) throw new Error('Nothing arrived');
  expect(isSignedWith(ping, leaked)).toBe(false);
});
