import type { Headset } from '../../contract/devices/fleet.ts';
import type { Unconfirmed } from '../../contract/devices/unconfirmed.ts';
import type { Acceptance } from '../../contract/enrolment/carts.ts';
import { instantMs } from '../kernel/instant-ms.ts';

/** Why a headset is not confirmed; `subject` names the content, the setting or the id of the profile. */
export type OpenReason = Acceptance['open'][number];

/** The fields of a headset that decide whether it is confirmed. */
export type ConfirmationFacts = Pick<
  Headset,
  | 'androidId'
  | 'lastHeartbeatAt'
  | 'enrolledAt'
  | 'settingsRevision'
  | 'appliedRevision'
  | 'profileId'
  | 'pendingChange'
  | 'download'
  | 'unconfirmed'
  | 'drift'
>;

/**
 * Returns everything that keeps a headset from being confirmed: what waits for it, what it has not reported, and what
 * failed. The only rule for this: the acceptance sheet, Enrol, Fleet, Class and the statistics use it. It does not
 * depend on whether the headset is online. `unconfirmed` lists all that its last report leaves open, where known.
 */
export function openReasons(
  headset: ConfirmationFacts,
  unconfirmed: readonly Unconfirmed[] = headset.unconfirmed === null ? [] : [headset.unconfirmed],
): OpenReason[] {
  if (headset.androidId === null) return [{ code: 'NOT_ENROLLED', subject: null }];
  const { download, drift, profileId } = headset;
  const reasons: OpenReason[] = [];
  if (!hasReported(headset)) reasons.push({ code: 'NEVER_HEARD', subject: null });
  else if (hasPendingSettings(headset)) reasons.push({ code: 'SETTINGS_NOT_APPLIED', subject: null });
  if (profileId !== null) reasons.push({ code: 'PROFILE_WAITS', subject: profileId });
  if (headset.pendingChange !== null) reasons.push({ code: 'CHANGE_QUEUED', subject: null });
  const downloading = download?.isFailed === true ? 'CONTENT_FAILED' : 'CONTENT_NOT_THERE';
  if (download !== null && !unconfirmed.some(({ code }) => code === downloading))
    reasons.push({ code: downloading, subject: download.fileName });
  reasons.push(...unconfirmed);
  if (drift !== null && unconfirmed.length === 0)
    reasons.push({ code: 'NOT_IN_EFFECT', subject: drift.first.entry?.name ?? drift.first.path });
  return reasons;
}

/** Returns true for a headset for which nothing waits and nothing failed, and that has reported all it should have. */
export function isConfirmed(headset: ConfirmationFacts): boolean {
  return openReasons(headset).length === 0;
}

/** Returns true once it has reported. A heartbeat from before the enrolment belongs to an earlier headset of the record. */
export function hasReported(headset: Pick<Headset, 'lastHeartbeatAt' | 'enrolledAt'>): boolean {
  const heartbeat = instantMs(headset.lastHeartbeatAt);
  if (heartbeat === null) return false;
  const enrolment = instantMs(headset.enrolledAt);
  return enrolment === null || heartbeat >= enrolment;
}

/** A headset that never named a revision has confirmed none, so any written settings are still pending. */
export function hasPendingSettings(headset: Pick<Headset, 'settingsRevision' | 'appliedRevision'>): boolean {
  return (headset.appliedRevision ?? 0) < headset.settingsRevision;
}
