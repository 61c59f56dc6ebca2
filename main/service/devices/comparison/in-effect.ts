import type { EffectiveSettings } from '../../../../shared/contract/configuration/settings/settings.ts';
import type { DriftField } from '../../../../shared/contract/configuration/drift.ts';
import { type DeploymentView, contentsOf, deploymentOf, type KindOfEntry } from '../deployment/deployment.ts';
import { evidenceOf } from '../inventory/inventory.ts';
import { isSameJson } from '../../kernel/json/same-json.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import type { FieldFacts } from './rows.ts';
import { contentKey, leavesOf } from './parts.ts';

/** Desired settings of a headset, and what it reports. */
export type Compliance = {
  readonly wanted: StoredSettings;
  /** Undefined if it does not report its settings. */
  readonly effective: EffectiveSettings | undefined;
  readonly view: DeploymentView;
  readonly factsOf: (path: string) => Pick<FieldFacts, 'support'> | undefined;
};

/** The path of the entries of each kind. */
export const LIST_OF_KIND = { application: 'applications[]', video: 'videos[]', file: 'files[]' } as const;

/**
 * Returns everything that is reported differently from its desired value. Settings that are not reported or not
 * supported never count. Of contents, those that are missing or have another version; not those in progress.
 */
export function mismatches(compliance: Compliance): DriftField[] {
  return [...settingsNotInEffect(compliance), ...missingContents(compliance)];
}

/**
 * Returns the keys of everything a headset has not confirmed, including settings it does not report and contents in
 * progress.
 */
export function unsettled(compliance: Compliance): ReadonlySet<string> {
  const { wanted, effective, view } = compliance;
  const contents = contentsOf(wanted).filter(
    ({ kind, entry }) => deploymentOf(entry, kind, view)?.status !== 'INSTALLED',
  );
  const reported = effective === undefined ? undefined : leavesOf(effective);
  const silent =
    reported === undefined ? [] : [...leavesOf(wanted).keys()].filter((path) => !reported.has(path));
  return new Set([
    ...settingsNotInEffect(compliance).map(driftKey),
    ...silent,
    ...contents.map(({ kind, entry }) => `${LIST_OF_KIND[kind]} ${contentKey(kind, entry)}`),
  ]);
}

/** Returns the first of the given settings, and keys of Wi-Fi networks, that is not in effect. */
export function firstNotInEffect(
  compliance: Omit<Compliance, 'view'>,
  keys: ReadonlySet<string>,
): DriftField | undefined {
  return settingsNotInEffect(compliance).find((field) => keys.has(driftKey(field)));
}

/** Returns the single settings that are not in effect, and the Wi-Fi networks that are not saved. */
export function settingsNotInEffect({ wanted, effective, factsOf }: Omit<Compliance, 'view'>): DriftField[] {
  if (effective === undefined) return [];
  const leaves = leavesOf(effective);
  // The package of a kiosk that is off is irrelevant.
  const isKiosk = wanted.kioskMode?.isActive === true;
  const fields = [...leavesOf(wanted)].flatMap(([path, value]): DriftField[] => {
    const reported = leaves.get(path);
    if (reported === undefined || isSameJson(reported, value)) return [];
    if (factsOf(path)?.support === 'no' || (path === 'kioskMode.packageName' && !isKiosk)) return [];
    return [{ path, entry: null, wanted: value, reported }];
  });
  const { savedNetworks } = effective;
  if (savedNetworks === undefined || factsOf('wifi')?.support === 'no') return fields;
  const unsaved = (wanted.wifi ?? []).filter(({ ssid }) => !savedNetworks.includes(ssid));
  return [
    ...fields,
    ...unsaved.map(({ ssid }) => ({
      path: 'wifi[]',
      entry: { key: ssid, name: ssid },
      wanted: true,
      reported: null,
    })),
  ];
}

function missingContents({ wanted, view }: Compliance): DriftField[] {
  return contentsOf(wanted).flatMap((each) => {
    const status = deploymentOf(each.entry, each.kind, view)?.status;
    return status === 'ASSIGNED' || status === 'OUTDATED' ? [contentField(each, view)] : [];
  });
}

function contentField({ kind, entry }: KindOfEntry, view: DeploymentView): DriftField {
  const key = contentKey(kind, entry);
  const name = entry.packageName ?? entry.title ?? entry.name ?? key;
  const version = evidenceOf(entry, kind, view.index).package?.versionCode ?? null;
  return {
    path: LIST_OF_KIND[kind],
    entry: { key, name },
    wanted: kind === 'application' ? (entry.codeVersion ?? true) : true,
    reported: kind === 'application' ? version : null,
  };
}

/** Returns the key of something that may drift. */
export function driftKey({ path, entry }: Pick<DriftField, 'path' | 'entry'>): string {
  return entry === null ? path : `${path} ${entry.key}`;
}
