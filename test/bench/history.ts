import Database from 'better-sqlite3';
import { Client } from 'undici';

import { aFolder, startWatched } from './processes.ts';
import type { Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const EVENTS = 2_100_000;
const ROUNDS = 3;
const HOLD_BAR_MS = 50;
const DAY_MS = 86_400_000;

/** Measures how long requests for the history of a headset with 2.1 million events block the event loop. */
export async function history(): Promise<Result> {
  await using folder = await aFolder();
  const file = await seedStore(folder.path, 30, 'with events');
  const id = addEvents(file);
  await using station = await startWatched(folder.path);
  const client = new Client(station.url, { bodyTimeout: 300_000, headersTimeout: 300_000 });
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await client.request({ method, path, headers, ...sent });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.includes('"items":[]'))
      throw new Error(`${method} ${path} was answered with ${answer.statusCode} ${text.slice(0, 100)}`);
  };
  const from = new Date(Date.now() - 30 * DAY_MS).toISOString();
  const requested: readonly (readonly [string, () => Promise<void>])[] = [
    ['first page', () => call('GET', `/devices/${id}/events?limit=100`)],
    ['page 5,000', () => call('GET', `/devices/${id}/events?limit=100&page=5000`)],
    ['page 21,000', () => call('GET', `/devices/${id}/events?limit=100&page=21000`)],
    ['one type', () => call('GET', `/devices/${id}/events?limit=100&type=APP_STARTED`)],
    ['thirty days', () => call('GET', `/devices/${id}/events?limit=100&from=${from}`)],
    [
      'one type of thirty days',
      () => call('GET', `/devices/${id}/events?limit=100&type=APP_STARTED&from=${from}`),
    ],
    ['a rare type', () => call('GET', `/devices/${id}/events?limit=100&type=DEVICE_ENROLLED`)],
    ['record', () => call('GET', `/devices/${id}`)],
    ['connectivity', () => call('POST', '/devices/stats/connectivity', { deviceIds: [id] })],
    ['activity', () => call('POST', '/devices/stats/activity', { deviceIds: [id] })],
  ];
  try {
    // The station's own work after a start, above all the roll-ups, has the same limit.
    await station.worstHold();
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const start = await station.worstHold();
    const holds = [{ name: 'after the start', heldMs: start.heldMs, workedMs: start.workedMs, tookMs: 0 }];
    for (const [name, ask] of requested) {
      await station.worstHold();
      const startedAtMs = performance.now();
      for (let round = 0; round < ROUNDS; round += 1) await ask();
      const tookMs = (performance.now() - startedAtMs) / ROUNDS;
      holds.push({ name, tookMs, ...(await station.worstHold()) });
    }
    holds.sort((a, b) => b.workedMs - a.workedMs);
    return {
      name: 'history',
      ratio: (holds[0]?.workedMs ?? 0) / HOLD_BAR_MS,
      bar: { limit: 1, is: 'at-most' },
      detail: `${EVENTS} events of one headset, longest work without a pause: ${holds
        .map(({ name, workedMs, tookMs }) => `${name} ${workedMs.toFixed(0)} ms (took ${tookMs.toFixed(0)})`)
        .join(', ')}; bar ${HOLD_BAR_MS} ms`,
    };
  } finally {
    await client.close();
  }
}

/** Stores 2.1 million events over 179 days for the first device, the same number each day, and returns its id. */
function addEvents(file: string): string {
  const db = new Database(file);
  const key = Number(db.prepare('SELECT min(key) FROM device').pluck().get());
  const columns = db
    .prepare(`SELECT name FROM pragma_table_info('device_event') WHERE NOT (pk = 1 AND name = 'key')`)
    .pluck()
    .all()
    .map(String);
  const startMs = Date.now() - 179 * DAY_MS;
  const stepMs = Math.floor((178 * DAY_MS) / EVENTS);
  const input: Readonly<Record<string, string>> = {
    device_key: String(key),
    order_ms: `${startMs} + n * ${stepMs}`,
    event_id: `printf('long-%07d', n)`,
    timestamp_ms: `${startMs} + n * ${stepMs}`,
    received_at_ms: `${startMs} + n * ${stepMs}`,
  };
  const values = columns.map((column) => input[column] ?? `sample."${column}"`);
  db.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${EVENTS})
    INSERT INTO device_event (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${values.join(', ')} FROM numbers
      CROSS JOIN (SELECT * FROM device_event WHERE device_key = ${key} AND type = 'APP_STARTED' LIMIT 1) AS sample`);
  db.exec(`
    DELETE FROM device_event_day WHERE device_key = ${key};
    INSERT INTO device_event_day (device_key, day, type, count)
    SELECT device_key, order_ms / ${DAY_MS}, type, count(*) FROM device_event WHERE device_key = ${key} GROUP BY 1, 2, 3`);
  const id = String(db.prepare('SELECT id FROM device WHERE key = ?').pluck().get(key));
  db.close();
  return id;
}
