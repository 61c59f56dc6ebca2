import type { Scope } from '../../../../shared/contract/endpoint.ts';
import type { Role } from '../../../../shared/contract/access/roles.ts';
import type { AndroidId, DeviceId, EnterpriseId, TokenId } from '../../../../shared/contract/ids.ts';

/** Who asks, as proved by a token. */
export type Caller = {
  readonly tokenId: TokenId;
  readonly scope: Scope;
  /** Null: attached to no organisation. */
  readonly enterpriseId: EnterpriseId | null;
  /** Every organisation whose devices it may reach: its own and those opened to it. */
  readonly reach: ReadonlySet<string>;
  /** The one device that a device token speaks for. */
  readonly deviceId: DeviceId | null;
  /** The one headset that an `enroll` token from pairing is for; null = any. */
  readonly androidId: AndroidId | null;
  /** True for a session that was opened with the passcode: it administers the station over the local network. */
  readonly isRemote: boolean;
  /** True for the local interface's own session, which has no rate limit. */
  readonly isSession: boolean;
  /** What the person may do who signed in; null: a program or a headset, which its scope limits. */
  readonly role: Role | null;
  /** The person whose passcode opened the session; null: nobody in particular. */
  readonly personId: string | null;
  readonly expiresAtMs: number | null;
};

/** Proves tokens. */
export type Authenticator = {
  /** The caller behind a token, or undefined when the token is malformed, forged, expired or revoked. */
  authenticate(token: string): Promise<Caller | undefined>;
  /** Calls back when this token is revoked, at once; answers how to stop listening. */
  onRevoked(tokenId: TokenId, callback: () => void): () => void;
};
