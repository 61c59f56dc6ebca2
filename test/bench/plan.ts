import Database from 'better-sqlite3';
import { Client } from 'undici';
import { z } from 'zod';

import { openStates } from '../../main/service/store/states.ts';
import { aFolder, startWatched } from './processes.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 1_000;
const ROUNDS = 5;
const WARM_UP = 1;
const BAR_MS = 1_000;
const HOLD_BAR_MS = 50;

const planSchema = z.object({ groups: z.array(z.unknown()), counts: z.object({ change: z.int() }) });

/** A plan over a thousand headsets of which no two are alike, answered and stored: how long it takes and how long it holds the loop. */
export async function plan(): Promise<Result> {
  await using folder = await aFolder();
  const file = await seedStore(folder.path, DEVICES, 'without events');
  const devicesId = makeDifferent(file);
  await using station = await startWatched(folder.path);
  const client = new Client(station.url);
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
  try {
    const times: number[] = [];
    let heldMs = 0;
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const settings = {
        volume: 2_000 + round,
        display: { brightness: 70 },
        applications: entries(round + 10),
      };
      const body = JSON.stringify({ devicesId, settings });
      await station.worstHold();
      const startedAtMs = performance.now();
      const answer = await client.request({ method: 'POST', path: '/station/plans', headers, body });
      const text = await answer.body.text();
      const tookMs = performance.now() - startedAtMs;
      const hold = await station.worstHold();
      if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}: ${text.slice(0, 200)}`);
      const { groups, counts } = planSchema.parse(JSON.parse(text));
      if (groups.length !== DEVICES || counts.change !== DEVICES) throw new Error('The plan is another one');
      if (round < 0) continue;
      times.push(tookMs);
      heldMs = Math.max(heldMs, hold.workedMs);
    }
    const typicalMs = median(times);
    return {
      name: 'plan',
      ratio: typicalMs / BAR_MS,
      bar: { limit: 1, is: 'at-most' },
      limits: [{ what: 'longest hold of the loop', value: heldMs, atMost: HOLD_BAR_MS, unit: 'ms' }],
      detail: `${typicalMs.toFixed(0)} ms for ${DEVICES} headsets with 40 entries of which no two are alike, bar ${BAR_MS} ms`,
    };
  } finally {
    await client.close();
  }
}

/** 40 entries as a school has them. */
function entries(version: number): object[] {
  return Array.from({ length: 40 }, (_, index) => ({
    id: `application-${index}`,
    packageName: `com.example.lessons.application${index}`,
    url: `https://content.example/library/application-${index}-${version}.apk`,
    codeVersion: version,
  }));
}

/** Gives every device 40 entries and a volume of its own; answers their ids. */
function makeDifferent(file: string): string[] {
  const db = new Database(file);
  const ids = db.prepare('SELECT id FROM device ORDER BY id').pluck().all().map(String);
  const states = openStates(db);
  const update = db.prepare('UPDATE device SET settings_hash = ? WHERE id = ?');
  db.transaction(() => {
    for (const [index, id] of ids.entries()) {
      update.run(states.keep(JSON.stringify({ volume: index, applications: entries(1) })), id);
    }
  })();
  db.close();
  return ids;
}
