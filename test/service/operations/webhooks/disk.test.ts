import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { deleteWebhook, listDeliveries } from '../../../../shared/contract/operations/webhooks.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { Receiver } from './a-receiver.ts';
import { aWebhook, report, untilWebhook } from './support.ts';

/** Inserts rows into the queue of the only webhook while the station is off, as after a long outage of the receiver. */
function fillQueue(station: TestStation, count: number): void {
  const db = new Database(join(station.folder, 'muster.db'));
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO webhook_delivery (id, webhook_key, type, body, created_at_ms, next_attempt_at_ms)
     SELECT 'old-' || i, (SELECT key FROM webhook), 'event.OLD', '{"type":"event.OLD","timestamp":"","data":{}}', 0, ?
     FROM n`,
  ).run(count, Date.now() + 3_600_000);
  db.close();
}

test('of more than 50,000 waiting messages the oldest are dropped, and counted', async () => {
  await using station = await aStation({ rateLimit: 0 });
  const headset = await station.enrolled();
  const { id } = await aWebhook(station, { url: 'http://127.0.0.1:9/' });
  await station.service.stop();
  fillQueue(station, 50_400);
  await station.restart();

  await report(station, headset, ...Array.from({ length: 500 }, () => 'NEW'));

  // 50,400 and 500 less the maximum of 50,000.
  await untilWebhook(station, id, { waiting: 50_000 });
  await untilWebhook(station, id, { droppedCount: 900 });
  const { body } = await station.call(listDeliveries, { params: { webhookId: id }, query: { limit: '1' } });
  expect(body).toMatchObject({ total: 50_000, items: [{ type: 'event.NEW' }] });
});

test('the pending messages of a removed webhook are deleted', async () => {
  await using station = await aStation({ rateLimit: 0 });
  await using receiver = await Receiver.open();
  const { id } = await aWebhook(station, { url: receiver.url });
  await station.service.stop();
  fillQueue(station, 2_000);
  await station.restart();

  await station.call(deleteWebhook, { params: { webhookId: id } });

  const db = new Database(join(station.folder, 'muster.db'), { readonly: true });
  const left = () => [
    db.prepare('SELECT count(*) FROM webhook_delivery').pluck().get(),
    db.prepare('SELECT count(*) FROM webhook').pluck().get(),
  ];
  await expect.poll(left).toEqual([0, 0]);
  db.close();
  expect(receiver.received).toEqual([]);
});
