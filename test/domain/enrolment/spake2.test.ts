import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  areEqual,
  elementOf,
  keysOfA,
  keysOfB,
  passwordElement,
  readPoint,
  type RunKeys,
  shareOfA,
  shareOfB,
} from '../../../shared/domain/enrolment/spake2.ts';
import { VECTORS } from './spake2-vectors.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const unhex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const scalar = (text: string) => BigInt(`0x${text}`);
const nothing = new Uint8Array();
const shown = ({ transcript, sharedKey, confirmA, confirmB }: RunKeys) => ({
  transcript: hex(transcript),
  sharedKey: hex(sharedKey),
  confirmA: hex(confirmA),
  confirmB: hex(confirmB),
});

/** The order of P-256. Source: FIPS 186-4, D.1.2.3. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const anyScalar = fc.bigInt({ min: 1n, max: ORDER - 1n });
const fewRuns = { numRuns: 15 };

/** One run between two sides, each with its own password and names. */
function run(a: { w: bigint; a: string; b: string }, b: { w: bigint; a: string; b: string }) {
  const [ofA, ofB] = [elementOf(a.w), elementOf(b.w)];
  const [shareA, shareB] = [shareOfA(ofA), shareOfB(ofB)];
  const atA = { identities: { a: a.a, b: a.b }, password: ofA, own: shareA };
  const atB = { identities: { a: b.a, b: b.b }, password: ofB, own: shareB };
  return {
    a: keysOfA({ ...atA, theirs: shareB.bytes }),
    b: keysOfB({ ...atB, theirs: shareA.bytes }),
  };
}

test.each(VECTORS)('the RFC’s vector of A “$a” and B “$b” is reproduced exactly, on both sides', (vector) => {
  const password = elementOf(scalar(vector.w));
  const [ofA, ofB] = [shareOfA(password, scalar(vector.x)), shareOfB(password, scalar(vector.y))];
  const identities = { a: vector.a, b: vector.b };

  const a = keysOfA({ identities, password, own: ofA, theirs: ofB.bytes });
  const b = keysOfB({ identities, password, own: ofB, theirs: ofA.bytes });

  const { pA, pB, sharedKey, confirmA, confirmB } = vector;
  expect([hex(ofA.bytes), hex(ofB.bytes)]).toEqual([pA, pB]);
  for (const keys of [a, b])
    expect(keys === undefined ? undefined : shown(keys)).toMatchObject({
      ...(vector.transcript === undefined ? {} : { transcript: vector.transcript }),
      sharedKey,
      confirmA,
      confirmB,
    });
});

test('two sides with the same password and names derive the same keys, whatever they are', () => {
  fc.assert(
    fc.property(anyScalar, fc.string(), fc.string(), (w, a, b) => {
      const keys = run({ w, a, b }, { w, a, b });
      expect(keys.a).toBeDefined();
      expect(keys.a).toEqual(keys.b);
    }),
    fewRuns,
  );
});

test('another password, or another name of either side, results in other proofs', () => {
  const side = fc.record({ w: anyScalar, a: fc.string(), b: fc.string() });
  const other = fc.constantFrom<(one: { w: bigint; a: string; b: string }) => typeof one>(
    (one) => ({ ...one, w: one.w === 1n ? 2n : one.w - 1n }),
    (one) => ({ ...one, a: `${one.a}x` }),
    (one) => ({ ...one, b: `${one.b}x` }),
    // A character moved from one name to the other makes another pair of names.
    (one) => ({ ...one, a: `${one.a}x`, b: one.b.slice(1) }),
  );
  fc.assert(
    fc.property(side, other, (one, change) => {
      const keys = run(one, change(one));
      expect(keys.a === undefined || keys.b === undefined).toBe(false);
      expect(hex(keys.a?.confirmA ?? nothing)).not.toBe(hex(keys.b?.confirmA ?? nothing));
      expect(hex(keys.a?.confirmB ?? nothing)).not.toBe(hex(keys.b?.confirmB ?? nothing));
    }),
    fewRuns,
  );
});

test('the same password results in a different share every time', () => {
  const password = elementOf(7n);

  expect(hex(shareOfA(password).bytes)).not.toBe(hex(shareOfA(password).bytes));
});

/** y of the curve for this x, plus one: not a point of the curve. */
const offCurve = (() => {
  const bytes = shareOfA(elementOf(7n)).bytes;
  bytes[64] = (bytes[64] ?? 0) ^ 1;
  return hex(bytes);
})();

test.each([
  ['nothing', ''],
  ['the identity in its one-byte form', '00'],
  ['the identity in a long form', `00${'00'.repeat(64)}`],
  ['zeros as coordinates', `04${'00'.repeat(64)}`],
  ['coordinates beyond the field', `04${'ff'.repeat(64)}`],
  ['a pair that is not on the curve', offCurve],
  ['a compressed point', '02886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f'],
  ['a hybrid point', `06${VECTORS[0].pA.slice(2)}`],
  ['a byte too many', `${VECTORS[0].pA}00`],
  ['a byte too few', VECTORS[0].pA.slice(0, -2)],
])('%s is not a valid share', (_, bytes) => {
  const password = elementOf(7n);
  const input = { identities: { a: 'a', b: 'b' }, password, theirs: unhex(bytes) };

  expect(readPoint(unhex(bytes))).toBeUndefined();
  expect(keysOfA({ ...input, own: shareOfA(password) })).toBeUndefined();
  expect(keysOfB({ ...input, own: shareOfB(password) })).toBeUndefined();
});

test('random bytes of the right length are not a valid share', () => {
  const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(bytes, (coordinates) => {
      expect(readPoint(new Uint8Array([4, ...coordinates]))).toBeUndefined();
    }),
  );
});

test('a share that equals the blinding, whose key everyone would know, is refused', () => {
  const password = elementOf(7n);
  const identities = { a: 'a', b: 'b' };

  const [wM, wN] = [password.wM.toBytes(false), password.wN.toBytes(false)];

  expect(keysOfA({ identities, password, own: shareOfA(password), theirs: wN })).toBeUndefined();
  expect(keysOfB({ identities, password, own: shareOfB(password), theirs: wM })).toBeUndefined();
});

test.each([0n, ORDER, -1n])('%s is not a valid password in the group', (w) => {
  expect(() => elementOf(w)).toThrow(RangeError);
});

test('a stretched password is reduced modulo the order, and must be long enough for that', () => {
  const bytes = new Uint8Array(48).fill(0xa5);

  expect(passwordElement(bytes).w).toBe(scalar('a5'.repeat(48)) % ORDER);
  expect(() => passwordElement(new Uint8Array(39).fill(1))).toThrow(RangeError);
});

test('byte arrays are equal if all their bytes are', () => {
  const any = fc.uint8Array({ maxLength: 40 });
  fc.assert(
    fc.property(any, any, (one, other) => {
      expect(areEqual(one, other)).toBe(hex(one) === hex(other));
      expect(areEqual(one, new Uint8Array(one))).toBe(true);
    }),
  );
});
