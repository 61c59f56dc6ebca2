import type { z } from 'zod';

import { listDevices } from '../../shared/contract/devices/devices.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { createCodes, createSlots, type SlotCode } from '../../shared/contract/operations/station.ts';
import { issueToken } from '../../shared/contract/access/tokens.ts';
import { MAX_CANDIDATES } from '../../shared/contract/enrolment/pairing.ts';
import type { Clock } from '../agent/clock.ts';
import { Semaphore } from '../agent/semaphore.ts';
import { onlyWith, type Admission } from '../agent/station/enrolment.ts';
import type { StationClient } from '../agent/station/station-client.ts';

/** The station refused something that a simulation needs; the message says what and why. */
export class ProvisionError extends Error {
  override readonly name = 'ProvisionError';
}

/** How one headset enrols. `settled` must be called when it is enrolled, or gave up. */
export type Provisioned = Readonly<{ enrolToken: string; admission: Admission; settled?: () => void }>;

/** Access to the station for an organisation, with a time limit. */
export type AdminAccess = Readonly<{ station: StationClient; clock: Clock; signal: AbortSignal }>;

type Slots = z.output<typeof createSlots.reply>['items'];

/** Maximum number of slots per request. Far below what a body may hold. */
const SLOTS_PER_BATCH = 500;
const PAGE = 100;
/** An `enroll` token allows 240 requests per minute; each headset needs two or three. */
const HEADSETS_PER_TOKEN = 50;
const MAX_ATTEMPTS = 5;
const MAX_NEW_CODES = 3;
/** The station pairs by its newest codes only, `MAX_CANDIDATES` of them; some are left for others. */
const MAX_CONCURRENT_PAIRINGS = MAX_CANDIDATES / 2;

/** Creates `count` slots, whose headsets enrol with their enrolment tokens. */
export async function provisionNewSlots(
  admin: AdminAccess,
  count: number,
  lifeSec: number,
): Promise<Provisioned[]> {
  const slots = await createManySlots(admin, count);
  const bearers = await enrolTokens(admin, count, lifeSec);
  return slots.map(({ enrollmentToken }, index) => ({
    enrolToken: bearerOf(bearers, index),
    admission: onlyWith({ kind: 'token', enrollmentToken }),
  }));
}

/** Headsets that have only a code each: no token, so they must pair. */
export function provisionWithCodes(codes: readonly number[]): Provisioned[] {
  return codes.map((code) => ({ enrolToken: '', admission: onlyWith({ kind: 'code', code }) }));
}

/** Creates `count` slots, whose headsets type their codes and have no token: they must pair. */
export async function provisionForPairing(admin: AdminAccess, count: number): Promise<Provisioned[]> {
  const slots = await createManySlots(admin, count);
  return pairInto(
    admin,
    slots.map(({ id }) => id),
  );
}

/** Creates slots called SIM-01 and so on, in as many requests as needed. */
async function createManySlots(admin: AdminAccess, count: number): Promise<Slots> {
  const pad = Math.max(2, String(count).length);
  const slots: Slots = [];
  for (let made = 0; made < count; made += SLOTS_PER_BATCH) {
    const body = {
      count: Math.min(SLOTS_PER_BATCH, count - made),
      labelPrefix: 'SIM-',
      start: made + 1,
      pad,
    };
    slots.push(...(await request(admin, createSlots, { body })).items);
  }
  return slots;
}

/** Does the same for free slots, in the order of their ids; all of them without `count`. @throws {ProvisionError} */
export async function provisionFreeSlotsForPairing(
  admin: AdminAccess,
  count: number | null,
): Promise<Provisioned[]> {
  return pairInto(admin, await someFreeSlots(admin, count));
}

/** Requests a code when its headset is ready, and no more at once than the station can pair. */
function pairInto(admin: AdminAccess, ids: readonly string[]): Provisioned[] {
  const permits = new Semaphore(MAX_CONCURRENT_PAIRINGS);
  return ids.map((id) => {
    let hasPermit = false;
    const admission = withCodesOf(admin, { id });
    return {
      enrolToken: '',
      async admission(refused) {
        if (!hasPermit) await permits.acquire();
        hasPermit = true;
        return admission(refused);
      },
      settled: () => {
        if (hasPermit) permits.release();
        hasPermit = false;
      },
    };
  });
}

