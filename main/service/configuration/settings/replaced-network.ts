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
    ? { ...rest, wifi: lastingNetworks(before.wifi) }
    : rest;
}

/** Returns the networks without those that only stay until a headset was seen on another one. */
export function lastingNetworks<Network extends { readonly isReplaced?: true | undefined }>(
  networks: readonly Network[],
): Network[] {
  return networks.filter(({ isReplaced }) => isReplaced !== true);
}

/** Returns the network that a headset is on and that the settings after a change lack; null if there is none. */
function replacedNetwork(
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
 * Returns the settings after a change, with the network that it replaces where that stays beside the new ones: if these
 * do not work, the headset is not lost. It has the lowest priority.
 */
export function keepNetwork(
  before: StoredSettings,
  after: StoredSettings,
  report: Pick<Report, 'wifiSsid'>,
  change: Pick<SealedChange, 'replacedNetworks'> = {},
): { readonly settings: StoredSettings; readonly network: ReplacedNetwork | null } {
  const network = replacedNetwork(before, after, report, change);
  return { settings: network?.stays === true ? withOld(before, after, network) : after, network };
}

function withOld(
  before: StoredSettings,
  after: StoredSettings,
  { ssid: replaced }: ReplacedNetwork,
): StoredSettings {
  const old = before.wifi?.find(({ ssid }) => ssid === replaced);
  if (old === undefined || after.wifi === undefined) return after;
  const priority = Math.min(...after.wifi.map((each) => each.priority ?? 0)) - 1;
  return { ...after, wifi: [...after.wifi, { ...old, priority, isReplaced: true }] };
}

function has({ wifi = [] }: StoredSettings, ssid: string): boolean {
  return wifi.some((each) => each.ssid === ssid);
}
