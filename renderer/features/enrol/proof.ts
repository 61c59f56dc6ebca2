import type { Acceptance } from '../../../shared/contract/carts.ts';
import type { Headset } from '../../../shared/contract/fleet.ts';
import type { StateOfHeadset } from '../../../shared/domain/headset-state.ts';
import { stageOf, type Place } from './cart-progress.ts';

/** What proves that headsets are as wanted, by their id. */
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
 * A place with what is proved of it: a headset that would count as ready does so only when it has confirmed everything
 * that is wanted, its profile and its contents too.
 */
export function provenPlace(place: Place, proofs: Proofs): Place {
  const { headset, state } = place;
  if (!needsProof(headset) || stageOf(state.state) !== 'ready' || isProven(headset, proofs)) return place;
  const proof = proofs[headset.id];
  const sheet = proof?.revision === headset.settingsRevision ? proof.sheet : undefined;
  return { headset, state: openState(sheet), ...(sheet === undefined ? {} : { sheet }) };
}

function openState(sheet: Acceptance | undefined): StateOfHeadset {
  const codes = new Map(sheet?.open.map(({ code, subject }) => [code, subject ?? '']));
  const lost = codes.get('PROFILE_WAITS') ?? codes.get('CONTENT_FAILED');
  if (lost !== undefined) return { state: 'failed', fileName: lost };
  const path = codes.get('NOT_IN_EFFECT');
  if (path !== undefined) return { state: 'drifted', path, count: 1 };
  return { state: 'applying', fileName: null, progress: null };
}
