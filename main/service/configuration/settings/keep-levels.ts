import { inNumbersOfOther } from '../../../../shared/domain/configuration/catalog/levels.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { isSameJson } from '../../kernel/json/same-json.ts';
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
  const kept = inNumbersOfOther(settings, before, now);
  if (isSameJson(kept, settings)) return typed;
  const changing = changingNow(records, afterCommit, { by: THE_STATION, kind: 'configure' });
  return writeSettings(records, typed, JSON.stringify(kept), changing);
}
