import type { Headset } from '../../contract/devices/fleet.ts';
import { FULL_STORAGE_SHARE, LOW_BATTERY_PERCENT, STALE_AFTER_MS } from './headset-limits.ts';
import { isHeardNow } from '../kernel/freshness.ts';

/**
 * Every state that a headset can be shown in, in the order in which they win. Source: ui.md section 4; what is not as wanted
 * wins over what merely needs a look, see decision 0280.
 */
export const HEADSET_STATES = [
  'archived',
  'waiting',
  'failed',
  'offline',
  'enrolled',
  'applying',
  'queued',
  'drifted',
  'attention',
  'lowBattery',
  'inUse',
  'ready',
] as const;
export type HeadsetState = (typeof HEADSET_STATES)[number];

/** What a headset is shown as, with the particulars that its words are made of. */
export type StateOfHeadset =
  | { readonly state: 'archived' | 'waiting' | 'enrolled' | 'ready' }
  | { readonly state: 'failed'; readonly what: 'content'; readonly fileName: string }
  /** The profile of its place could not be given to it. */
  | { readonly state: 'failed'; readonly what: 'profile'; readonly profileId: string }
  /** `heardAtMs` is the last sign of life, in ms since 1970 UTC. */
  | { readonly state: 'offline'; readonly heardAtMs: number | null }
  /** `progress` is 0 to 1; null of content that the headset says nothing of. Without `fileName` settings are on their way. */
  | { readonly state: 'applying'; readonly fileName: string | null; readonly progress: number | null }
  /** `usedShare` is 0 to 1. */
  | { readonly state: 'attention'; readonly usedShare: number }
  /** `path` is the first of the settings that it reports otherwise, `count` how many there are; also where it never confirmed them. */
  | { readonly state: 'drifted'; readonly path: string; readonly count: number }
  /** `level` in percent. */
  | { readonly state: 'lowBattery'; readonly level: number }
  | { readonly state: 'inUse'; readonly packageName: string };

/** Every field of a headset that its state depends on. */
export type HeadsetFacts = Pick<
  Headset,
  | 'isArchived'
  | 'androidId'
  | 'isLinked'
  | 'linkEndedAt'
  | 'lastHeartbeatAt'
  | 'enrolledAt'
  | 'battery'
  | 'storage'
  | 'worn'
  | 'runningPackage'
  | 'download'
  | 'settingsRevision'
  | 'appliedRevision'
  | 'drift'
  | 'unconfirmed'
  | 'profileId'
>;

/** The last sign of life, a heartbeat or the enrolment itself, in ms since 1970 UTC; null when there was none. */
export function heardAtMs(headset: Pick<Headset, 'lastHeartbeatAt' | 'enrolledAt'>): number | null {
  const heartbeat = instantMs(headset.lastHeartbeatAt);
  const enrolment = instantMs(headset.enrolledAt);
  if (heartbeat === null) return enrolment;
  return enrolment === null ? heartbeat : Math.max(heartbeat, enrolment);
}

/** What tells whether a headset is there. */
export type PresenceFacts = Pick<Headset, 'isLinked' | 'linkEndedAt' | 'lastHeartbeatAt' | 'enrolledAt'>;

/** True for a headset that is there: it holds its link or, where it has lost none since, was heard a moment ago. */
export function isThere(headset: PresenceFacts, nowMs: number): boolean {
  if (headset.isLinked) return true;
  const facts = { heardAtMs: heardAtMs(headset), linkEndedAtMs: instantMs(headset.linkEndedAt) };
  return isHeardNow(facts, nowMs);
}

/** True when what the headset reported is too old to be shown as current. */
export function isStale(
  headset: Pick<Headset, 'lastHeartbeatAt' | 'enrolledAt' | 'isLinked'>,
  nowMs: number,
): boolean {
  const heard = heardAtMs(headset);
  return heard === null || nowMs - heard > STALE_AFTER_MS;
}

