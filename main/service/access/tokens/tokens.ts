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

/** What a new token is for. */
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
  /** True where it administers the station over the local network. */
  readonly isRemote?: boolean;
  /** What the person may do whose session it is; absent: it is no person's. */
  readonly role?: Role;
  /** Whose passcode opened it; absent: nobody's in particular. */
  readonly personId?: string | null;
};

/** How many proved tokens are remembered at least; a station of more headsets remembers one for each and a few over. */
const REMEMBERED = 20_000;
const SPARE = 1_000;

/** When who asks for an organisation that has moved may come again: the routers know by then. */
const RETRY_MOVED_SEC = 2;

/** Issues, proves and revokes tokens. */
export class Tokens implements Authenticator {
  readonly #store: TokenStore;
  readonly #signer: Signer;
  readonly #clock: Clock;
  readonly #gone: ReadonlySet<string>;
  /** Callers by signed token, so that a signature is checked once and not at every heartbeat. */
  readonly #proved = new Map<string, Caller>();
  #most = REMEMBERED;
  readonly #signedById = new Map<TokenId, string>();
  readonly #listeners = new Map<TokenId, Set<() => void>>();

  /** `gone`: the organisations that have moved to another cell. */
  constructor(store: TokenStore, signer: Signer, clock: Clock, gone: ReadonlySet<string> = new Set()) {
    this.#store = store;
    this.#signer = signer;
    this.#clock = clock;
    this.#gone = gone;
  }

  /** Records a new token inside the caller's transaction; `sign` gives its signed form afterwards. */
  add(request: TokenRequest): Token {
    const nowMs = this.#clock.now();
    const { expiresInSec, ...rest } = request;
    const token: Token = {
      ...rest,
      fleetAccess: [...request.fleetAccess],
      id: tokenIdSchema.parse(newId()),
      createdAtMs: nowMs,
      // Whole seconds, as the signed form says it.
      expiresAtMs: expiresInSec === null ? null : Math.ceil((nowMs + expiresInSec * 1_000) / 1_000) * 1_000,
      revokedAtMs: null,
      androidId: request.androidId ?? null,
      isRemote: request.isRemote === true,
      role: request.role ?? null,
      personId: request.personId ?? null,
    };
    this.#store.add(token);
    return token;
  }

  /** The signed form of a token that `add` recorded. */
  sign(token: Token): string {
    return this.#signer.sign(token);
  }

  /** Revokes inside the caller's transaction and answers when, in ms; from the commit on the token is refused and its streams end. */
  revoke(id: TokenId, afterCommit: AfterCommit): number {
    const nowMs = this.#clock.now();
    this.#store.revoke(id, nowMs);
    afterCommit(() => this.#forget(id));
    return nowMs;
  }

  /** Revokes every token of a device. */
  revokeOfDevice(deviceId: DeviceId, afterCommit: AfterCommit): void {
    for (const id of this.#store.liveOfDevice(deviceId)) this.revoke(id, afterCommit);
  }

  /** How many sessions of a person are open. */
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

  /** A token with which this headset, and no other, enrols in this organisation; inside the caller's transaction. */
  addForPairing(androidId: AndroidId, enterpriseId: EnterpriseId, expiresInSec: number): Token {
    this.#store.forgetPairings(this.#clock.now());
    const request = { scope: 'enroll', kind: 'issued', label: `pairing of ${androidId}` } as const;
    return this.add({ ...request, enterpriseId, deviceId: null, fleetAccess: [], expiresInSec, androidId });
  }

  async authenticate(signed: string): Promise<Caller | undefined> {
    const recalled = this.#recall(signed);
    if (recalled === undefined) this.#refuseGone(signed);
    const known = recalled ?? (await this.#prove(signed));
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
   * Refuses a token of an organisation that has moved to another cell, by what it claims and before it is looked up: here it
   * is not known any more, and 401 would be taken as final.
   */
  #refuseGone(signed: string): void {
    if (this.#gone.size === 0) return;
    const claimed = claimedEnterprise(signed);
    if (claimed === undefined || !this.#gone.has(claimed)) return;
    throw new Failure('ORGANISATION_MOVED', 'This organisation is served by another cell. Try again soon.', {
      retryAfterSec: RETRY_MOVED_SEC,
    });
  }

  async #prove(signed: string): Promise<Caller | undefined> {
    const id = await this.#signer.verify(signed);
    const token = id === undefined ? undefined : this.#store.find(id);
    if (token === undefined || token.revokedAtMs !== null) return undefined;
    const caller = toCaller(token, this.#gone);
    if (this.#proved.size >= this.#most) this.#makeRoom();
    this.#proved.set(signed, caller);
    this.#signedById.set(token.id, signed);
    return caller;
  }

  /** The oldest entry of the map is the one that was longest not asked for. */
  #recall(signed: string): Caller | undefined {
    const known = this.#proved.get(signed);
    // Where nothing has to go yet the order does not matter.
    if (known === undefined || this.#proved.size < this.#most / 2) return known;
    this.#proved.delete(signed);
    this.#proved.set(signed, known);
    return known;
  }

  /** Grows with the fleet; where there are more tokens than headsets, the least recently used goes. */
  #makeRoom(): void {
    this.#most = Math.max(REMEMBERED, this.#store.countOfHeadsets() + SPARE);
    for (const [signed, { tokenId }] of this.#proved) {
      if (this.#proved.size <= this.#most - SPARE) return;
      this.#proved.delete(signed);
      this.#signedById.delete(tokenId);
    }
  }

  #forget(id: TokenId): void {
    const signed = this.#signedById.get(id);
    if (signed !== undefined) this.#proved.delete(signed);
    this.#signedById.delete(id);
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }
}

function toCaller(token: Token, gone: ReadonlySet<string>): Caller {
  const own = token.enterpriseId === null ? [] : [token.enterpriseId];
  return {
    tokenId: token.id,
    scope: token.scope,
    enterpriseId: token.enterpriseId,
    reach: new Set([...own, ...token.fleetAccess].filter((id) => !gone.has(id))),
    deviceId: token.deviceId,
    androidId: token.androidId,
    isSession: token.kind === 'session' && !token.isRemote,
    isRemote: token.isRemote,
    role: token.role,
    personId: token.personId,
    expiresAtMs: token.expiresAtMs,
  };
}
