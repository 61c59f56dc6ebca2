import {
  batteryInfoSchema,
  type Settings,
} from '../../../../shared/contract/configuration/settings/settings.ts';
import {
  type StoredSettings,
  storedSettingsSchema,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import { withoutCertificate } from '../../../../shared/domain/configuration/settings/certificates.ts';
import type { Vault } from '../../kernel/vault.ts';
import type { Report } from '../registry/reports.ts';
import { storagesOf } from './storages.ts';

/** Number of cached parsed settings; a fleet has few different ones. */
const REMEMBERED = 64;
const cached = new Map<string, StoredSettings>();

/** Parses stored settings. The result is shared: do not change it. */
export function parseSettings(text: string): StoredSettings {
  const known = cached.get(text);
  if (known !== undefined) return known;
  const parsed = storedSettingsSchema.parse(JSON.parse(text));
  const [oldest] = cached.keys();
  if (cached.size >= REMEMBERED && oldest !== undefined) cached.delete(oldest);
  cached.set(text, parsed);
  return parsed;
}

/**
 * Returns settings in the form of the API, with the headset's reports. Wi-Fi passwords and
 * client certificates are included only if `vault` is passed: for the full record of one device.
 */
export function toSettings(
  stored: StoredSettings,
  report: Pick<Report, 'battery' | 'storages'>,
  vault: Vault | undefined,
): Settings {
  const { wifi, ...settings } = stored;
  return {
    ...settings,
    ...(wifi === undefined ? {} : { wifi: wifi.map((network) => toWifi(network, vault)) }),
    ...(report.battery === null ? {} : { batteryInfo: batteryInfoSchema.parse(JSON.parse(report.battery)) }),
    ...(report.storages === null ? {} : { storages: storagesOf(report) }),
  };
}

function toWifi(
  { sealedPassword, ...network }: NonNullable<StoredSettings['wifi']>[number],
  vault: Vault | undefined,
): NonNullable<Settings['wifi']>[number] {
  if (vault === undefined) return withoutCertificate(network);
  const password = sealedPassword === undefined ? undefined : vault.unseal(sealedPassword);
  return password === undefined ? network : { ...network, password };
}
