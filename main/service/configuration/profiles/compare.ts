import type { compareProfiles } from '../../../../shared/contract/configuration/profiles.ts';
import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import { isChange, settingsRows } from '../../devices/comparison/index.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import { inNumbersOf } from '../../../../shared/domain/configuration/catalog/levels.ts';
import { mergeSettings } from '../../../../shared/domain/configuration/settings/merge.ts';
import type { z } from 'zod';

import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { parseSealed, resealed } from '../settings/sealed.ts';
import type { Records } from '../../devices/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import type { ProfileRow } from './store.ts';

type Body = z.output<(typeof compareProfiles)['body']>;
type Refusal = Failure<'NOT_FOUND' | 'DEVICE_NOT_FOUND' | 'VALIDATION_FAILED'>;
type Find = (id: string, version: number) => ProfileRow | Failure<'NOT_FOUND'>;

/** Compares two profiles, two versions of one, or one with the desired state of a headset. */
export function compareSides(
  records: Records,
  find: Find,
  { left, right }: Body,
  caller: Caller,
): { rows: SettingsRow[]; differences: number } | Refusal {
  const side = { records, find, caller };
  const now = settingsOf(side, left, right, 'left');
  if (now instanceof Failure) return now;
  const other = settingsOf(side, right, left, 'right');
  if (other instanceof Failure) return other;
  const wanted = mergeSettings(other, { wifi: resealed(other, now.wifi, records.core.vault).wifi });
  const rows = settingsRows({ now, wanted, change: now, factsOf: () => undefined });
  return { rows, differences: rows.filter(isChange).length };
}

function settingsOf(
  { records, find, caller }: { readonly records: Records; readonly find: Find; readonly caller: Caller },
  { profileId, version, deviceId }: Body['left'],
  /** A profile is compared with a headset in the numbers of its manufacturer. */
  beside: Body['left'],
  place: string,
): StoredSettings | Refusal {
  if ((profileId === undefined) === (deviceId === undefined)) {
    const message = 'Name either a profile or a device';
    return new Failure('VALIDATION_FAILED', `${place}: ${message}`, { details: [{ path: place, message }] });
  }
  if (profileId !== undefined) {
    const row = find(profileId, version ?? 0);
    if (row instanceof Failure) return row;
    const headset = findDevice(records, beside.deviceId ?? '', caller);
    const change = parseSealed(row.settings);
    return mergeSettings(
      {},
      headset instanceof Failure ? change : inNumbersOf(change, records.types.brandFor(headset)),
    );
  }
  const record = findDevice(records, deviceId ?? '', caller);
  return record instanceof Failure ? record : parseSettings(record.settings);
}
