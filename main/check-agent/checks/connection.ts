import { type Exchange, NO_FAULTS } from '../front/exchange.ts';
import type { Faulty, Trial } from '../trial.ts';
import type { Check } from './check.ts';

/** How long the station stays away, in ms. */
const AWAY_MS = 4_000;
const RETRY_AFTER_SEC = 6;
/**
 * Requests to one operation within `AWAY_MS`: the delays of the interface (500 ms, doubled each time) allow 4; some more
 * are tolerated.
 */
const MAX_REQUESTS = 7;
/** Connections within `AWAY_MS`: as many for each of the stream, the heartbeat and the settings. */
const MAX_CONNECTIONS = 3 * MAX_REQUESTS;
/** After the first refusal one more request to each operation may be on its way. */
const ON_THEIR_WAY = 1;
const REFUSED_OPENINGS = 2;

export const stream: Check = {
  name: 'stream',
  title: 'opens its stream again after a cut, and reads what it missed',
  async run(trial) {
    const { front } = trial;
    const since = trial.mark;
    let refused = 0;
    front.faults = ({ path }) => {
      if (path !== `${trial.path}/updates` || refused === REFUSED_OPENINGS) return undefined;
      refused += 1;
      return { kind: 'answer', status: 503 };
    };
    front.cutAll();
    // Missed: nobody tells the agent of it while it is away.
    const revision = await trial.configure();
    const isOpen = await trial.until(() => trial.streams(since).some(({ status }) => status === 200));
    if (!isOpen)
      return [
        `Its stream was cut, and it did not open GET /devices/{deviceId}/updates again within ${trial.patience}.`,
      ];
    return (await trial.untilApplied(revision, since))
      ? []
      : [`It missed a change of its settings while its stream was cut, and never applied it.`];
  },
};

export const backoff: Check = {
  name: 'backoff',
  title: 'waits longer and longer while the station is away, and as long as Retry-After says',
  async run(trial) {
    const faults: string[] = [];
    for (const part of [overloaded, rateLimited, unreachable]) {
      faults.push(...(await part(trial)));
      const since = trial.mark;
      trial.front.faults = NO_FAULTS;
      trial.front.closesConnections = false;
      const lost = await trial.untilBack(since);
      // An agent that does not come back cannot be checked further.
      if (lost.length > 0) return [...faults, ...lost];
    }
    return faults;
  },
};

/** The station answers 503 to everything. */
async function overloaded(trial: Trial): Promise<Faulty> {
  const { front } = trial;
  const since = trial.mark;
  front.faults = () => ({ kind: 'answer', status: 503 });
  front.cutAll();
  if (!(await trial.until(() => trial.mark > since)))
    return [`After a cut it sent nothing for ${trial.patience}.`];
  await trial.pause(AWAY_MS);
  return tooMany(trial, since, MAX_REQUESTS).map(
    ([operation, count]) =>
      `While the station answered 503 it sent ${count} requests ${operation} in ${AWAY_MS / 1_000} s: ` +
      'it must wait 500 ms, then twice as long each time.',
  );
}

/** The station answers 429 with `Retry-After`. */
async function rateLimited(trial: Trial): Promise<Faulty> {
  const { front } = trial;
  const since = trial.mark;
  front.faults = () => ({ kind: 'answer', status: 429, retryAfterSec: RETRY_AFTER_SEC });
  front.cutAll();
  if (!(await trial.until(() => trial.mark > since)))
    return [`After a cut it sent nothing for ${trial.patience}.`];
  await trial.pause(RETRY_AFTER_SEC * 900);
  return tooMany(trial, since, 1 + ON_THEIR_WAY).map(
    ([operation, count]) =>
      `The station answered 429 with Retry-After: ${RETRY_AFTER_SEC}, and within that time it sent ` +
      `${count} requests ${operation}.`,
  );
}

/** Nothing answers: each connection is closed as soon as it is opened. */
async function unreachable(trial: Trial): Promise<Faulty> {
  const { front } = trial;
  front.closesConnections = true;
  const before = front.connections;
  front.cutAll();
  if (!(await trial.until(() => front.connections > before)))
    return [`After a cut it opened no connection for ${trial.patience}.`];
  await trial.pause(AWAY_MS);
  const count = front.connections - before;
  return count <= MAX_CONNECTIONS
    ? []
    : [
        `While nothing answered it opened ${count} connections in ${AWAY_MS / 1_000} s: it must wait 500 ms, ` +
          'then twice as long each time.',
      ];
}

/** Returns the operations that were called more often than this since a mark, and how often. */
function tooMany(trial: Trial, since: number, limit: number): [string, number][] {
  const counts = new Map<string, number>();
  for (const exchange of trial.front.exchanges.slice(since)) {
    const operation = operationOf(exchange);
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > limit);
}

function operationOf({ method, path }: Exchange): string {
  const template = path
    .replace(/^\/devices\/[^/]+/, '/devices/{deviceId}')
    .replace(/\/commands\/[^/]+/, '/commands/{commandId}')
    .replace(/^\/library\/[^/]+\/[^/]+/, '/library/{sha256}/{name}');
  return `${method} ${template}`;
}
