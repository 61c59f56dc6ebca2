import { z } from 'zod';

import type { ServedStation } from '../support/served-station.ts';

const slotsSchema = z.object({ items: z.array(z.object({ id: z.string(), enrollmentToken: z.string() })) });
const enrolledSchema = z.object({ id: z.string(), accessToken: z.string() });
const replySchema = z.object({ acknowledged: z.array(z.string()) });

/** An enrolled headset and its token. */
export type Beating = { readonly id: string; readonly token: string };

/** Sends JSON and returns JSON. @throws {TypeError} if the service is gone, {Error} if it refuses. */
export async function send(url: string, method: string, token: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Enrols a number of headsets into their own slots. */
export async function enrolMany(station: ServedStation, count: number): Promise<Beating[]> {
  const order = { count, labelPrefix: 'D-' };
  const { items } = slotsSchema.parse(
    await send(`${station.url}/station/slots`, 'POST', station.token, order),
  );
  return Promise.all(
    items.map(async ({ id, enrollmentToken }) => {
      const body = { enrollmentToken, androidId: `android-${id}` };
      const { accessToken } = enrolledSchema.parse(
        await send(`${station.url}/devices`, 'POST', station.token, body),
      );
      return { id, token: accessToken };
    }),
  );
}

/** Sends one heartbeat with `count` events; returns the acknowledged ones. */
export async function beatOnce(
  station: ServedStation,
  { id, token }: Beating,
  { name, count }: { name: string; count: number },
): Promise<string[]> {
  const events = Array.from({ length: count }, (_, index) => ({
    eventId: `${name}-${index}`,
    type: 'APP_STARTED',
    timestamp: Date.now(),
    payload: { packageName: 'org.lumiere.volcano' },
  }));
  const body = { batteryInfo: { level: count % 100 }, events };
  return replySchema.parse(await send(`${station.url}/devices/${id}`, 'PUT', token, body)).acknowledged;
}

/** Sends heartbeats one after the other until the service is gone; records the acknowledged events. */
export async function beatOn(
  station: ServedStation,
  headset: Beating,
  round: number,
  acknowledged: Set<string>,
): Promise<void> {
  for (let count = 0; ; count += 1) {
    try {
      const name = `r${round}-${count}`;
      for (const eventId of await beatOnce(station, headset, { name, count: 1 + (count % 15) }))
        acknowledged.add(`${headset.id} ${eventId}`);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}
