import { packageConflicts } from '../../../../shared/domain/settings/conflicts.ts';
import type { AfterCommit } from '../../store/after-commit.ts';
import { Failure } from '../../failure.ts';
import { parseSealed, SettingsPlan } from '../configure/index.ts';
import { announceDevice, changingNow, type DeviceRecord, factsFor, type Records } from '../devices/index.ts';
import { recordEvent } from '../events/index.ts';
import { THE_STATION } from '../journal/index.ts';
import { supportedPart } from '../../../../shared/domain/plan/supported.ts';
import type { ProfileStore } from './store.ts';

/**
 * Gives a headset the profile that its slot waits for, inside the caller's transaction: as it enrols, and once more when it
 * first says what is installed, for a kiosk may need that. One that cannot be given is an event of its history, and waits.
 */
export function giveProfile(
  records: Records,
  profiles: ProfileStore,
  record: DeviceRecord,
  afterCommit: AfterCommit,
): DeviceRecord {
  const profileId = records.slotProfiles.find(record.key);
  const profile = profileId === undefined ? undefined : profiles.find(profileId);
  if (profile === undefined) return record;
  const nowMs = records.core.clock.now();
  const name = { profileId: profile.id, name: profile.name, version: profile.version };
  const note = (type: 'PROFILE_APPLIED' | 'PROFILE_NOT_APPLIED', payload: object): void =>
    recordEvent(records.events, record.key, { type, payload: { ...name, ...payload } }, nowMs);
  const { change } = supportedPart(parseSealed(profile.settings), factsFor(records, record));
  const act = { by: THE_STATION, kind: 'profile' };
  const changed =
    packageConflicts(change.applications ?? []).length > 0
      ? new Failure('INVALID_CONFIGURATION', 'Two applications of the profile have one package name.')
      : new SettingsPlan(records, change, '').apply(record, changingNow(records, afterCommit, act));
  if (changed instanceof Failure) {
    note('PROFILE_NOT_APPLIED', { reason: changed.message });
    return record;
  }
  records.slotProfiles.remove(record.key);
  afterCommit(() => announceDevice(records, record, { headset: { profileId: null } }));
  note('PROFILE_APPLIED', { revision: changed.settingsRevision });
  return changed;
}
