import type { compareProfiles } from '../../../../shared/contract/configuration/profiles.ts';
import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import { isChange, settingsRows } from '../../../../shared/domain/configuration/rollouts/rows.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
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
  const now = settingsOf(side, left, 'left');
  if (now instanceof Failure) return now;
  const other = settingsOf(side, right, 'right');
  if (other instanceof Failure) return other;
  const wanted = mergeSettings(other, { wifi: resealed(other, now.wifi, records.core.vault).wifi });
  const rows = settingsRows({ now, wanted, change: now, factsOf: () => undefined });
  return { rows, differences: rows.filter(isChange).length };
}

function settingsOf(
  { records, find, caller }: { readonly records: Records; readonly find: Find; readonly caller: Caller },
  { profileId, version, deviceId }: Body['left'],
  place: string,
): StoredSettings | Refusal {
  if ((profileId === undefined) === (deviceId === undefined)) {
    const message = 'Name either a profile or a device';
    return new Failure('VALIDATION_FAILED', `${place}: ${message}`, { details: [{ path: place, message }] });
  }
  if (profileId !== undefined) {
    const row = find(profileId, version ?? 0);
    return row instanceof Failure ? row : mergeSettings({}, parseSealed(row.settings));
  }
  const record = findDevice(records, deviceId ?? '', caller);
  return record instanceof Failure ? record : parseSettings(record.settings);
}
