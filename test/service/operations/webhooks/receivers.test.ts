import { expect, test } from 'vitest';

import { receiverPolicy } from '../../../../main/service/operations/webhooks/address.ts';
import { openSender } from '../../../../main/service/operations/webhooks/send.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { Receiver, type Reply } from './a-receiver.ts';
import { aWebhook, report, untilDeliveries } from './support.ts';

const station = await aSharedStation();
const body = JSON.stringify({ type: 'ping', timestamp: '', data: {} });

/** Sends once with a timeout of `timeoutMs`. */
async function sendOnce(url: string, timeoutMs: number, role: 'station' | 'central' = 'station') {
  const sender = openSender(receiverPolicy(role), timeoutMs);
  try {
    const headers = { 'content-type': 'application/json' };
    return await sender.send({ url, headers, body, signal: new AbortController().signal });
  } finally {
    await sender.close();
  }
}

test('a receiver that does not answer in time, or not completely, is aborted', async () => {
  await using receiver = await Receiver.open();
  receiver.replyOnce('hang', (response) => response.writeHead(200).write('half of it'));

  expect(await sendOnce(receiver.url, 100)).toEqual({ error: 'TIMEOUT' });
  expect(await sendOnce(receiver.url, 100)).toEqual({ error: 'TIMEOUT' });
});

test('an unreachable receiver, and a broken connection, have the network’s error code', async () => {
  const receiver = await Receiver.open();
  receiver.replyOnce((response) => response.destroy());
  const cut = await sendOnce(receiver.url, 5_000);
  expect(['UND_ERR_SOCKET', 'ECONNRESET']).toContain('error' in cut ? cut.error : cut.status);
  await receiver[Symbol.asyncDispose]();

  expect(await sendOnce(receiver.url, 5_000)).toEqual({ error: 'ECONNREFUSED' });
});

test('an endless answer is not read to its end', async () => {
  await using receiver = await Receiver.open();
  let written = 0;
  receiver.replyOnce((response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384;
    };
    response.on('drain', more).on('error', () => undefined);
    more();
  });

  const sent = await sendOnce(receiver.url, 10_000);

  expect(sent).toMatchObject({ status: 200, bodyExcerpt: 'x'.repeat(1_024) });
  expect(written).toBeLessThan(64 * 1_024 * 1_024);
});

test('a redirect is not followed', async () => {
  await using elsewhere = await Receiver.open();
  await using receiver = await Receiver.open();
  receiver.replyOnce((response) => response.writeHead(302, { location: elsewhere.url }).end());

  expect(await sendOnce(receiver.url, 5_000)).toMatchObject({ status: 302 });
  expect(elsewhere.received).toEqual([]);
});

test('an answer that is not text is stored as text', async () => {
  await using receiver = await Receiver.open();
  receiver.replyOnce((response) => response.writeHead(200).end(Buffer.from([0, 0xff, 0xfe, 0x41])));

  const sent = await sendOnce(receiver.url, 5_000);

  expect('bodyExcerpt' in sent && sent.bodyExcerpt.isWellFormed() && !sent.bodyExcerpt.includes('\0')).toBe(
    true,
  );
});

test('a name is checked by its addresses', async () => {
  await using receiver = await Receiver.open();
  const byName = receiver.url.replace('127.0.0.1', 'localhost');

  expect(await sendOnce(byName, 5_000, 'central')).toEqual({ error: 'ADDRESS_REFUSED' });
  expect(await sendOnce(receiver.url, 5_000, 'central')).toEqual({ error: 'ADDRESS_REFUSED' });
  expect(await sendOnce(byName, 5_000)).toMatchObject({ status: 204 });
  expect(receiver.received).toHaveLength(1);
});

test('silent receivers do not delay others', async () => {
  const silent: Reply = 'hang';
  const receivers = await Promise.all(Array.from({ length: 7 }, () => Receiver.open()));
  for (const each of receivers) each.reply(silent);
  await using quick = await Receiver.open();
  const types = ['event.SLOW'];
  for (const { url } of receivers) await aWebhook(station, { url, types });
  const { id } = await aWebhook(station, { url: quick.url, types });
  const headset = await station.enrolled();

  await report(station, headset, 'SLOW', 'SLOW', 'SLOW');

  await quick.arrived(3);
  await untilDeliveries(
    station,
    id,
    Array.from({ length: 3 }, () => ({ status: 'delivered' })),
  );
  await Promise.all(receivers.map((each) => each.arrived(1)));
  // Each gets one delivery at a time, however often it is triggered.
  for (const { received } of receivers) expect(new Set(received.map((each) => each.id)).size).toBe(1);
  await Promise.all(receivers.map((each) => each[Symbol.asyncDispose]()));
});
