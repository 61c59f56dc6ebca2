import type {
  SealedChange,
  StoredSettings,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import type { Report } from '../../devices/registry/index.ts';

/** The network through which a headset is connected, if a change removes it, and whether it stays for now. */
export type ReplacedNetwork = { readonly ssid: string; readonly stays: boolean };

/** Returns a change with its networks spelled out where it only says that replaced ones are removed. */
export function withoutDrop(change: SealedChange, before: StoredSettings): SealedChange {
  const { replacedNetworks, ...rest } = change;
  return replacedNetworks === 'drop' && rest.wifi === undefined && before.wifi !== undefined
    ? { ...rest, wifi: before.wifi.filter(({ isReplaced }) => isReplaced !== true) }
    : rest;
}

/** Returns the network that a headset is on and that the settings after a change lack; null if there is none. */
export function replacedNetwork(
  before: StoredSettings,
  after: StoredSettings,
  { wifiSsid }: Pick<Report, 'wifiSsid'>,
  { replacedNetworks }: Pick<SealedChange, 'replacedNetworks'>,
): ReplacedNetwork | null {
  if (wifiSsid === null || has(after, wifiSsid) || !has(before, wifiSsid)) return null;
  // Without another network it could never be seen on one.
  return { ssid: wifiSsid, stays: replacedNetworks !== 'drop' && (after.wifi ?? []).length > 0 };
}

/**
 * Returns the settings with the network that stays beside the new ones: if these do not work, the headset is not lost.
 * It has the lowest priority.
 */
export function keepNetwork(
  before: StoredSettings,
  after: StoredSettings,
  replaced: ReplacedNetwork | null,
): StoredSettings {
  const old = before.wifi?.find(({ ssid }) => ssid === replaced?.ssid);
  if (replaced?.stays !== true || old === undefined || after.wifi === undefined) return after;
  const priority = Math.min(...after.wifi.map((each) => each.priority ?? 0)) - 1;
  return { ...after, wifi: [...after.wifi, { ...old, priority, isReplaced: true }] };
}

function has({ wifi = [] }: StoredSettings, ssid: string): boolean {
  return wifi.some((each) => each.ssid === ssid);
}
