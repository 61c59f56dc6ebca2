import type { Headset } from '../../contract/devices/fleet.ts';
import { FULL_STORAGE_SHARE, LOW_BATTERY_PERCENT, STALE_AFTER_MS } from './headset-limits.ts';
import { isSeenRecently } from '../kernel/freshness.ts';
import { instantMs } from '../kernel/instant-ms.ts';
import { type ConfirmationFacts, hasPendingSettings, hasReported, openReasons } from './confirmed.ts';

/**
 * Every state that a headset can be shown in, in order of precedence. Unconfirmed settings take
 * precedence over mere warnings, see decision 160.
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

/** The state that a headset is shown in, with the data for its message. */
export type StateOfHeadset =
  /** `queued`: a rollout has a change for it that was not sent yet. */
  | { readonly state: 'archived' | 'waiting' | 'enrolled' | 'queued' | 'ready' }
  | { readonly state: 'failed'; readonly what: 'content'; readonly fileName: string }
  /** The profile of its slot could not be applied. */
  | { readonly state: 'failed'; readonly what: 'profile'; readonly profileId: string }
  /**
   * `lastSeenAtMs` is the last contact, in ms since 1970 UTC. `cable`: why it has to be plugged in, if it is managed over
   * adb.
   */
  | {
      readonly state: 'offline';
      readonly lastSeenAtMs: number | null;
      readonly cable: CableNeed | null;
      /** The station that manages it instead. */
      readonly heldBy: string | null;
    }
  /**
   * `progress` is 0 to 1; null for content that the headset does not report. Without `fileName`, settings are being
   * applied.
   */
  | { readonly state: 'applying'; readonly fileName: string | null; readonly progress: number | null }
  /** `usedShare` is 0 to 1. */
  | { readonly state: 'attention'; readonly usedShare: number }
  /** `path` is the first of the settings that differ, `count` their number; also if it never confirmed them. */
  | { readonly state: 'drifted'; readonly path: string; readonly count: number }
  /** `level` in percent. */
  | { readonly state: 'lowBattery'; readonly level: number }
  | { readonly state: 'inUse'; readonly packageName: string };

/**
 * Why a headset without an agent is away, besides being out of reach, as `AdbConnectionState` says it. `closed`: adb
 * over the Wi-Fi is closed; `blocked`: the network does not let this computer reach it there.
 */
export type CableNeed =
  | 'plugIn'
  | 'unauthorized'
  | 'reset'
  | 'elsewhere'
  | 'asleep'
  | 'silent'
  | 'unwritable'
  | 'closed'
  | 'blocked';

/** The fields of a headset that its state depends on. */
export type HeadsetFacts = ConfirmationFacts &
  Pick<
    Headset,
    'isArchived' | 'overAdb' | 'isLinked' | 'linkEndedAt' | 'battery' | 'storage' | 'worn' | 'runningPackage'
  >;

/**
 * Returns the time of the last contact, a heartbeat or the enrolment itself, in ms since 1970 UTC; null if there was
 * none.
 */
export function lastSeenAtMs(headset: Pick<Headset, 'lastHeartbeatAt' | 'enrolledAt'>): number | null {
  const heartbeat = instantMs(headset.lastHeartbeatAt);
  const enrolment = instantMs(headset.enrolledAt);
  if (heartbeat === null) return enrolment;
  return enrolment === null ? heartbeat : Math.max(heartbeat, enrolment);
}

/** The fields that decide whether a headset is online. */
export type PresenceFacts = Pick<Headset, 'isLinked' | 'linkEndedAt' | 'lastHeartbeatAt' | 'enrolledAt'>;

/**
 * Returns true for a headset that is online: it is connected or, if it has not lost a connection since, was seen
 * recently.
 */
export function isOnline(headset: PresenceFacts, nowMs: number): boolean {
  if (headset.isLinked) return true;
  const facts = { lastSeenAtMs: lastSeenAtMs(headset), linkEndedAtMs: instantMs(headset.linkEndedAt) };
  return isSeenRecently(facts, nowMs);
}

