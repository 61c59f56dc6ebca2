import type { Acceptance } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { Place } from '../carts/cart-progress.ts';

/** What the station says of headsets beyond their state, such as what a profile lacks, by their id. */
export type Proofs = Readonly<Record<string, { readonly revision: number; readonly sheet: Acceptance }>>;

/** Whether there is anything to prove: something is wanted of the headset, or waits to be. */
function needsProof(headset: Headset): boolean {
  return headset.androidId !== null && (headset.settingsRevision > 0 || headset.profileId !== null);
}

/** True for a headset that has proved the settings that are wanted of it now. */
function isProven(headset: Headset, proofs: Proofs): boolean {
  const proof = proofs[headset.id];
  return proof?.sheet.isConfirmed === true && proof.revision === headset.settingsRevision;
}

/** The headsets to ask about, with everything that may change the answer, as one text. */
export function proofKey(places: readonly Place[], proofs: Proofs): string {
  return places
    .filter(({ headset }) => needsProof(headset) && !isProven(headset, proofs))
    .map(({ headset }) => {
      const { id, settingsRevision, appliedRevision, profileId, lastHeartbeatAt } = headset;
      return [id, settingsRevision, appliedRevision, profileId, lastHeartbeatAt].join('|');
    })
    .join(' ');
}

/** The ids in such a text. */
export function idsOfKey(key: string): readonly string[] {
  return key === '' ? [] : key.split(' ').map((part) => part.split('|', 1)[0] ?? '');
}

/**
 * A place with what is proved of it. Its state needs none, for the station says what is not confirmed; only why a profile was
 * not given has to be known before it is told.
 */
export function provenPlace(place: Place, proofs: Proofs): Place {
  const { headset, state } = place;
  if (!needsProof(headset)) return place;
  const proof = proofs[headset.id];
  const sheet = proof?.revision === headset.settingsRevision ? proof.sheet : undefined;
  if (sheet !== undefined) return { headset, state, sheet };
  const isUntold = state.state === 'failed' && state.what === 'profile';
  return isUntold ? { headset, state: { state: 'applying', fileName: null, progress: null } } : place;
}
