import type { Settings } from '../../../contract/configuration/settings/settings.ts';
import { withKnownCertificate } from './certificates.ts';
import { type Application, fileKey, identityOf, oncePerList, withoutRepeats } from './entries.ts';
import { type StoredSettings, storedSettingsSchema, type SealedChange, type WifiChange } from './stored.ts';

/** The parts of Settings that merge field by field. */
export const SETTINGS_GROUPS = [
  'display',
  'audio',
  'power',
  'system',
  'security',
  'tracking',
  'shortcuts',
  'network',
] as const satisfies readonly (keyof Settings)[];

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the settings after a change: present keys replace their part, absent ones stay, groups merge field by
 * field, arrays replace, null clears. Of entries with the same key the last one stays. Source: the API documentation, "Devices:
 * configuration", rules 1 and 4.
 */
export function mergeSettings(before: StoredSettings, change: SealedChange): StoredSettings {
  const merged: Record<string, unknown> = { ...before };
  const parts: Fields = { ...change, ...entriesOf(before, change), kioskMode: kioskOf(before, change) };
  for (const [key, part] of Object.entries(parts)) {
    if (part === undefined) continue;
    merged[key] = part ?? undefined;
  }
  for (const group of SETTINGS_GROUPS) {
    const fields = change[group];
    if (fields) merged[group] = mergeFields(before[group] ?? {}, fields);
  }
  // Also removes what is not stored: values that are reported or computed.
  return storedSettingsSchema.parse(withoutUndefined(merged));
}

const applicationsOnce = oncePerList((applications: readonly Application[]) =>
  withoutRepeats(applications, identityOf),
);

/** Returns the lists of a change, each entry once. */
function entriesOf(before: StoredSettings, change: SealedChange): Fields {
  const { applications, videos, files, packages, wifi } = change;
  return {
    ...(applications ? { applications: applicationsOnce(applications) } : {}),
    ...(videos ? { videos: withoutRepeats(videos, (entry) => entry.id) } : {}),
    ...(files ? { files: withoutRepeats(files, fileKey) } : {}),
    ...(packages ? { packages: [...new Set(packages)] } : {}),
    ...(wifi
      ? { wifi: withoutRepeats(wifi, (entry) => entry.ssid).map((each) => storedWifi(before, each)) }
      : {}),
  };
}

/** `true` and `false` switch the kiosk and keep its package; the object form merges. Undefined: unchanged. */
function kioskOf(
  { kioskMode: before }: StoredSettings,
  { kioskMode: change }: SealedChange,
): StoredSettings['kioskMode'] | null {
  if (change === undefined || change === null) return change;
  const requested = typeof change === 'boolean' ? { isActive: change } : change;
  const isActive = requested.isActive ?? before?.isActive ?? false;
  const packageName = 'packageName' in requested ? requested.packageName : before?.packageName;
  return typeof packageName === 'string' && packageName !== '' ? { isActive, packageName } : { isActive };
}

function storedWifi(before: StoredSettings, network: WifiChange): Fields {
  const { sealedPassword, ...rest } = withKnownCertificate(network, before.wifi);
  const sealed =
    sealedPassword === undefined
      ? before.wifi?.find((known) => known.ssid === network.ssid)?.sealedPassword
      : (sealedPassword ?? undefined);
  return sealed === undefined ? rest : { ...rest, sealedPassword: sealed };
}

/** Returns undefined if no field is left. */
function mergeFields(before: Fields, change: Fields): Fields | undefined {
  const merged = Object.entries({ ...before, ...withoutUndefined(change) }).filter(
    ([, value]) => value !== null,
  );
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
