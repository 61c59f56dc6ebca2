import { packageConflicts } from '../../../../shared/domain/configuration/settings/conflicts.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { Failure } from '../../kernel/failure.ts';
import { parseSealed } from '../settings/sealed.ts';
import { SettingsUpdate } from '../settings/apply.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changingNow } from '../../devices/changes/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { THE_STATION } from '../../devices/history/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { factsFor } from '../../devices/views/index.ts';
import { supportedPart } from '../settings/supported.ts';
import type { ProfileRow, ProfileStore } from './store.ts';

type Refusal = Failure<'INVALID_CONFIGURATION'>;

/** A profile that is pending until it can be applied to a headset, and why it cannot yet. */
export type Waiting = {
  readonly profile: ProfileRow;
  readonly reason: string | null;
  /** The kiosk's application, if its absence is the reason. */
  readonly app: string | null;
};

/**
 * Applies the profile assigned to a slot to its headset, inside the caller's transaction: when it enrols, and again
 * when it first reports its packages, which a kiosk may need. If it cannot be applied, an event is recorded and it
 * stays pending.
 */
export function assignProfile(
  records: Records,
  profiles: ProfileStore,
  record: DeviceRecord,
  afterCommit: AfterCommit,
): DeviceRecord {
  const profile = waitingProfile(records, profiles, record);
  if (profile === undefined) return record;
  const nowMs = records.core.clock.now();
  const name = { profileId: profile.id, name: profile.name, version: profile.version };
  const note = (type: 'PROFILE_APPLIED' | 'PROFILE_NOT_APPLIED', payload: object): void =>
    recordEvent(records.events, record.key, { type, payload: { ...name, ...payload } }, nowMs);
  const update = updateFor(records, profile, record);
  const act = { by: THE_STATION, kind: 'profile' } as const;
  const changed =
    update instanceof Failure ? update : update.apply(record, changingNow(records, afterCommit, act));
  if (changed instanceof Failure) {
    const obstacle =
      update instanceof Failure ? { code: 'PACKAGE_NAME_CONFLICT' } : update.kioskObstacleFor(record);
    note('PROFILE_NOT_APPLIED', { reason: changed.message, ...obstacle });
    return record;
  }
  records.slotProfiles.setVersion(record.key, profile.version);
  afterCommit(() => announceDevice(records, record, { headset: { profileId: null } }));
  note('PROFILE_APPLIED', { revision: changed.settingsRevision });
  return changed;
}

/**
 * Returns the pending profile of a record, with the reason why it cannot be applied now; undefined if none is pending.
 */
export function profileWaiting(
  records: Records,
  profiles: ProfileStore,
  record: DeviceRecord,
): Waiting | undefined {
  const profile = waitingProfile(records, profiles, record);
  if (profile === undefined) return undefined;
  if (record.androidId === null) return { profile, reason: null, app: null };
  const update = updateFor(records, profile, record);
  if (update instanceof Failure) return { profile, reason: update.message, app: null };
  const reason = update.faultFor(record)?.message ?? null;
  const { kioskMode } = parseSealed(profile.settings);
  const app = typeof kioskMode === 'object' ? (kioskMode?.packageName ?? null) : null;
  return { profile, reason, app: reason === null ? null : app };
}

function waitingProfile(
  records: Records,
  profiles: ProfileStore,
  { key }: DeviceRecord,
): ProfileRow | undefined {
  const profileId = records.slotProfiles.find(key);
  return profileId === undefined ? undefined : profiles.find(profileId);
}

/** Returns the effect of the profile on a headset of this model. */
function updateFor(records: Records, profile: ProfileRow, record: DeviceRecord): SettingsUpdate | Refusal {
  const { change } = supportedPart(parseSealed(profile.settings), factsFor(records, record));
  return packageConflicts(change.applications ?? []).length > 0
    ? new Failure('INVALID_CONFIGURATION', 'Two applications of the profile have one package name.')
    : new SettingsUpdate(records, change, '');
}
