import { randomInt } from 'node:crypto';

import type { AndroidId, EnterpriseId } from '../../../../shared/contract/ids.ts';
import { MAX_CANDIDATES } from '../../../../shared/contract/enrolment/pairing.ts';
import { identitiesOf, RUN_LIFE_MS } from '../../../../shared/domain/enrolment/pairing.ts';
import type { RunKeys } from '../../../../shared/domain/enrolment/spake2.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/new-id.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Records } from '../../devices/index.ts';
import { CODE_LIFE_MS, type CodeGuard, RUNS_WAIT_MS } from '../../devices/codes/index.ts';
import { refuseGuesser } from '../join/enrol.ts';
import { settleWrongCode } from '../join/wrong-codes.ts';
import type { Token } from '../../access/index.ts';
import { PasswordElements } from './elements.ts';
import { type Candidate, type PairingRun, PairingRuns } from './runs.ts';

export type PairingParts = {
  readonly records: Records;
  readonly guard: CodeGuard;
  readonly ownEnterpriseId: EnterpriseId;
  /** Returns that of the station's own key, even while LAN access is off. */
  readonly fingerprint: () => string;
  /** Returns true while headsets can reach the station over the local network, and so will pair. */
  readonly isOnLan: () => boolean;
};

/** A code that a headset may have typed. */
type Open = Pick<Candidate, 'code' | 'deviceKey' | 'enterpriseId'>;

type Refusal = Failure<'RATE_LIMITED' | 'ENROLMENT_CODE_UNKNOWN' | 'ENROLMENT_CLOSED'>;

/** A successful pairing. */
export type Paired = { readonly index: number; readonly confirmB: Uint8Array; readonly token: Token };

/** Proves headset and station to each other with a typed code. Source: docs/decisions/0023-pairing.md. */
export class Pairing {
  readonly #parts: PairingParts;
  readonly #elements: PasswordElements;
  readonly #runs = new PairingRuns();

  constructor(parts: PairingParts) {
    this.#parts = parts;
    this.#elements = new PasswordElements(parts.fingerprint);
    parts.records.codes.onIssued((code) => {
      if (parts.isOnLan()) this.#elements.prepare(code);
    });
  }

  /** Starts a run. `pA` is the headset's share. */
  async start(
    androidId: AndroidId,
    pA: Uint8Array,
    address: string,
  ): Promise<PairingRun | Refusal | Failure<'VALIDATION_FAILED'>> {
    // Loaded when the first headset pairs, so that it does not delay the start.
    const { readPoint, shareOfB } = await import('../../../../shared/domain/enrolment/spake2.ts');
    if (readPoint(pA) === undefined) return refuseField('pA', 'Must be a point of P-256');
    const { records } = this.#parts;
    const begun = await records.core.writer.run((afterCommit) =>
      this.#begin(androidId, address, afterCommit),
    );
    if ('refused' in begun) return begun.refused;
    const passwords = await this.#elements.of(begun.open.map(({ code }) => code));
    const yielder = new Yielder();
    const candidates: Candidate[] = [];
    for (const [index, open] of begun.open.entries()) {
      const password = passwords[index];
      if (password === undefined) continue;
      candidates.push({ ...open, password, share: shareOfB(password) });
      await yielder.yieldIfDue();
    }
    const run = { id: begun.id, androidId, address, pA, candidates, expiresAtMs: begun.expiresAtMs };
    this.#runs.add(run);
    return run;
  }

