import { p256 } from '@noble/curves/nist.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SPAKE2 over P-256 with SHA-256, HKDF and HMAC: two sides that know the same short password derive the same keys,
 * and an attacker who listens or impersonates one of them learns only whether one guess was right. Source: RFC 9382.
 * Importing this loads the curve library: the service does so only when the first headset pairs.
 */
const { Point } = p256;
type Point = InstanceType<typeof Point>;

/** The two fixed points of P-256. Source: RFC 9382, section 4, table 1. */
const M = Point.fromHex('02886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f');
const N = Point.fromHex('03d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b49');

const ORDER = Point.Fn.ORDER;
const SCALAR_BYTES = 32;
/** Length of a point on the wire: uncompressed, 0x04 and two coordinates. Source: RFC 9382, section 3.3. */
const POINT_BYTES = 65;
const KEY_BYTES = 16;

/** A password as a group element, with the two points that every run with it needs. */
export type PasswordElement = {
  readonly w: bigint;
  /** w·M, which blinds the message of A. */
  readonly wM: Point;
  /** w·N, which blinds the message of B. */
  readonly wN: Point;
};

/** One side of a run: its secret scalar and its message. For one run only. */
export type Share = { readonly secret: bigint; readonly bytes: Uint8Array };

/** The two sides; both must name the same identities. */
export type Identities = { readonly a: string; readonly b: string };

/** Keys that both sides of a run derive. `confirmA` proves A to B, `confirmB` proves B to A; 32 bytes each. */
export type RunKeys = {
  readonly transcript: Uint8Array;
  readonly sharedKey: Uint8Array;
  readonly confirmA: Uint8Array;
  readonly confirmB: Uint8Array;
};

/**
 * Parses a point. Returns undefined if the bytes are not a valid point of P-256: off the curve, the identity, another
 * encoding.
 */
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
 * Returns the element of a password that a memory-hard function has stretched to `bytes`: at least 40, so that the
 * remainder is nearly uniform. Source: RFC 9382, section 3.2.
 */
export function passwordElement(bytes: Uint8Array): PasswordElement {
  if (bytes.length < SCALAR_BYTES + 8) throw new RangeError('A stretched password has at least 40 bytes');
  return elementOf(toNumber(bytes) % ORDER);
}

/** Returns the element of a scalar. @throws {RangeError} if it is not between 1 and the order of the group. */
export function elementOf(w: bigint): PasswordElement {
  if (w <= 0n || w >= ORDER) throw new RangeError('A password cannot be zero in the group');
  return { w, wM: M.multiply(w), wN: N.multiply(w) };
}

/** Returns the first message of A: x·P + w·M. `secret` is only for the test vectors of the RFC. */
export function shareOfA(password: PasswordElement, secret = randomScalar()): Share {
  return { secret, bytes: Point.BASE.multiply(secret).add(password.wM).toBytes(false) };
}

/** Returns the answer of B: y·P + w·N. */
export function shareOfB(password: PasswordElement, secret = randomScalar()): Share {
  return { secret, bytes: Point.BASE.multiply(secret).add(password.wN).toBytes(false) };
}

/** A run as seen by one side. */
export type Run = {
  readonly identities: Identities;
  readonly password: PasswordElement;
  readonly own: Share;
  /** The message of the other side. */
  readonly theirs: Uint8Array;
};

/** Returns the keys of A, or undefined if the message of B must be refused. */
export function keysOfA({ identities, password, own, theirs }: Run): RunKeys | undefined {
  const shared = sharedPoint(theirs, password.wN, own.secret);
  return shared === undefined ? undefined : schedule(identities, own.bytes, theirs, { shared, password });
}

/** Returns the keys of B, or undefined if the message of A must be refused. */
export function keysOfB({ identities, password, own, theirs }: Run): RunKeys | undefined {
  const shared = sharedPoint(theirs, password.wM, own.secret);
  return shared === undefined ? undefined : schedule(identities, theirs, own.bytes, { shared, password });
}

/** Compares bytes in constant time. */
export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return difference === 0;
}

/** Returns K. The cofactor of P-256 is 1, so there are no small subgroups; only the identity has to be refused. */
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

/** Eight bytes, little-endian. */
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
