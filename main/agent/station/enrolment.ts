import {
  enrolDevice,
  enrolDeviceByCode,
  identifyType,
  type EnrolledDevice,
} from '../../../shared/contract/enrolment/enrolment.ts';
import { retryDelayMs } from './backoff.ts';
import type { Clock } from '../clock.ts';
import type { AgentFaults } from '../faults.ts';
import type { HeadsetIdentity } from '../headset.ts';
import type { Pairing } from './pairing.ts';
import type { Random } from '../random.ts';
import type { Outcome, Refusal, StationClient } from './station-client.ts';

/** The credential with which a headset claims its slot. */
export type Credential =
  | Readonly<{ kind: 'code'; code: number }>
  | Readonly<{ kind: 'token'; enrollmentToken: string }>;

/** Returns the credential to enrol with: called first with null, then with each refusal. Null ends the attempt. */
export type Admission = (refused: Refusal | null) => Promise<Credential | null>;

/** Uses this credential once; a refusal of it is final. */
export function onlyWith(credential: Credential): Admission {
  return (refused) => Promise.resolve(refused === null ? credential : null);
}

/** The reason why a headset gave up. `code` is the station's, or `OUT_OF_REACH`. */
export type Reason = Readonly<{ code: string; message: string }>;

/** Returns the reason in a refusal. */
export function reasonOf(refusal: Refusal): Reason {
  return { code: refusal.code ?? `HTTP_${refusal.status}`, message: refusal.message };
}

type Entry = Readonly<{
  station: StationClient;
  identity: HeadsetIdentity;
  admission: Admission;
  /** Null: it enrols without pairing, with the token that it has. */
  pairing: Pairing | null;
  faults: AgentFaults;
  clock: Clock;
  random: Random;
  signal: AbortSignal;
}>;

/** Eight attempts last for about a minute and a half. */
const MAX_ATTEMPTS = 8;

/**
 * Pairs if needed, reports its model, then claims its slot. Returns the record with its token and model type, or why
 * not.
 */
export async function enrol(entry: Entry): Promise<{ record: EnrolledDevice; typeId: string } | Reason> {
  const wrongCode = entry.random.integer(100_000, 999_999);
  if (entry.faults.typesWrongCodeFirst) await tryOnce(entry, { kind: 'code', code: wrongCode });
  let refused: Refusal | null = null;
  for (;;) {
    const credential = await entry.admission(refused);
    if (credential === null || entry.signal.aborted) return giveUp(refused);
    const claimed = await tryOnce(entry, credential);
    if (claimed.kind === 'answered') return claimed.reply;
    // Only another code or token can help, and only if that one was the problem.
    if (claimed.kind !== 'refused' || claimed.status !== 404) return giveUp(claimed);
    refused = claimed;
  }
}

/** Runs all steps with one credential. A headset that pairs has no token before. */
async function tryOnce(
  entry: Entry,
  credential: Credential,
): Promise<Outcome<{ record: EnrolledDevice; typeId: string }>> {
  const { station, identity, pairing } = entry;
  const { name, product } = identity.model;
  if (pairing !== null && credential.kind === 'code') {
    const proved = await persist(entry, () => pairing.prove(credential.code));
    if (proved.kind !== 'answered') return proved;
  }
  const type = await persist(entry, () => station.call(identifyType, { body: { name, product } }));
  if (type.kind !== 'answered') return type;
  const claimed = await persist(entry, () => claim(entry, credential));
  if (claimed.kind !== 'answered') return claimed;
  return { kind: 'answered', reply: { record: claimed.reply, typeId: type.reply.id } };
}

function claim({ station, identity }: Entry, credential: Credential): Promise<Outcome<EnrolledDevice>> {
  const { androidId } = identity;
  if (credential.kind === 'code') {
    return station.call(enrolDeviceByCode, { body: { code: credential.code, androidId } });
  }
  return station.call(enrolDevice, { body: { enrollmentToken: credential.enrollmentToken, androidId } });
}

/**
 * Repeats requests that the station postpones. Enrolling again with the same credential changes nothing, so it is
 * safe.
 */
async function persist<Reply>(entry: Entry, attempt: () => Promise<Outcome<Reply>>): Promise<Outcome<Reply>> {
  for (let count = 0; ; count += 1) {
    const outcome = await attempt();
    if (outcome.kind !== 'later' || count + 1 === MAX_ATTEMPTS || entry.signal.aborted) return outcome;
    const delayMs = Math.max(outcome.retryAfterMs, retryDelayMs(count, entry.random));
    await entry.clock.wait(delayMs, entry.signal);
  }
}

function giveUp(outcome: Outcome<unknown> | null): Reason {
  if (outcome?.kind === 'refused') return reasonOf(outcome);
  if (outcome?.kind === 'later') return { code: 'OUT_OF_REACH', message: outcome.reason };
  return { code: 'NOT_ADMITTED', message: 'Nothing to enrol with' };
}
