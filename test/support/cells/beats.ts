import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { asking, type School } from './cluster.ts';

const replySchema = z.object({ acknowledged: z.array(z.string()) });

/** Result of heartbeats sent for a while. */
export type Beats = {
  /** Acknowledged events: device and event. */
  readonly acknowledged: ReadonlySet<string>;
  /** Number of answers by status; 0 for none. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Longest time between two successful answers, in ms, by headset. */
  readonly worstGapMs: number;
  /** Response times of successful answers, in ms. */
  readonly tookMs: readonly number[];
};

let run = 0;

/**
 * Sends heartbeats of each headset one after the other until `stop`. Unacknowledged ones are repeated, as headsets
 * do; `pauseMs` is between two heartbeats of one headset.
 */
export async function beatUntil(
  urlOf: () => string,
  schools: readonly School[],
  stop: AbortSignal,
  { events = 5, pauseMs = 0 } = {},
): Promise<Beats> {
  run += 1;
  const round = `${String(process.pid)}-${String(run)}`;
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  const tookMs: number[] = [];
  let worstGapMs = 0;
  const one = async ({ id, token }: School['headsets'][number]): Promise<void> => {
    let lastMs = performance.now();
    let batch: object[] = [];
    for (let count = 0; !stop.aborted;) {
      if (batch.length === 0) {
        batch = Array.from({ length: events }, (_, index) => ({
          eventId: `${round}-${String(count)}-${String(index)}`,
          type: 'APP_STARTED',
          timestamp: Date.now(),
          payload: { packageName: 'org.lumiere.volcano' },
        }));
        count += 1;
      }
      const beganMs = performance.now();
      const { status, body } = await asking({ url: urlOf(), token }, 'PUT', `/devices/${id}`, {
        events: batch,
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) {
        for (const eventId of replySchema.parse(body).acknowledged) acknowledged.add(`${id} ${eventId}`);
        batch = [];
        const nowMs = performance.now();
        worstGapMs = Math.max(worstGapMs, nowMs - lastMs);
        tookMs.push(nowMs - beganMs);
        lastMs = nowMs;
        if (pauseMs > 0) await sleep(pauseMs);
      } else await sleep(100);
    }
  };
  await Promise.all(schools.flatMap(({ headsets }) => headsets.map(one)));
  return { acknowledged, statuses, worstGapMs, tookMs };
}

/** Prints a measurement; its limit is in the test. */
export function say(metric: string): void {
  process.stdout.write(`${metric}\n`);
}
