import type { Acceptance } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { Slot } from '../cart/cart-progress.ts';

/** Facts about headsets beyond their state, such as what a profile lacks, by id. */
export type Proofs = Readonly<Record<string, { readonly revision: number; readonly sheet: Acceptance }>>;

/** Returns whether there is anything to confirm: the headset has settings or a pending profile. */
function needsProof(headset: Headset): boolean {
  return headset.androidId !== null && (headset.settingsRevision > 0 || headset.profileId !== null);
}

/** Returns true for a headset that has confirmed its current settings. */
function isProven(headset: Headset, proofs: Proofs): boolean {
  const proof = proofs[headset.id];
  return proof?.sheet.isConfirmed === true && proof.revision === headset.settingsRevision;
}

/** Returns the headsets to request, with everything that may change the answer, as one text. */
export function proofKey(slots: readonly Slot[], proofs: Proofs): string {
  return slots
    .filter(({ headset }) => needsProof(headset) && !isProven(headset, proofs))
    .map(({ headset }) => {
      const { id, settingsRevision, appliedRevision, profileId, lastHeartbeatAt } = headset;
      return [id, settingsRevision, appliedRevision, profileId, lastHeartbeatAt].join('|');
    })
    .join(' ');
}

/** Returns the ids in such a text. */
export function idsOfKey(key: string): readonly string[] {
  return key === '' ? [] : key.split(' ').map((part) => part.split('|', 1)[0] ?? '');
}

/**
 * Returns a slot with its confirmed facts. Its state does not depend on them; only the reason why a profile was not
 * assigned must be known before it is shown.
 */
export function provenSlot(slot: Slot, proofs: Proofs): Slot {
  const { headset, state } = slot;
  if (!needsProof(headset)) return slot;
  const proof = proofs[headset.id];
  const sheet = proof?.revision === headset.settingsRevision ? proof.sheet : undefined;
  if (sheet !== undefined) return { headset, state, sheet };
  const isProfileFailure = state.state === 'failed' && state.what === 'profile';
  return isProfileFailure ? { headset, state: { state: 'applying', fileName: null, progress: null } } : slot;
}
