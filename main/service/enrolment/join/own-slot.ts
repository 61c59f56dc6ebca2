import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changingNow } from '../../devices/changes/index.ts';
import { THE_STATION } from '../../devices/history/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { musterMetadata } from '../../devices/metadata/index.ts';
import { exchangeSlots } from './exchange-slots.ts';

/**
 * Gives a headset the slot that an asset list states for its MAC address, if the list says so and no headset is in it,
 * inside the caller's transaction: both slots exchange name, place and pending profile. Returns the record as it is then.
 */
export function giveOwnSlot(
  records: Records,
  record: DeviceRecord,
  macAddress: string,
  afterCommit: AfterCommit,
): DeviceRecord {
  const own = records.devices.findByAsset(record.enterpriseId, 'macAddress', macAddress);
  if (own === undefined || own.key === record.key || own.androidId !== null) return record;
  if (musterMetadata(own.metadata)?.asset?.isGiven !== true) return record;
  const profileId = exchangeProfiles(records, record, own);
  afterCommit(() => announceDevice(records, own, { headset: { profileId } }));
  const changing = changingNow(records, afterCommit, { by: THE_STATION, kind: 'swap' });
  const [placed] = exchangeSlots(records, record, own, changing);
  return placed;
}

/**
 * The headset gets the profile of its own slot with this report; returns the one that is pending for the other slot now.
 */
function exchangeProfiles({ slotProfiles }: Records, record: DeviceRecord, own: DeviceRecord): string | null {
  const ofOwn = slotProfiles.find(own.key);
  const here = slotProfiles.find(record.key) ?? slotProfiles.applied(record.key)?.profileId;
  if (ofOwn !== undefined && ofOwn !== here) slotProfiles.put(record.key, ofOwn);
  if (here === undefined) slotProfiles.remove(own.key);
  else slotProfiles.put(own.key, here);
  return here ?? null;
}
