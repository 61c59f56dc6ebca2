import { expect, test } from 'vitest';

import { profileProblem } from '../../../renderer/enrolment/cart/cart-progress.ts';
import { idsOfKey, proofKey, provenSlot, type Proofs } from '../../../renderer/enrolment/slots/proof.ts';
import { type Acceptance, createAcceptanceSheet } from '../../../shared/contract/enrolment/carts.ts';
import { examples } from '../../../shared/contract/all.reference.ts';
import { aSlot, READY } from './a-slot.ts';

const [sample] = createAcceptanceSheet.reply.parse(examples.createAcceptanceSheet?.reply).items;

function proofs(input: Partial<Acceptance>, revision = 1): Proofs {
  if (sample === undefined) throw new Error('The example has no headset');
  const sheet = { ...sample, isConfirmed: false, open: [], ...input };
  return { 'place-1': { revision, sheet } };
}

const wanted = aSlot(1, { ...READY, settingsRevision: 1, appliedRevision: 1 });

test('a headset without target settings needs no proof', () => {
  const plain = aSlot(1, READY);
  expect(provenSlot(plain, {})).toBe(plain);
  expect(idsOfKey(proofKey([plain, aSlot(2)], {}))).toEqual([]);
});

test('the sheet of the current revision is requested until it shows that the headset confirmed', () => {
  expect(provenSlot(wanted, proofs({ isConfirmed: true }, 0)).sheet).toBeUndefined();
  expect(provenSlot(wanted, proofs({ isConfirmed: true })).sheet?.isConfirmed).toBe(true);
  expect(idsOfKey(proofKey([wanted], proofs({ isConfirmed: true })))).toEqual([]);
  expect(idsOfKey(proofKey([wanted], proofs({})))).toEqual(['place-1']);
});

test('a profile that was not assigned is reported once the reason is known', () => {
  const unconfirmed = aSlot(1, { ...READY, profileId: 'p' });
  expect(unconfirmed.state.state).toBe('failed');
  expect(provenSlot(unconfirmed, {}).state.state).toBe('applying');
  const profile = { id: 'p', name: 'Lab', version: null, reason: 'why', app: 'org.a' };
  const received = provenSlot(
    unconfirmed,
    proofs({ profile, open: [{ code: 'PROFILE_WAITS', subject: 'Lab' }] }, 0),
  );
  expect(received.state.state).toBe('failed');
  expect(profileProblem(received)).toEqual({ name: 'Lab', app: 'org.a' });
});
