import { isDeepStrictEqual } from 'node:util';

import type { License } from '../../../../shared/contract/devices/reported.ts';
import { writeSettings } from '../../configuration/index.ts';
import {
  changeIdentity,
  type Changing,
  type DeviceRecord,
  parseSettings,
  type Records,
  changeMetadata,
} from '../../devices/index.ts';
import { keptOf, type KnownState, stateOf } from '../push/wire.ts';

/**
 * Writes a state to a device as an ordinary change: a new revision, the headset and everyone who looks hear of it. Writes
 * only what differs, and answers the record as it is then.
 */
export function takeState(
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
  const keptBefore = parseSettings(record.settings);
  const kept = keptOf(state.settings, keptBefore, vault);
  return isDeepStrictEqual(kept, keptBefore)
    ? changed
    : writeSettings(records, changed, JSON.stringify(kept), changing);
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
