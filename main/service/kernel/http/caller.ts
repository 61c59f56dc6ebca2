import type { Scope } from '../../../../shared/contract/endpoint.ts';
import type { Role } from '../../../../shared/contract/access/roles.ts';
import type { AndroidId, DeviceId, EnterpriseId, TokenId } from '../../../../shared/contract/ids.ts';

/** The caller of a request, as proved by a token. */
export type Caller = {
  readonly tokenId: TokenId;
  readonly scope: Scope;
  /** Null: no organisation. */
  readonly enterpriseId: EnterpriseId | null;
  /** Every organisation whose devices the caller may access: its own and those opened to it. */
  readonly reach: ReadonlySet<string>;
  /** The one device that a device token belongs to. */
  readonly deviceId: DeviceId | null;
  /** The one headset that an `enroll` token from pairing is for; null = any. */
  readonly androidId: AndroidId | null;
  /** True for a session that was opened with the passcode: it administers the station over the local network. */
  readonly isRemote: boolean;
  /** True for the local interface's own session, which has no rate limit. */
  readonly isSession: boolean;
  /** The role of the person who signed in; null: a program or a headset, limited by its scope. */
  readonly role: Role | null;
  /** The person whose passcode opened the session; null: none. */
  readonly personId: string | null;
  /** The carts that this person is limited to, by id; null: no limit. Source: docs/decisions/0191. */
  readonly carts: readonly string[] | null;
  /** True for the station that works together with this one: only what sync needs. */
  readonly isPartner: boolean;
  readonly expiresAtMs: number | null;
};

/** Verifies tokens. */
export type Authenticator = {
  /** Returns the caller of a token, or undefined if the token is malformed, forged, expired or revoked. */
  authenticate(token: string): Promise<Caller | undefined>;
  /** Calls back as soon as this token is revoked. Returns a function that stops it. */
  onRevoked(tokenId: TokenId, callback: () => void): () => void;
};
