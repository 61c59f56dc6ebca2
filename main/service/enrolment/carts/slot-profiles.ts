import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { announceDevice, findDevice } from '../../devices/live/index.ts';
import { assignProfile, profileWaiting, type ProfileStore } from '../../configuration/index.ts';

/** Slots per transaction: few enough not to block requests. */
const SLICE = 25;

/** The profile for slots, and the author. */
export type ProfileOrder = {
  readonly devicesId: readonly string[];
  readonly profileId: string | null;
  readonly caller: Pick<Caller, 'reach'> & { readonly enterpriseId: EnterpriseId | null };
};

type Outcome = {
  readonly id: string;
  readonly state?: 'waits' | 'given' | 'none';
  readonly reason?: string | null;
  readonly error?: { readonly code: 'DEVICE_NOT_FOUND' | 'CONFLICT'; readonly message: string };
};

/** Assigns a profile to slots, one after the other; one refusal does not stop the others. */
export async function setSlotProfiles(
  records: Records,
  profiles: ProfileStore,
  { devicesId, profileId, caller }: ProfileOrder,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < devicesId.length; at += SLICE) {
    const part = devicesId.slice(at, at + SLICE);
    const done = await records.core.writer.run((afterCommit) =>
      part.map((id): Outcome => {
        const record = findDevice(records, id, caller);
        if (record instanceof Failure) return { id, error: { code: record.code, message: record.message } };
        if (record.isArchived || record.enterpriseId !== caller.enterpriseId) {
          const message = 'It is archived, or of another organisation. Nothing was changed.';
          return { id, error: { code: 'CONFLICT', message } };
        }
        return choose(records, profiles, { record, profileId }, afterCommit);
      }),
    );
    outcomes.push(...done);
  }
  return outcomes;
}

function choose(
  records: Records,
  profiles: ProfileStore,
  { record, profileId }: { readonly record: DeviceRecord; readonly profileId: string | null },
  afterCommit: AfterCommit,
): Outcome {
  const { slotProfiles } = records;
  const { id, key } = record;
  if (profileId === null) slotProfiles.remove(key);
  else slotProfiles.put(key, profileId);
  afterCommit(() => announceDevice(records, record, { headset: { profileId } }));
  if (profileId === null) return { id, state: 'none' };
  if (record.androidId !== null) assignProfile(records, profiles, record, afterCommit);
  const waiting = profileWaiting(records, profiles, record);
  return waiting === undefined ? { id, state: 'given' } : { id, state: 'waits', reason: waiting.reason };
}
