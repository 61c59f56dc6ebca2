import { LEVEL_FIELDS, levelRange, scaled } from '../../../../shared/domain/configuration/catalog/levels.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import type { Brand } from '../../../../shared/contract/devices/reported.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { changingNow } from '../../devices/changes/index.ts';
import { THE_STATION } from '../../devices/history/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import { writeSettings } from './apply.ts';

/**
 * Gives a record its headset's model, and keeps what its levels mean: 20 % assigned while the model was unknown stay
 * 20 % in the numbers of the manufacturer, as on a headset of another one. Inside the caller's transaction, which has
 * stored the model.
 */
export function keepLevels(
  records: Records,
  record: DeviceRecord,
  typeId: string | null,
  afterCommit: AfterCommit,
): DeviceRecord {
  const typed = { ...record, typeId };
  const [before, now] = [records.types.brandFor(record), records.types.brandFor(typed)];
  if (before === now) return typed;
  const settings = parseSettings(record.settings);
  const kept = inNumbers(settings, before, now);
  if (JSON.stringify(kept) === JSON.stringify(settings)) return typed;
  const changing = changingNow(records, afterCommit, { by: THE_STATION, kind: 'configure' });
  return writeSettings(records, typed, JSON.stringify(kept), changing);
}

/** Returns the settings with the levels of one manufacturer in the numbers of another; what is no such number stays. */
function inNumbers(settings: StoredSettings, from: Brand, to: Brand): StoredSettings {
  const kept = structuredClone(settings) as Record<string, unknown>;
  for (const path of LEVEL_FIELDS) {
    const [range, wanted] = [levelRange(path, from), levelRange(path, to)];
    const [first = '', second] = path.split('.');
    const at = second === undefined ? kept : (kept[first] as Record<string, unknown> | null | undefined);
    const value = at?.[second ?? first];
    if (!at || typeof value !== 'number' || value < range.min || value > range.max) continue;
    at[second ?? first] = scaled(value, range, wanted);
  }
  return kept as StoredSettings;
}
