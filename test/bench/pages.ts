import { startRequests, startBare } from './requests.ts';
import { aFolder, startStation } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const SIZES = [1_000, 10_000] as const;
const HUGE = 100_000;
const LIMIT = 50;
const CONNECTIONS = 32;
const ROUNDS = 5;
const REQUESTS = 3_000;
/** The first pages, in turn, so that neither side returns the same bytes again and again. */
const PAGES = 10;
const MAX_OF_LAST_PAGE = 1.3;

/**
 * Measures pages of 50 devices per second, with authorization, against a bare server with one statement for the page
 * and the same fields; and the last page of a very large fleet against the first.
 */
export async function pages(): Promise<Result> {
  const sizes: { devices: number; ours: number; bare: number; ratio: number }[] = [];
  for (const devices of SIZES) sizes.push({ devices, ...(await ofFleet(devices)) });
  const lastToFirst = await ofHugeFleet();
  return {
    name: 'pages',
    ratio: Math.min(...sizes.map(({ ratio }) => ratio)),
    bar: { limit: 0.35, is: 'at-least' },
    limits: [
      {
        what: `page 1,000 of ${HUGE} devices against page 1`,
        value: lastToFirst,
        atMost: MAX_OF_LAST_PAGE,
        unit: 'x',
      },
    ],
    detail: sizes
      .map(
        ({ devices, ours, bare, ratio }) =>
          `${devices} devices: ours ${Math.round(ours)} r/s, bare ${Math.round(bare)} r/s, ${ratio.toFixed(2)}x`,
      )
      .join('; '),
  };
}

async function ofFleet(devices: number): Promise<{ ours: number; bare: number; ratio: number }> {
  await using folder = await aFolder();
  const file = await seedStore(folder.path, devices, 'without events');
  await using station = await startStation(folder.path);
  await using bare = await startBare('bare-list.ts', [file]);
  await using requests = startRequests();
  const paths = Array.from({ length: PAGES }, (_, at) => `/devices?limit=${LIMIT}&page=${at + 1}`);
  const order = { paths, tokens: [station.token], connections: CONNECTIONS, requests: REQUESTS };
  const ourPort = Number(new URL(station.url).port);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const each = {
      ours: await requests.perSecond({ ...order, port: ourPort }),
      bare: await requests.perSecond({ ...order, port: bare.port }),
    };
    if (round >= 0) rounds.push(each);
  }
  return {
    ours: median(rounds.map((round) => round.ours)),
    bare: median(rounds.map((round) => round.bare)),
    ratio: median(rounds.map((round) => round.ours / round.bare)),
  };
}

async function ofHugeFleet(): Promise<number> {
  await using folder = await aFolder();
  await seedStore(folder.path, HUGE, 'without events');
  await using station = await startStation(folder.path);
  await using requests = startRequests();
  const port = Number(new URL(station.url).port);
  const perSecond = (page: number): Promise<number> =>
    requests.perSecond({
      port,
      paths: [`/devices?limit=100&page=${page}`],
      tokens: [station.token],
      connections: 1,
      requests: 200,
    });
  const ratios: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const [first, last] = [await perSecond(1), await perSecond(HUGE / 100)];
    if (round >= 0) ratios.push(first / last);
  }
  return median(ratios);
}