/**
 * Uses free slots, in the order of their ids, whose headsets type their codes. Without `count`: all, 5,000 at most.
 * @throws {ProvisionError} if there are fewer than `count`, or none.
 */
export async function provisionFreeSlots(
  admin: AdminAccess,
  count: number | null,
  lifeSec: number,
): Promise<Provisioned[]> {
  const ids = await someFreeSlots(admin, count);
  const codes = await request(admin, createCodes, { body: { devicesId: ids } });
  const bearers = await enrolTokens(admin, ids.length, lifeSec);
  return codes.map((slot, index) => ({
    enrolToken: bearerOf(bearers, index),
    admission: withCodesOf(admin, slot),
  }));
}

async function someFreeSlots(admin: AdminAccess, count: number | null): Promise<string[]> {
  const ids = await freeSlots(admin, count ?? 5_000);
  if (ids.length === 0) throw new ProvisionError('No free slot: create some on the Enrol screen first');
  if (count !== null && ids.length < count) {
    throw new ProvisionError(`Only ${ids.length} free slots for ${count} headsets`);
  }
  return ids;
}

async function freeSlots(admin: AdminAccess, max: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < max; page += 1) {
    const { items } = await request(admin, listDevices, { query: { page, limit: PAGE }, body: {} });
    const free = items.filter(({ androidId, isArchived }) => (androidId ?? null) === null && !isArchived);
    ids.push(...free.map(({ id }) => id));
    if (items.length < PAGE) break;
  }
  return ids.slice(0, max);
}

/**
 * Codes are valid for 15 minutes, which is too short for many headsets: a headset whose code is refused gets a new one,
 * and one whose slot has no code gets its first.
 */
function withCodesOf(admin: AdminAccess, slot: Pick<SlotCode, 'id' | 'code'>): Admission {
  let renewals = 0;
  const credential = ({ code }: Pick<SlotCode, 'code'>) =>
    code === undefined ? null : { kind: 'code' as const, code };
  return async (refused) => {
    if (refused === null && slot.code !== undefined) return credential(slot);
    if (refused !== null) renewals += 1;
    if (renewals > MAX_NEW_CODES) return null;
    const outcome = await admin.station.call(createCodes, { body: { devicesId: [slot.id] } });
    const [fresh] = outcome.kind === 'answered' ? outcome.reply : [];
    return fresh === undefined ? null : credential(fresh);
  };
}

async function enrolTokens(admin: AdminAccess, headsets: number, expiresInSec: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length * HEADSETS_PER_TOKEN < headsets) {
    const body = { scope: 'enroll' as const, expiresInSec, label: 'Simulated headsets' };
    const { token } = await request(admin, issueToken, { body });
    tokens.push(token);
  }
  return tokens;
}

function bearerOf(tokens: readonly string[], index: number): string {
  return tokens[Math.floor(index / HEADSETS_PER_TOKEN)] ?? '';
}

/** Repeats only requests that the station postponed: those have changed nothing. */
async function request<Body extends z.ZodType, Reply extends z.ZodType>(
  { station, clock, signal }: AdminAccess,
  endpoint: Endpoint<z.ZodType, z.ZodType, Body, Reply>,
  input: Readonly<{ query?: Record<string, number>; body: z.input<Body> }>,
): Promise<z.output<Reply>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await station.call(endpoint, input);
    if (outcome.kind === 'answered') return outcome.reply;
    if (outcome.kind === 'refused') throw new ProvisionError(`${endpoint.summary}: ${outcome.message}`);
    if (outcome.retryAfterMs === 0 || attempt === MAX_ATTEMPTS || signal.aborted) {
      throw new ProvisionError(`The station cannot be reached: ${outcome.reason}`);
    }
    await clock.wait(outcome.retryAfterMs, signal);
  }
}
