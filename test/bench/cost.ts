/**
 * Measures cost by the size of the fleet: `node test/bench/cost.ts [docs/cost.svg]`. Prints a Markdown table and
 * draws it with both scales logarithmic, so that a cost that grows with the fleet is a slope and a constant one is
 * level.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';

import { Client } from 'undici';

import { buildService } from '../../main/cli/build/build-service.ts';
import { projectFolder } from '../../main/cli/build/build.ts';
import { aFolder, startStation } from './processes.ts';
import { median } from './result.ts';
import { seedStore } from './seed-store.ts';

const SIZES = [100, 1_000, 10_000, 100_000] as const;
const SAMPLES = 15;

type Figures = Readonly<Record<string, number>>;

/** The figures of one fleet size by name, with their unit. */
async function measure(devices: number): Promise<Figures> {
  await using folder = await aFolder();
  const file = await seedStore(folder.path, devices, 'with events');
  const storeMiB = statSync(file).size / 1_048_576;
  const startedAtMs = performance.now();
  await using station = await startStation(folder.path);
  const startMs = performance.now() - startedAtMs;
  const client = new Client(station.url, { bodyTimeout: 300_000, headersTimeout: 300_000 });
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<string> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await client.request({ method, path, headers, ...sent });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 200)}`);
    return text;
  };
  const ids: string[] = [];
  for (let page = 1; ids.length < Math.min(devices, 1_000); page += 1) {
    const { items } = JSON.parse(await ask('GET', `/devices?limit=100&page=${page}`)) as {
      items: { id: string }[];
    };
    ids.push(...items.map(({ id }) => id));
  }
  const [id = ''] = ids;
  const typical = async (call: () => Promise<unknown>, samples = SAMPLES): Promise<number> => {
    const times: number[] = [];
    for (let sample = -3; sample < samples; sample += 1) {
      const atMs = performance.now();
      await call();
      if (sample >= 0) times.push(performance.now() - atMs);
    }
    return median(times);
  };
  let version = 0;
  try {
    return {
      'start, ms': startMs,
      'one record, ms': await typical(() => ask('GET', `/devices/${id}`)),
      'a page of 50, ms': await typical(() => ask('GET', '/devices?limit=50')),
      'the last page of 50, ms': await typical(() =>
        ask('GET', `/devices?limit=50&page=${Math.ceil(devices / 50)}`),
      ),
      'a page of events, ms': await typical(() => ask('GET', `/devices/${id}/events?limit=50`)),
      'a heartbeat, ms': await typical(() =>
        ask('PUT', `/devices/${id}`, {
          events: [{ eventId: `cost-${(version += 1)}`, type: 'APP_STARTED', timestamp: Date.now() }],
        }),
      ),
      'configure 100, ms': await typical(() =>
        ask('PUT', '/devices/configure', {
          devicesId: ids.slice(0, 100),
          settings: { volume: (version += 1) % 100 },
        }),
      ),
      'fleet statistics, ms': await typical(() => ask('POST', '/devices/stats/fleet', {}), 5),
      'memory after that, MiB':
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${station.pid}/status`, 'utf8'))?.[1]) / 1_024,
      'store, MiB': storeMiB,
    };
  } finally {
    await client.close();
  }
}

function toTable(all: readonly Figures[]): string {
  const names = Object.keys(all[0] ?? {});
  const format = (value: number): string =>
    value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
  return [
    `| what | ${SIZES.map((size) => `${size.toLocaleString('en')} devices`).join(' | ')} |`,
    `| --- | ${SIZES.map(() => '---').join(' | ')} |`,
    ...names.map(
      (name) => `| ${name} | ${all.map((each) => format(each[name] ?? Number.NaN)).join(' | ')} |`,
    ),
  ].join('\n');
}

const WIDTH = 860;
const HEIGHT = 520;
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 250, 30, 50];
const COLOURS = [
  '#1668c7',
  '#c33',
  '#2a8a3e',
  '#8a4fbf',
  '#c77a16',
  '#137d86',
  '#b0307c',
  '#555',
  '#7a9a01',
  '#3b3bd0',
];

function toPlot(all: readonly Figures[]): string {
  const names = Object.keys(all[0] ?? {});
  const values = all.flatMap((each) => Object.values(each));
  const [low, high] = [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ];
  const x = (at: number): number => LEFT + (at / (SIZES.length - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number =>
    HEIGHT - BOTTOM - ((Math.log10(value) - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const decades = Array.from({ length: high - low + 1 }, (_, at) => low + at);
  // Moves overlapping labels apart, from the top down.
  const ends = names
    .map((name, at) => ({
      name,
      colour: COLOURS[at % COLOURS.length] ?? '#000',
      at: y(all.at(-1)?.[name] ?? 1),
    }))
    .toSorted((a, b) => a.at - b.at);
  let last = 0;
  for (const end of ends) last = end.at = Math.max(end.at, last + 15);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...decades.map(
      (decade) =>
        `<path d="M${LEFT} ${y(10 ** decade)}H${WIDTH - RIGHT}" stroke="#ddd"/><text x="${LEFT - 6}" y="${y(10 ** decade) + 4}" text-anchor="end">${10 ** decade}</text>`,
    ),
    ...SIZES.map(
      (size, at) =>
        `<text x="${x(at)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">devices</text>`,
    ...ends.map(({ name, colour, at }) => {
      const points = all.map((each, index) => `${x(index)},${y(each[name] ?? 1).toFixed(1)}`).join(' ');
      return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/><text x="${WIDTH - RIGHT + 8}" y="${at + 4}" fill="${colour}">${name}</text>`;
    }),
    '</svg>',
    '',
  ].join('\n');
}

await buildService(projectFolder);
const all: Figures[] = [];
for (const size of SIZES) all.push(await measure(size));
writeFileSync(process.argv[2] ?? 'docs/cost.svg', toPlot(all));
console.log(toTable(all));
