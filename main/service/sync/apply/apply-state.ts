import { isDeepStrictEqual } from 'node:util';

import type { License } from '../../../../shared/contract/devices/reported.ts';
import { writeSettings } from '../../configuration/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changeIdentity, type Changing } from '../../devices/changes/index.ts';
import { changeMetadata } from '../../devices/metadata/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import { toStored, type KnownState, stateOf } from '../wire/wire.ts';

/**
 * Writes a state to a device like any other change: with a new revision, and with notifications for the headset and the
 * screens. Writes only differences. Returns the record afterwards.
 */
export function applyState(
  records: Records,
  record: DeviceRecord,
  state: KnownState,
  changing: Changing,
): DeviceRecord {
  const { vault } = records.core;
  const before = stateOf(record, vault);
  let changed = changeIdentity(records, record, identityChange(before, state), changing);
  for (const namespace of new Set([...Object.keys(before.metadata), ...Object.keys(state.metadata)])) {
    const value = state.metadata[namespace] ?? null;
    if (!isDeepStrictEqual(before.metadata[namespace] ?? null, value))
      changed = changeMetadata(records, changed, { namespace, value }, changing);
  }
  const storedBefore = parseSettings(record.settings);
  const stored = toStored(state.settings, storedBefore, vault);
  return isDeepStrictEqual(stored, storedBefore)
    ? changed
    : writeSettings(records, changed, JSON.stringify(stored), changing);
}

function identityChange(
  before: KnownState,
  state: KnownState,
): { label?: string | null; description?: string | null; license?: License | null } {
  return {
    ...(before.label === state.label ? {} : { label: state.label }),
    ...(before.description === state.description ? {} : { description: state.description }),
    ...(isDeepStrictEqual(before.license, state.license) ? {} : { license: state.license }),
  };
}