/** Returns true if the headset's report is too old to be shown as current. */
export function isStale(
  headset: Pick<Headset, 'lastHeartbeatAt' | 'enrolledAt' | 'isLinked'>,
  nowMs: number,
): boolean {
  const received = lastSeenAtMs(headset);
  return received === null || nowMs - received > STALE_AFTER_MS;
}

/** Returns the state a headset is shown in at `nowMs`: the first of `HEADSET_STATES` that applies. Total and pure. */
export function headsetState(headset: HeadsetFacts, nowMs: number): StateOfHeadset {
  if (headset.isArchived) return { state: 'archived' };
  if (headset.androidId === null) return { state: 'waiting' };
  if (headset.download?.isFailed === true)
    return { state: 'failed', what: 'content', fileName: headset.download.fileName };

  if (!isOnline(headset, nowMs))
    return {
      state: 'offline',
      lastSeenAtMs: lastSeenAtMs(headset),
      cable: cableNeed(headset.overAdb),
      heldBy: headset.overAdb?.heldBy ?? null,
    };
  if (!hasReported(headset)) return { state: 'enrolled' };
  return whileReporting(headset);
}

function cableNeed(overAdb: Headset['overAdb']): CableNeed | null {
  switch (overAdb?.connection) {
    case 'plugIn':
    case 'unauthorized':
    case 'reset':
    case 'elsewhere':
    case 'asleep':
    case 'silent':
    case 'unwritable':
      return overAdb.connection;
    case 'none':
      if (overAdb.wifi === 'open') return null;
      return overAdb.wifi === 'blocked' ? 'blocked' : 'closed';
    case 'usb':
    case 'wifi':
    case undefined:
      return null;
  }
}

/** Returns true if two states look the same. */
export function isSameState(a: StateOfHeadset, b: StateOfHeadset): boolean {
  if (a.state !== b.state) return false;
  const ours = Object.entries(a);
  const theirs = new Map<string, unknown>(Object.entries(b));
  return ours.length === theirs.size && ours.every(([key, value]) => Object.is(theirs.get(key), value));
}

function whileReporting(headset: HeadsetFacts): StateOfHeadset {
  const open = whileOpen(headset);
  if (open !== null) return open;

  const used = usedShare(headset.storage);
  if (used !== null && used >= FULL_STORAGE_SHARE) return { state: 'attention', usedShare: used };
  const { battery } = headset;
  const level = battery?.level ?? null;
  if (level !== null && level <= LOW_BATTERY_PERCENT && battery?.isCharging !== true) {
    return { state: 'lowBattery', level };
  }
  if (headset.worn === true && headset.runningPackage !== null) {
    return { state: 'inUse', packageName: headset.runningPackage };
  }
  return { state: 'ready' };
}

/** Returns the state of a headset that is not confirmed; null for one that is. */
function whileOpen(headset: HeadsetFacts): StateOfHeadset | null {
  if (openReasons(headset).length === 0) return null;
  const { download, profileId, unconfirmed, pendingChange, drift } = headset;
  if (download !== null) {
    return { state: 'applying', fileName: download.fileName, progress: download.progress };
  }
  if (hasPendingSettings(headset)) return { state: 'applying', fileName: null, progress: null };
  if (profileId !== null) return { state: 'failed', what: 'profile', profileId };
  const subject = unconfirmed?.subject ?? '';
  if (unconfirmed?.code === 'CONTENT_FAILED') return { state: 'failed', what: 'content', fileName: subject };
  if (pendingChange !== null) return { state: 'queued' };
  if (drift !== null) return { state: 'drifted', path: drift.first.path, count: drift.count };
  if (unconfirmed?.code === 'NOT_IN_EFFECT') return { state: 'drifted', path: subject, count: 1 };
  return { state: 'applying', fileName: subject, progress: null };
}

/** Returns the share of the storage in use, 0 to 1; null if not reported. */
export function usedShare(storage: Headset['storage']): number | null {
  if (storage === null || storage.totalBytes <= 0) return null;
  return 1 - Math.min(Math.max(storage.freeBytes / storage.totalBytes, 0), 1);
}
