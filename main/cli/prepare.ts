import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';

import {
  type CableHeadset,
  type CableView,
  getCable,
  setCableRecipe,
  startCable,
  stopCable,
} from '../../shared/contract/enrolment/cable.ts';
import { cableRecipeSchema } from '../../shared/contract/enrolment/cable-recipe.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { readRunFile } from '../service/run-file.ts';
import { defaultDataFolder } from './data-folder.ts';

const HELP = `Prepares headsets at a cable, as the screen Enrol by cable does.

  npm run prepare -- --recipe cart-a.json [--json] [--watch]

  --recipe FILE      the recipe: JSON as PUT /station/cable/recipe takes it
  --json             one line of JSON for every change of a headset, with the time of each step (ms)
  --watch            goes on with headsets that are plugged in later; Ctrl C ends it
  --data FOLDER      data folder of the station that runs on this computer
  --station URL      another station, with --token-file
  --token-file FILE  its token
`;

const CHECK_INTERVAL_MS = 1_000;
/** Number of checks before headsets that were just plugged in are expected to be listed. */
const STABLE_CHECKS = 5;

/** The request is not valid. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Station = { readonly url: string; readonly token: string };

async function request<Reply extends z.ZodType>(
  { url, token }: Station,
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, Reply>,
  body?: unknown,
): Promise<z.output<Reply>> {
  const answer = await fetch(url + endpoint.path, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reported: unknown = await answer.json();
  if (answer.ok) return endpoint.reply.parse(reported);
  const { message = `status ${answer.status}` } = z
    .object({ message: z.string().optional() })
    .parse(reported);
  throw new Error(message);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        recipe: { type: 'string' },
        json: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        data: { type: 'string' },
        station: { type: 'string' },
        'token-file': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Unknown option', { cause: error });
  }
}

function findStation(options: ReturnType<typeof readOptions>): Station {
  const { data, station: url, 'token-file': file } = options;
  if (url !== undefined) {
    if (file === undefined) throw new UsageError('--station needs --token-file');
    return { url: url.replace(/\/+$/, ''), token: readFileSync(file, 'utf8').trim() };
  }
  const running = readRunFile(data ?? defaultDataFolder());
  if (running === undefined) {
    throw new UsageError(
      'No station runs on this computer. Start it with npm run serve -- --lan, or give --station.',
    );
  }
  return running;
}

function readRecipe(file: string | undefined): z.input<typeof cableRecipeSchema> {
  if (file === undefined) throw new UsageError('--recipe is needed');
  const parsed = cableRecipeSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new UsageError(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** States in which nothing more happens without a person. */
const OVER = new Set<CableHeadset['state']>([
  'ready',
  'known',
  'changed',
  'failed',
  'unauthorized',
  'revoked',
  'offline',
  'noPermission',
  'mode',
  'debuggingOff',
  'unplugged',
]);

function lineOf({ serial, model, state, slot, steps }: CableHeadset) {
  const now = steps.find((step) => step.state === 'failed' || step.state === 'running');
  const { step = null, failure = null, advice = null, words = null } = now ?? {};
  const line = { event: 'headset', serial, model, slot: slot?.label ?? null, state, step };
  return { ...line, failure, advice, words, stepsMs: stepTimes(steps) };
}

/** How long each finished step took, in ms, without steps that were not needed. */
function stepTimes(steps: CableHeadset['steps']): Readonly<Record<string, number>> {
  const took = steps.flatMap(({ step, state, startedAtMs, endedAtMs }) =>
    state === 'notWanted' || startedAtMs === null || endedAtMs === null
      ? []
      : [[step, endedAtMs - startedAtMs] as const],
  );
  return Object.fromEntries(took);
}

function headsetsOf({ hubs, away }: CableView): CableHeadset[] {
  return [...hubs.flatMap(({ ports }) => ports.flatMap(({ headset }) => headset ?? [])), ...away];
}

function print(line: ReturnType<typeof lineOf>, isJson: boolean): void {
  if (isJson) process.stdout.write(`${JSON.stringify(line)}\n`);
  else {
    const { slot, serial, state, step, words } = line;
    process.stdout.write(
      `${[slot ?? serial, state, step, words].filter((part) => part !== null).join('  ')}\n`,
    );
  }
}

/** Follows the headsets until all are done; returns how many are ready and how many are not. */
async function follow(
  station: Station,
  { isJson, isWatching, end }: { isJson: boolean; isWatching: boolean; end: AbortSignal },
): Promise<{ ready: number; open: number }> {
  const last = new Map<string, string>();
  for (let polls = 0; ; polls += 1) {
    const view = await request(station, getCable);
    if (view.adb.state !== 'ready')
      throw new Error(view.adb.words ?? 'adb is not on this computer: install Android’s platform tools.');
    const headsets = headsetsOf(view);
    for (const headset of headsets) {
      const line = lineOf(headset);
      const text = JSON.stringify(line);
      if (last.get(headset.serial) !== text) print(line, isJson);
      last.set(headset.serial, text);
    }
    const ready = headsets.filter(({ state }) => state === 'ready' || state === 'known').length;
    const isOver = polls >= STABLE_CHECKS && headsets.every(({ state }) => OVER.has(state));
    if ((isOver && !isWatching) || end.aborted) return { ready, open: headsets.length - ready };
    await setTimeout(CHECK_INTERVAL_MS, undefined, { signal: end }).catch(() => undefined);
  }
}

async function prepare(): Promise<number> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const recipe = readRecipe(options.recipe);
  const station = findStation(options);
  const end = new AbortController();
  // At the first signal it prints the progress and has the station start no further headset. A second signal ends it at
  // once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
  await request(station, setCableRecipe, recipe);
  await request(station, startCable, { cart: recipe.cart });
  try {
    const { json: isJson, watch: isWatching } = options;
    const { ready, open } = await follow(station, { isJson, isWatching, end: end.signal });
    if (options.json) process.stdout.write(`${JSON.stringify({ event: 'finished', ready, open })}\n`);
    return open === 0 && ready > 0 ? 0 : 1;
  } finally {
    await request(station, stopCable);
  }
}

try {
  process.exitCode = await prepare();
} catch (error) {
  process.stderr.write(`muster: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