  /** Finishes a run. `proofs` are the headset's, one for each share that it got. */
  async finish(
    id: string,
    proofs: readonly Uint8Array[],
  ): Promise<Paired | Refusal | Failure<'NOT_FOUND' | 'VALIDATION_FAILED'>> {
    const { records, fingerprint } = this.#parts;
    const { writer, clock } = records.core;
    const run = this.#runs.removeRun(id, clock.now());
    if (run === undefined) return new Failure('NOT_FOUND', 'This pairing has ended. Start again.');
    const fits = proofs.length === run.candidates.length;
    const found = fits ? await findProven(run, proofs, fingerprint()) : undefined;
    if (found !== undefined) {
      const token = await writer.run(() => this.#succeed(run, found.candidate));
      return token instanceof Failure ? token : { ...found, confirmB: found.keys.confirmB, token };
    }
    const closed = await writer.run((afterCommit) => this.#fail(run, afterCommit));
    if (!fits) return refuseField('confirmA', 'Must have one proof for each share of the station');
    return closed.length > 0 ? closedNow() : noSuchCode();
  }

  /** Counts the run before any check. A refusal is returned separately, so that the count is committed. */
  #begin(
    androidId: AndroidId,
    address: string,
    afterCommit: AfterCommit,
  ): { id: string; open: Open[]; expiresAtMs: number } | { refused: Refusal } {
    const { records, guard, ownEnterpriseId } = this.#parts;
    const nowMs = records.core.clock.now();
    guard.followClock(nowMs);
    for (const abandoned of this.#runs.abandon(androidId, address, nowMs)) this.#fail(abandoned, afterCommit);
    const refused = refuseGuesser(guard, address, nowMs);
    if (refused !== undefined) return { refused };
    const enterpriseIds = organisationsOf(this.#openCodes(androidId, nowMs));
    const closed = guard.closeFull(enterpriseIds, nowMs);
    if (closed.length > 0) settleWrongCode(records, guard, { enterpriseIds: closed, closed }, afterCommit);
    const open = this.#openCodes(androidId, nowMs);
    if (open.length === 0) {
      const isClosed = closed.length > 0 || !guard.isOpen(ownEnterpriseId);
      return { refused: isClosed ? closedNow() : noSuchCode() };
    }
    const tried = organisationsOf(open);
    if (guard.isBusy(tried, nowMs)) return { refused: busy() };
    const id = newId();
    guard.beginRun(id, tried, address, nowMs);
    return { id, open: shuffled(open), expiresAtMs: nowMs + RUN_LIFE_MS };
  }

  /**
   * Returns the newest live codes that this headset may have typed, of every organisation, because it has no token
   * that names one.
   */
  #openCodes(androidId: AndroidId, nowMs: number): Open[] {
    const { records, guard } = this.#parts;
    return records.codes.liveFor(androidId, nowMs, MAX_CANDIDATES).flatMap(({ code, deviceKey }) => {
      const slot = records.devices.findByKey(deviceKey);
      if (slot === undefined || slot.isArchived || !guard.isOpen(slot.enterpriseId)) return [];
      if (slot.androidId !== null && slot.androidId !== androidId) return [];
      return [{ code, deviceKey, enterpriseId: slot.enterpriseId }];
    });
  }

  #succeed(run: PairingRun, { code, deviceKey, enterpriseId }: Candidate): Token | Refusal {
    const { records, guard } = this.#parts;
    const nowMs = records.core.clock.now();
    guard.succeed(run.id);
    // It may have been replaced, used or voided since the run began; after the refusal the run still counts.
    const isLive = this.#openCodes(run.androidId, nowMs).some(
      (open) => open.code === code && open.deviceKey === deviceKey,
    );
    if (!isLive) return guard.isOpen(enterpriseId) ? noSuchCode() : closedNow();
    return records.tokens.addForPairing(run.androidId, enterpriseId, CODE_LIFE_MS / 1_000);
  }

  #fail(run: PairingRun, afterCommit: AfterCommit): EnterpriseId[] {
    const { records, guard } = this.#parts;
    const enterpriseIds = organisationsOf(run.candidates);
    const closed = guard.fail(run.id, enterpriseIds, records.core.clock.now());
    settleWrongCode(records, guard, { enterpriseIds, closed }, afterCommit);
    return closed;
  }
}

type Proven = { readonly index: number; readonly candidate: Candidate; readonly keys: RunKeys };

/** Finds the candidate whose code the headset has proved, in turns. */
async function findProven(
  { androidId, pA, candidates }: PairingRun,
  proofs: readonly Uint8Array[],
  fingerprint: string,
): Promise<Proven | undefined> {
  const { areEqual, keysOfB } = await import('../../../../shared/domain/enrolment/spake2.ts');
  const identities = identitiesOf(androidId, fingerprint);
  const yielder = new Yielder();
  for (const [index, candidate] of candidates.entries()) {
    const { password, share } = candidate;
    const keys = keysOfB({ identities, password, own: share, theirs: pA });
    const proof = proofs[index];
    if (keys !== undefined && proof !== undefined && areEqual(keys.confirmA, proof))
      return { index, candidate, keys };
    await yielder.yieldIfDue();
  }
  return undefined;
}

function organisationsOf(open: readonly Pick<Open, 'enterpriseId'>[]): EnterpriseId[] {
  return [...new Set(open.map(({ enterpriseId }) => enterpriseId))];
}

/** The order must not reveal which code is the newest. */
function shuffled(open: readonly Open[]): Open[] {
  const mixed = [...open];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const [one, two] = [mixed[last], mixed[other]];
    if (one !== undefined && two !== undefined) [mixed[last], mixed[other]] = [two, one];
  }
  return mixed;
}

function noSuchCode(): Refusal {
  return new Failure(
    'ENROLMENT_CODE_UNKNOWN',
    'No slot has this code, or this is another station. Check the code on the station; get a new one if necessary.',
  );
}

function closedNow(): Refusal {
  return new Failure(
    'ENROLMENT_CLOSED',
    'Too many wrong codes. All codes are now invalid. Get new codes on the station.',
  );
}

function busy(): Refusal {
  const retryAfterSec = Math.ceil(RUNS_WAIT_MS / 1_000);
  return new Failure('RATE_LIMITED', 'Too many headsets are pairing at this moment. Try again soon.', {
    retryAfterSec,
  });
}

function refuseField(path: string, message: string): Failure<'VALIDATION_FAILED'> {
  return new Failure('VALIDATION_FAILED', `${path}: ${message}`, { details: [{ path, message }] });
}
