import { execFileSync } from 'node:child_process';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { aStation, type TestStation } from '../../support/a-station.ts';
import { aCentral, type CentralDouble, type Fault } from '../../support/central-double/index.ts';
import { RushingClock } from '../../support/rushing-clock.ts';
import { aFolder } from '../../support/temp-folder.ts';
import { expectAgreement, live, setUpCart } from './offline-day.ts';

/** What meets one request: `killed` is the disk as a `kill -9` leaves it at that moment, and a station that starts on it. */
const KINDS = ['cutBefore', 'cutAfter', 'refused', 'doneWith502', 'killedBefore', 'killedAfter'] as const;
type Kind = (typeof KINDS)[number];

const PLAIN: Readonly<Record<Kind, Fault>> = {
  cutBefore: { kind: 'cutBefore' },
  cutAfter: { kind: 'cutAfter' },
  refused: { kind: 'answer', status: 500 },
  doneWith502: { kind: 'answerAfter', status: 502 },
  killedBefore: { kind: 'cutBefore' },
  killedAfter: { kind: 'cutAfter' },
};

let central: CentralDouble;
let clock: RushingClock;
let station: TestStation;
const folders: Disposable[] = [];
let days = 0;
let tried = 0;

beforeAll(async () => {
  // The strictest central: it takes an event again as often as it is sent.
  central = await aCentral({ dedupesEvents: false });
  setUpCart(central);
  clock = new RushingClock();
  station = await aStation({ clock, rateLimit: 0 });
  await station.send('PUT', '/station/upstream', { body: { url: central.url, token: central.token } });
  await agree();
});

afterAll(async () => {
  await station[Symbol.asyncDispose]();
  clock[Symbol.dispose]();
  for (const folder of folders) folder[Symbol.dispose]();
  await central[Symbol.asyncDispose]();
});

/** Waits until nothing waits on either side. */
async function agree(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { body } = await station.send('GET', '/station/sync');
      expect(body).toMatchObject({
        state: 'upToDate',
        waiting: { desired: 0, lifecycle: 0, events: 0, toRead: 0 },
      });
    },
    { timeout: 20_000, interval: 10 },
  );
}

/** A day offline, then a sync in which the request that comes as number `at` meets a fault; answers how many came. */
async function aDay(at: number, kind: Kind): Promise<number> {
  await station.send('POST', '/station/sync/pause');
  const day = await live(station, central, days);
  days += 1;
  const first = central.arrivals.length;
  const killed = Promise.withResolvers<string>();
  let isDead = false;
  central.fault = ({ index }) => {
    // A process that was killed sends nothing more.
    if (isDead) return { kind: 'cutBefore' };
    if (index !== first + at) return undefined;
    if (!kind.startsWith('killed')) return PLAIN[kind];
    isDead = true;
    killed.resolve(diskNow());
    return PLAIN[kind];
  };
  await station.send('POST', '/station/sync/resume');
  if (kind.startsWith('killed')) {
    await station.restart({ dataFolder: await killed.promise });
    isDead = false;
  }
  await agree();
  central.fault = () => undefined;
  await expectAgreement(station, central, day);
  return central.arrivals.length - first;
}

/** A copy of the station’s folder as it is on the disk now. Another process copies: closing a file drops its locks. */
function diskNow(): string {
  const copy = aFolder();
  folders.push(copy);
  execFileSync('cp', ['-r', `${folderNow}/.`, copy.path]);
  folderNow = copy.path;
  return copy.path;
}

let folderNow = '';

test('whatever happens to any request of a sync, both sides agree afterwards and nothing was done twice', async () => {
  folderNow = station.folder;
  const requests = await aDay(-1, 'cutBefore');
  const times: Record<string, number> = {};
  for (const kind of KINDS) {
    const t = performance.now();
    for (let at = 0; at < requests; at += 1) {
      await aDay(at, kind).catch((error: unknown) => {
        throw new Error(`${kind} at request ${String(at)} of ${String(requests)}`, { cause: error });
      });
      tried += 1;
    }
    times[kind] = Math.round(performance.now() - t);
  }
  console.log(requests, tried, times);
}, 600_000);
