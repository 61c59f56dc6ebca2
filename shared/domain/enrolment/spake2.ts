import { p256 } from '@noble/curves/nist.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SPAKE2 over P-256 with SHA-256, HKDF and HMAC: two sides that know the same short password come to the same keys, and
 * who listens or poses as one of them learns nothing but whether one guess was right. Source: RFC 9382.
 * Whoever imports this loads the curve library: the service does so only when the first headset pairs.
 */
const { Point } = p256;
type Point = InstanceType<typeof Point>;

/** The two fixed points of P-256. Source: RFC 9382, section 4, table 1. */
const M = Point.fromHex('02886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f');
const N = Point.fromHex('03d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b49');

const ORDER = Point.Fn.ORDER;
const SCALAR_BYTES = 32;
/** A point as it goes over the wire: uncompressed, 0x04 and two coordinates. Source: RFC 9382, section 3.3. */
const POINT_BYTES = 65;
const KEY_BYTES = 16;

/** A password in the group, with the two points that every run with it needs. */
export type PasswordElement = {
  readonly w: bigint;
  /** w·M, which blinds what A sends. */
  readonly wM: Point;
  /** w·N, which blinds what B sends. */
  readonly wN: Point;
};

/** One side of one run: its secret scalar and what it sends. Good for one run only. */
export type Share = { readonly secret: bigint; readonly bytes: Uint8Array };

/** Who takes part; both sides must name the same two. */
export type Identities = { readonly a: string; readonly b: string };

/** What both sides of a run share. `confirmA` proves A to B, `confirmB` proves B to A; 32 bytes each. */
export type RunKeys = {
  readonly transcript: Uint8Array;
  readonly sharedKey: Uint8Array;
  readonly confirmA: Uint8Array;
  readonly confirmB: Uint8Array;
};

/** The point of these bytes, or undefined where they are no point of P-256 that may be sent: off the curve, the identity, another form. */
export function readPoint(bytes: Uint8Array): Point | undefined {
  if (bytes.length !== POINT_BYTES) return undefined;
  try {
    const point = Point.fromBytes(bytes);
    point.assertValidity();
    return point;
  } catch {
    return undefined;
  }
}

/**
 * The element of a password that a memory-hard function has stretched to `bytes`: at least 40 of them, so that the
 * remainder is as good as even. Source: RFC 9382, section 3.2.
 */
export function passwordElement(bytes: Uint8Array): PasswordElement {
  if (bytes.length < SCALAR_BYTES + 8) throw new RangeError('A stretched password has at least 40 bytes');
  return elementOf(toNumber(bytes) % ORDER);
}

/** The element of the scalar itself. @throws {RangeError} where it is none of 1 to the order of the group. */
export function elementOf(w: bigint): PasswordElement {
  if (w <= 0n || w >= ORDER) throw new RangeError('A password cannot be zero in the group');
  return { w, wM: M.multiply(w), wN: N.multiply(w) };
}

/** What A sends first: x·P + w·M. `secret` is for the vectors of the RFC alone. */
export function shareOfA(password: PasswordElement, secret = randomScalar()): Share {
  return { secret, bytes: Point.BASE.multiply(secret).add(password.wM).toBytes(false) };
}

/** What B answers: y·P + w·N. */
export function shareOfB(password: PasswordElement, secret = randomScalar()): Share {
  return { secret, bytes: Point.BASE.multiply(secret).add(password.wN).toBytes(false) };
}

/** One run as one side sees it. */
export type Run = {
  readonly identities: Identities;
  readonly password: PasswordElement;
  readonly own: Share;
  /** What the other side sent. */
  readonly theirs: Uint8Array;
};

/** The keys as A works them out, or undefined where what B sent must be refused. */
export function keysOfA({ identities, password, own, theirs }: Run): RunKeys | undefined {
  const shared = sharedPoint(theirs, password.wN, own.secret);
  return shared === undefined ? undefined : schedule(identities, own.bytes, theirs, { shared, password });
}

/** The keys as B works them out, or undefined where what A sent must be refused. */
export function keysOfB({ identities, password, own, theirs }: Run): RunKeys | undefined {
  const shared = sharedPoint(theirs, password.wM, own.secret);
  return shared === undefined ? undefined : schedule(identities, theirs, own.bytes, { shared, password });
}

/** True for equal bytes; takes the same time wherever they differ. */
export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return difference === 0;
}

/** K. The cofactor of P-256 is 1, so there are no small subgroups; what is left to refuse is the identity. */
function sharedPoint(theirs: Uint8Array, blind: Point, secret: bigint): Point | undefined {
  const unblinded = readPoint(theirs)?.subtract(blind);
  if (unblinded === undefined || unblinded.is0()) return undefined;
  return unblinded.multiply(secret);
}

/** Transcript, keys and confirmations. Source: RFC 9382, sections 3.3 and 4. */
function schedule(
  { a, b }: Identities,
  pA: Uint8Array,
  pB: Uint8Array,
  { shared, password }: { readonly shared: Point; readonly password: PasswordElement },
): RunKeys {
  const parts = [utf8ToBytes(a), utf8ToBytes(b), pA, pB, shared.toBytes(false), Point.Fn.toBytes(password.w)];
  const transcript = concatBytes(...parts.flatMap((part) => [lengthOf(part), part]));
  const digest = sha256(transcript);
  const [sharedKey, confirmationKey] = [digest.slice(0, KEY_BYTES), digest.slice(KEY_BYTES)];
  const keys = hkdf(sha256, confirmationKey, undefined, utf8ToBytes('ConfirmationKeys'), 2 * KEY_BYTES);
  return {
    transcript,
    sharedKey,
    confirmA: hmac(sha256, keys.slice(0, KEY_BYTES), transcript),
    confirmB: hmac(sha256, keys.slice(KEY_BYTES), transcript),
  };
}

/** Eight bytes, the least one first. */
function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  return bytes;
}

function randomScalar(): bigint {
  return Point.Fn.fromBytes(p256.utils.randomSecretKey());
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