/** The one state a headset is shown in at `nowMs`: the first of `HEADSET_STATES` that applies. Total and pure. */
export function headsetState(headset: HeadsetFacts, nowMs: number): StateOfHeadset {
  if (headset.isArchived) return { state: 'archived' };
  if (headset.androidId === null) return { state: 'waiting' };
  if (headset.download?.isFailed === true)
    return { state: 'failed', what: 'content', fileName: headset.download.fileName };

  if (!isThere(headset, nowMs)) return { state: 'offline', heardAtMs: heardAtMs(headset) };
  if (!hasReported(headset)) return { state: 'enrolled' };
  return whileReporting(headset);
}

/** True when two states would be shown alike. */
export function isSameState(a: StateOfHeadset, b: StateOfHeadset): boolean {
  if (a.state !== b.state) return false;
  const ours = Object.entries(a);
  const theirs = new Map<string, unknown>(Object.entries(b));
  return ours.length === theirs.size && ours.every(([key, value]) => Object.is(theirs.get(key), value));
}

function whileReporting(headset: HeadsetFacts): StateOfHeadset {
  const { download, battery } = headset;
  if (download !== null) {
    return { state: 'applying', fileName: download.fileName, progress: download.progress };
  }
  if (isBehind(headset)) return { state: 'applying', fileName: null, progress: null };

  const open = notConfirmed(headset);
  if (open !== null) return open;

  const used = usedShare(headset.storage);
  if (used !== null && used >= FULL_STORAGE_SHARE) return { state: 'attention', usedShare: used };
  const level = battery?.level ?? null;
  if (level !== null && level <= LOW_BATTERY_PERCENT && battery?.isCharging !== true) {
    return { state: 'lowBattery', level };
  }
  if (headset.worn === true && headset.runningPackage !== null) {
    return { state: 'inUse', packageName: headset.runningPackage };
  }
  return { state: 'ready' };
}

/** What keeps a headset that has applied its settings from being ready: nobody else says of it that it is. */
function notConfirmed({ profileId, unconfirmed, drift }: HeadsetFacts): StateOfHeadset | null {
  if (profileId !== null) return { state: 'failed', what: 'profile', profileId };
  const subject = unconfirmed?.subject ?? '';
  if (unconfirmed?.code === 'CONTENT_FAILED') return { state: 'failed', what: 'content', fileName: subject };
  if (drift !== null) return { state: 'drifted', path: drift.first.path, count: drift.count };
  if (unconfirmed?.code === 'NOT_IN_EFFECT') return { state: 'drifted', path: subject, count: 1 };
  return unconfirmed === null ? null : { state: 'applying', fileName: unconfirmed.subject, progress: null };
}

/** A heartbeat from before the enrolment belongs to the record's past, not to this headset. */
function hasReported(headset: HeadsetFacts): boolean {
  const heartbeat = instantMs(headset.lastHeartbeatAt);
  if (heartbeat === null) return false;
  const enrolment = instantMs(headset.enrolledAt);
  return enrolment === null || heartbeat >= enrolment;
}

/** A headset that never named a revision has confirmed none, so any written settings are still on their way. */
function isBehind(headset: HeadsetFacts): boolean {
  return (headset.appliedRevision ?? 0) < headset.settingsRevision;
}

/** Share of the storage in use, 0 to 1; null when the headset reported none. */
export function usedShare(storage: Headset['storage']): number | null {
  if (storage === null || storage.totalBytes <= 0) return null;
  return 1 - Math.min(Math.max(storage.freeBytes / storage.totalBytes, 0), 1);
}

/** Instants that were read before: the same few thousand are looked at every second for as long as nothing new is heard. */
const readBefore = new Map<string, number | null>();
const MAX_REMEMBERED = 50_000;

function instantMs(instant: string | null): number | null {
  if (instant === null) return null;
  const known = readBefore.get(instant);
  if (known !== undefined) return known;
  const parsed = Date.parse(instant);
  const ms = Number.isNaN(parsed) ? null : parsed;
  if (readBefore.size >= MAX_REMEMBERED) readBefore.clear();
  readBefore.set(instant, ms);
  return ms;
}
