import { expect, test } from 'vitest';

import { profileTrouble } from '../../../renderer/features/enrol/cart-progress.ts';
import { idsOfKey, proofKey, provenPlace, type Proofs } from '../../../renderer/features/enrol/proof.ts';
import type { Acceptance } from '../../../shared/contract/carts.ts';
import { examples } from '../../../shared/contract/examples/index.ts';
import { createAcceptanceSheet } from '../../../shared/contract/carts.ts';
import { aPlace, ENROLLED, READY } from './a-place.ts';

const [sample] = createAcceptanceSheet.reply.parse(examples.createAcceptanceSheet?.reply).items;

function proofs(given: Partial<Acceptance>, revision = 1): Proofs {
  if (sample === undefined) throw new Error('The example has no headset');
  const sheet = { ...sample, isConfirmed: false, open: [], ...given };
  return { 'place-1': { revision, sheet } };
}

const wanted = aPlace(1, { ...READY, settingsRevision: 1, appliedRevision: 1 });
const stateWith = (given: Partial<Acceptance>, revision?: number) =>
  provenPlace(wanted, proofs(given, revision)).state;

test('a headset of which nothing is wanted needs no proof, nor does one that is not that far', () => {
  const plain = aPlace(1, READY);
  const early = aPlace(1, { ...ENROLLED, settingsRevision: 1 });
  expect(provenPlace(plain, {})).toBe(plain);
  expect(provenPlace(early, {})).toBe(early);
  expect(idsOfKey(proofKey([plain, aPlace(2)], {}))).toEqual([]);
});

test('a headset counts as ready only when the sheet of this very revision says that it confirmed', () => {
  expect(provenPlace(wanted, {}).state.state).toBe('applying');
  expect(stateWith({ isConfirmed: true }, 0).state).toBe('applying');
  expect(stateWith({ isConfirmed: true }).state).toBe('ready');
  expect(idsOfKey(proofKey([wanted], proofs({ isConfirmed: true })))).toEqual([]);
  expect(idsOfKey(proofKey([wanted], proofs({})))).toEqual(['place-1']);
});

test('what is open says what it is shown as: content that failed, a setting that is otherwise, a profile not given', () => {
  expect(stateWith({ open: [{ code: 'CONTENT_FAILED', subject: 'org.a' }] })).toEqual({
    state: 'failed',
    fileName: 'org.a',
  });
  expect(stateWith({ open: [{ code: 'NOT_IN_EFFECT', subject: 'volume' }] })).toMatchObject({
    state: 'drifted',
    path: 'volume',
  });
  const profile = { id: 'p', name: 'Lab', version: null, reason: 'why', app: 'org.a' };
  const place = provenPlace(wanted, proofs({ profile, open: [{ code: 'PROFILE_WAITS', subject: 'Lab' }] }));
  expect(place.state.state).toBe('failed');
  expect(profileTrouble(place)).toEqual({ name: 'Lab', app: 'org.a' });
});
