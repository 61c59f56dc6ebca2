import Database from 'better-sqlite3';
import fc from 'fast-check';
import { join } from 'node:path';
import { Pool } from 'undici';
import { afterAll, expect, test } from 'vitest';

import { ERROR_STATUS, errorBodySchema } from '../../../shared/contract/errors.ts';
import { contract } from '../../../shared/contract/index.ts';
import { sized } from '../../support/long.ts';
import { noInsides } from '../../support/no-insides.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { tokenFor } from './operations.ts';
import { anyRequest, type FuzzRequest } from './requests.ts';

const REQUESTS_PER_BATCH = 20;
const ROUNDS = sized({ long: 1_010, short: 70 });
/** `MUSTER_FUZZ_SEED` tries others; a failure names the seed and the smallest failing round. */
const seed = Number(process.env['MUSTER_FUZZ_SEED'] ?? 20_260_103);

const station = await aSharedStation();
const check = await station.openApiCheck();
const stored = await station.enrolled();
const spare = await Promise.all(Array.from({ length: 20 }, () => station.enrolled()));
const slots = await station.slots(20);
const tokens = { enterprise: station.token, device: stored.token };
const pool = new Pool(station.url, { connections: 10 });
afterAll(() => pool.destroy());

const request = anyRequest({
  existing: { deviceId: stored.id, enterpriseId: station.enterpriseId },
  knownIds: [stored.id],
  spareIds: [...spare.map(({ id }) => id), ...slots.map(({ id }) => id)],
  texts: [
    stored.androidId,
    ...spare.map((each) => each.androidId),
    ...slots.map((each) => each.enrollmentToken),
  ],
});

/** The answer; a stream is closed as soon as it began. */
async function send({ operation, url, body }: FuzzRequest): Promise<{ status: number; body: unknown }> {
  const answer = await pool.request({
    method: operation.method,
    path: url,
    headers: {
      authorization: `Bearer ${tokenFor(operation, tokens)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const type = String(answer.headers['content-type']);
  if (type.startsWith('text/event-stream')) {
    answer.body.on('error', () => undefined).destroy();
    return { status: answer.statusCode, body: undefined };
  }
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    body: type.startsWith('application/json') && text !== '' ? (JSON.parse(text) as unknown) : text,
  };
}

/** Returns what is wrong with an answer; undefined if it is documented, well-formed and exposes no internals. */
function faultOf({ operation }: FuzzRequest, { status, body }: { status: number; body: unknown }) {
  if (status >= 500) return `answered ${status}: ${JSON.stringify(body)}`;
  if (!noInsides(body ?? '', station.folder)) return `gave away its inside: ${JSON.stringify(body)}`;
  if (status >= 400) {
    const refusal = errorBodySchema.safeParse(body);
    if (!refusal.success) return `refused without a proper error: ${JSON.stringify(body)}`;
    if (ERROR_STATUS[refusal.data.code] !== status) return `answered ${status} with ${refusal.data.code}`;
    // An invalid URL path is refused before its operation is known.
    if (refusal.data.code === 'NOT_FOUND') return undefined;
  }
  try {
    check.assertDocumented({ method: operation.method, path: operation.path, status, body });
  } catch (error) {
    return String(error);
  }
  return undefined;
}

test('every random request gets a documented answer, never a 5xx', async () => {
  const seen = new Map<number, number>();
  const reached = new Set<string>();
  const round = fc.array(request, { minLength: REQUESTS_PER_BATCH, maxLength: REQUESTS_PER_BATCH });

  await fc.assert(
    fc.asyncProperty(round, async (requests) => {
      await Promise.all(
        requests.map(async (each) => {
          const answer = await send(each);
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          reached.add(each.name);
          const fault = faultOf(each, answer);
          if (fault !== undefined)
            throw new Error(`${each.operation.method} ${each.url}\n${each.body ?? ''}\n${fault}`);
        }),
      );
    }),
    { numRuns: ROUNDS, seed, endOnFailure: true },
  );

  // Neither all refused nor all accepted, and every operation was tried.
  for (const status of [200, 400, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(ROUNDS);
  expect(reached.size).toBeGreaterThan(Object.keys(contract).length - 3);
}, 300_000);

test('after all these requests the record is complete and the store is intact', async () => {
  using db = Object.assign(new Database(join(station.folder, 'muster.db'), { readonly: true }), {
    [Symbol.dispose]: () => void db.close(),
  });

  const device = await station.call(contract.getDevice, { params: { deviceId: stored.id } });
  const list = await station.call(contract.listDevices, { query: { limit: '100' } });

  expect(device).toMatchObject({ status: 200, body: { id: stored.id } });
  expect(list.status).toBe(200);
  expect(list.body.total).toBeGreaterThan(1);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
});
