import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import Database from 'better-sqlite3';
import { Client } from 'undici';

import { aFolder, startStation, type StationProcess } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedPresence } from './seed-presence.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 1_000;
const DAYS = 180;
const EVERY_MINUTES = 5;
/** Raw rows of all devices would be 52 million: a tenth of the devices is scanned, and the time multiplied by ten. */
const RAW_SHARE = 10;
const SAMPLES = 7;
const MINUTES_PER_DAY = 1_440;
const MAX_ANSWER_MS = 300;
const MAX_HOLD_MS = 50;

/** Measures daily uptime of 1,000 devices over 180 days, against a scan of the same heartbeats as raw rows. */
export async function connectivity(): Promise<Result> {
  await using folder = await aFolder();
  const lastMinute = Math.floor(Date.now() / 60_000) - 1;
  const firstMinute = Math.floor(lastMinute / MINUTES_PER_DAY - DAYS + 1) * MINUTES_PER_DAY;
  const minutes: number[] = [];
  for (let minute = firstMinute; minute <= lastMinute; minute += EVERY_MINUTES) minutes.push(minute);
  seedPresence(await seedStore(folder.path, DEVICES, 'without events'), minutes);
  const scanMs = scanRawRows(join(folder.path, 'raw.db'), minutes) * RAW_SHARE;
  await using station = await startStation(folder.path);
  const { answerMs, holdMs } = await ask(station, new Date(firstMinute * 60_000).toISOString());
  return {
    name: 'connectivity',
    ratio: scanMs / answerMs,
    bar: { limit: 100, is: 'at-least' },
    limits: [
      { what: 'answer', value: answerMs, atMost: MAX_ANSWER_MS, unit: 'ms' },
      { what: 'worst wait of another request meanwhile', value: holdMs, atMost: MAX_HOLD_MS, unit: 'ms' },
    ],
    detail: `ours ${Math.round(answerMs)} ms, scan ${Math.round(scanMs)} ms: ${RAW_SHARE} times that of ${DEVICES / RAW_SHARE} devices`,
  };
}

/** Computes daily uptime (UTC) without roll-ups, from the gap between each row and the one before. Returns ms. */
function scanRawRows(file: string, minutes: readonly number[]): number {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('cache_size = -262144');
  db.exec(
    'CREATE TABLE log (device INTEGER, at_ms INTEGER, PRIMARY KEY (device, at_ms)) WITHOUT ROWID, STRICT',
  );
  const insert = db.prepare('INSERT INTO log (device, at_ms) VALUES (?, ?)');
  db.transaction(() => {
    for (let device = 0; device < DEVICES / RAW_SHARE; device += 1)
      for (const minute of minutes) insert.run(device, minute * 60_000);
  })();
  const scan = db.prepare(`
    SELECT device, at_ms / 86400000 AS day, sum(CASE WHEN gap <= 1200000 THEN gap ELSE 60000 END) AS uptime_ms
    FROM (SELECT device, at_ms, at_ms - lag(at_ms) OVER (PARTITION BY device ORDER BY at_ms) AS gap FROM log)
    GROUP BY device, day`);
  const startedAtMs = performance.now();
  const rows = scan.all().length;
  const tookMs = performance.now() - startedAtMs;
  db.close();
  if (rows !== (DEVICES / RAW_SHARE) * DAYS) throw new Error(`The scan found ${rows} days`);
  return tookMs;
}

async function ask(
  station: StationProcess,
  startDate: string,
): Promise<{ answerMs: number; holdMs: number }> {
  const [client, other] = [new Client(station.url), new Client(station.url)];
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
  const path = '/devices/stats/connectivity';
  const body = JSON.stringify({ startDate });
  const answerTimes: number[] = [];
  const waits: number[] = [];
  try {
    for (let sample = -1; sample < SAMPLES; sample += 1) {
      const over = new AbortController();
      const waiting = worstWait(other, over.signal);
      const startedAtMs = performance.now();
      const answer = await client.request({ method: 'POST', path, headers, body });
      const bytes = await answer.body.bytes();
      const answerMs = performance.now() - startedAtMs;
      over.abort();
      const waitMs = await waiting;
      checkAnswer(answer.statusCode, Buffer.from(bytes).toString());
      // The first one warms up.
      if (sample < 0) continue;
      answerTimes.push(answerMs);
      waits.push(waitMs);
    }
    return { answerMs: median(answerTimes), holdMs: median(waits) };
  } finally {
    await client.close();
    await other.close();
  }
}

/**
 * Returns the longest wait of a trivial request, sent every few ms until `signal`: how long the event loop was
 * blocked.
 */
async function worstWait(client: Client, signal: AbortSignal): Promise<number> {
  let worstMs = 0;
  while (!signal.aborted) {
    const startedAtMs = performance.now();
    const { body } = await client.request({ method: 'GET', path: '/healthz' });
    await body.dump();
    worstMs = Math.max(worstMs, performance.now() - startedAtMs);
    await sleep(2);
  }
  return worstMs;
}

function checkAnswer(status: number, text: string): void {
  const { devices, totals } = JSON.parse(text) as {
    devices: { uptimeMsPerBucket: number[] }[];
    totals: { uptimeShare: number };
  };
  const days = devices[0]?.uptimeMsPerBucket.length ?? 0;
  if (status !== 200 || devices.length !== DEVICES || days < DAYS || totals.uptimeShare < 0.99)
    throw new Error(`Answered ${status}: ${devices.length} devices, ${days} days, ${totals.uptimeShare}`);
}
