import type { Scope } from '../../../../shared/contract/endpoint.ts';
import {
  type AndroidId,
  type DeviceId,
  type EnterpriseId,
  type TokenId,
  tokenIdSchema,
} from '../../../../shared/contract/ids.ts';
import type { Role } from '../../../../shared/contract/access/roles.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Authenticator, Caller } from '../../kernel/http/caller.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { claimedEnterprise, type Signer } from './signer.ts';
import type { Token, TokenStore } from './store.ts';

/** Properties of a new token. */
export type TokenRequest = {
  readonly scope: Scope;
  readonly kind: Token['kind'];
  readonly label: string | null;
  readonly enterpriseId: EnterpriseId | null;
  readonly deviceId: DeviceId | null;
  readonly fleetAccess: readonly string[];
  readonly expiresInSec: number | null;
  /** The one headset that an `enroll` token is for; absent = any. */
  readonly androidId?: AndroidId;
  /** True if it administers the station over the local network. */
  readonly isRemote?: boolean;
  /** True for the token of a station that works together with this one. */
  readonly isPartner?: boolean;
  /** The role of the person whose session it is; absent: no person's. */
  readonly role?: Role;
  /** The person whose passcode opened it; absent: none. */
  readonly personId?: string | null;
  /** The session over the local network that issues it, and with which it ends; absent: none. */
  readonly sessionId?: TokenId;
  /** The carts that this person is limited to; absent: no limit. */
  readonly carts?: readonly string[] | null;
};

/**
 * Minimum number of verified tokens that are cached; a station with more headsets caches one for each and a few more.
 */
const MIN_CACHED = 20_000;
const SPARE = 1_000;

/** Delay after which a caller of an organisation that has moved should retry, in seconds: the routers know by then. */
const RETRY_MOVED_SEC = 2;

/** Issues, verifies and revokes tokens. */
export class Tokens implements Authenticator {
  readonly #store: TokenStore;
  readonly #signer: Signer;
  readonly #clock: Clock;
  readonly #movedAway: ReadonlySet<string>;
  /** Callers by signed token, so that a signature is not verified at every heartbeat. */
  readonly #proved = new Map<string, Caller>();
  #max = MIN_CACHED;
  readonly #signedById = new Map<TokenId, string>();
  readonly #listeners = new Map<TokenId, Set<() => void>>();

  /** `gone`: the organisations that have moved to another cell. */
  constructor(store: TokenStore, signer: Signer, clock: Clock, movedAway: ReadonlySet<string> = new Set()) {
    this.#store = store;
    this.#signer = signer;
    this.#clock = clock;
    this.#movedAway = movedAway;
  }

  /** Records a new token inside the caller's transaction; `sign` returns its signed form afterwards. */
  add(request: TokenRequest): Token {
    const nowMs = this.#clock.now();
    const { expiresInSec, ...rest } = request;
    const token: Token = {
      ...rest,
      fleetAccess: [...request.fleetAccess],
      id: tokenIdSchema.parse(newId()),
      createdAtMs: nowMs,
      // Whole seconds, as in the signed form.
      expiresAtMs: expiresInSec === null ? null : Math.ceil((nowMs + expiresInSec * 1_000) / 1_000) * 1_000,
      revokedAtMs: null,
      androidId: request.androidId ?? null,
      isRemote: request.isRemote === true,
      isPartner: request.isPartner === true,
      role: request.role ?? null,
      personId: request.personId ?? null,
      sessionId: request.sessionId ?? null,
      carts: request.carts === undefined || request.carts === null ? null : [...request.carts],
    };
    this.#store.add(token);
    return token;
  }

  /** Returns true for a token that was neither revoked nor has expired. */
  isValid(id: TokenId): boolean {
    const token = this.#store.find(id);
    if (token === undefined || token.revokedAtMs !== null) return false;
    return token.expiresAtMs === null || token.expiresAtMs > this.#clock.now();
  }

  /** Returns the label of a token; null if it has none or no longer exists. */
  labelOf(id: string): string | null {
    return this.#store.labelOf(id);
  }

  /** Returns the signed form of a token that `add` recorded. */
  sign(token: Token): string {
    return this.#signer.sign(token);
  }

