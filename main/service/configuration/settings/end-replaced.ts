import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { changingNow } from '../../devices/changes/index.ts';
import { toUnconfirmed } from '../../devices/compliance/index.ts';
import { THE_STATION } from '../../devices/history/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { Report } from '../../devices/registry/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import { writeSettings } from './apply.ts';
import { lastingNetworks } from './replaced-network.ts';

/**
 * Removes the replaced network of a headset that was seen on another of its networks, inside the caller's transaction.
 * Not while it downloads what it was sent: its rollout would count as changed by somebody else.
 */
export function endReplacedNetwork(
  records: Records,
  record: DeviceRecord,
  { wifiSsid, appliedRevision }: Report,
  afterCommit: AfterCommit,
): DeviceRecord {
  if (wifiSsid === null || !record.settings.includes('"isReplaced":true')) return record;
  const { wifi = [], ...settings } = parseSettings(record.settings);
  const left = lastingNetworks(wifi);
  if (left.length === wifi.length || !left.some(({ ssid }) => ssid === wifiSsid)) return record;
  if ((appliedRevision ?? record.settingsRevision) < record.settingsRevision) return record;
  if (toUnconfirmed(records.compliance.find(record.key))?.code === 'CONTENT_NOT_THERE') return record;
  const changing = changingNow(records, afterCommit, { by: THE_STATION, kind: 'configure' });
  return writeSettings(records, record, JSON.stringify({ ...settings, wifi: left }), changing);
}
