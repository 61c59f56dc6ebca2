import { expect, test } from 'vitest';
import { z } from 'zod';

import { aFolder } from '../support/temp-folder.ts';
import { type ServedStation, serveStation } from '../support/served-station.ts';
import { Receiver } from '../service/operations/webhooks/a-receiver.ts';

async function ask(station: ServedStation, method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(station.url + path, {
    method,
    headers: { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

test('webhook messages of an acknowledged event survive kill -9, and are sent after the next start', async () => {
  using folder = aFolder();
  await using receiver = await Receiver.open();
  receiver.replyOnce('hang');
  const first = await serveStation(folder.path);
  const slots = await ask(first, 'POST', '/station/slots', { count: 1, labelPrefix: 'K-' });
  const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(slots);
  await ask(first, 'POST', '/station/webhooks', { url: receiver.url, types: ['event.*'] });
  const events = Array.from({ length: 50 }, (_, index) => ({
    eventId: `kept-${index}`,
    type: 'KEPT',
    timestamp: Date.now(),
  }));

  await ask(first, 'PUT', `/devices/${items[0]?.id}`, { events });
  await receiver.arrived(1);
  await first.kill();
  const second = await serveStation(folder.path);
  const received = new Set((await receiver.arrived(51)).map(({ data }) => data['eventId']));
  await second.stop();

  // The first delivery was never answered, so it was sent twice.
  expect(received).toEqual(new Set(events.map(({ eventId }) => eventId)));
});