  /**
   * Revokes a token inside the caller's transaction, with the tokens that it issued if it is a session over the local
   * network, and returns when, in ms. From the commit on they are refused and their streams are closed.
   */
  revoke(id: TokenId, afterCommit: AfterCommit): number {
    const nowMs = this.#clock.now();
    for (const each of [id, ...this.#store.liveOfSession(id)]) {
      this.#store.revoke(each, nowMs);
      afterCommit(() => this.#dropRevoked(each));
    }
    return nowMs;
  }

  /** Revokes every token of a device. */
  revokeOfDevice(deviceId: DeviceId, afterCommit: AfterCommit): void {
    for (const id of this.#store.liveOfDevice(deviceId)) this.revoke(id, afterCommit);
  }

  /** Returns the number of open sessions of a person. */
  countOfPerson(personId: string): number {
    return this.#store.liveOfPerson(personId, this.#clock.now()).length;
  }

  /** Ends every session of a person. */
  revokeOfPerson(personId: string, afterCommit: AfterCommit): void {
    for (const id of this.#store.liveOfPerson(personId, this.#clock.now())) this.revoke(id, afterCommit);
  }

  /** Ends every session over the local network that the station's own passcode opened. */
  revokeRemote(afterCommit: AfterCommit): void {
    for (const id of this.#store.liveRemote()) this.revoke(id, afterCommit);
  }

  /**
   * Adds a token with which this headset, and no other, enrols in this organisation; inside the caller's transaction.
   */
  addForPairing(androidId: AndroidId, enterpriseId: EnterpriseId, expiresInSec: number): Token {
    this.#store.forgetPairings(this.#clock.now());
    const request = { scope: 'enroll', kind: 'issued', label: `pairing of ${androidId}` } as const;
    return this.add({ ...request, enterpriseId, deviceId: null, fleetAccess: [], expiresInSec, androidId });
  }

  async authenticate(signed: string): Promise<Caller | undefined> {
    const cachedCaller = this.#cached(signed);
    if (cachedCaller === undefined) this.#refuseMoved(signed);
    const known = cachedCaller ?? (await this.#prove(signed));
    if (known === undefined) return undefined;
    return known.expiresAtMs !== null && known.expiresAtMs <= this.#clock.now() ? undefined : known;
  }

  onRevoked(tokenId: TokenId, callback: () => void): () => void {
    const set = this.#listeners.get(tokenId) ?? new Set();
    this.#listeners.set(tokenId, set.add(callback));
    return () => {
      set.delete(callback);
      if (set.size === 0) this.#listeners.delete(tokenId);
    };
  }

  /**
   * Refuses a token of an organisation that has moved to another cell, by its claim and before it is looked up: the
   * organisation is unknown here, and clients would treat a 401 as final.
   */
  #refuseMoved(signed: string): void {
    if (this.#movedAway.size === 0) return;
    const claimed = claimedEnterprise(signed);
    if (claimed === undefined || !this.#movedAway.has(claimed)) return;
    throw new Failure('ORGANISATION_MOVED', 'This organisation is served by another cell. Try again soon.', {
      retryAfterSec: RETRY_MOVED_SEC,
    });
  }

  async #prove(signed: string): Promise<Caller | undefined> {
    const id = await this.#signer.verify(signed);
    const token = id === undefined ? undefined : this.#store.find(id);
    if (token === undefined || token.revokedAtMs !== null) return undefined;
    const caller = toCaller(token, this.#movedAway);
    if (this.#proved.size >= this.#max) this.#evict();
    this.#proved.set(signed, caller);
    this.#signedById.set(token.id, signed);
    return caller;
  }

  /** Looks up a cached caller and marks it as recently used. */
  #cached(signed: string): Caller | undefined {
    const known = this.#proved.get(signed);
    // While nothing is evicted the order does not matter.
    if (known === undefined || this.#proved.size < this.#max / 2) return known;
    this.#proved.delete(signed);
    this.#proved.set(signed, known);
    return known;
  }

  /** Evicts the least recently used entries. The limit grows with the fleet. */
  #evict(): void {
    this.#max = Math.max(MIN_CACHED, this.#store.countOfHeadsets() + SPARE);
    for (const [signed, { tokenId }] of this.#proved) {
      if (this.#proved.size <= this.#max - SPARE) return;
      this.#proved.delete(signed);
      this.#signedById.delete(tokenId);
    }
  }

  #dropRevoked(id: TokenId): void {
    const signed = this.#signedById.get(id);
    if (signed !== undefined) this.#proved.delete(signed);
    this.#signedById.delete(id);
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }
}

function toCaller(token: Token, movedAway: ReadonlySet<string>): Caller {
  const own = token.enterpriseId === null ? [] : [token.enterpriseId];
  return {
    tokenId: token.id,
    scope: token.scope,
    enterpriseId: token.enterpriseId,
    reach: new Set([...own, ...token.fleetAccess].filter((id) => !movedAway.has(id))),
    deviceId: token.deviceId,
    androidId: token.androidId,
    isSession: token.kind === 'session' && !token.isRemote,
    isRemote: token.isRemote,
    isPartner: token.isPartner,
    role: token.role,
    personId: token.personId,
    carts: token.carts,
    expiresAtMs: token.expiresAtMs,
  };
}
