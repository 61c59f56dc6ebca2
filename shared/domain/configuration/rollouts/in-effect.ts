import type { EffectiveSettings } from '../../../contract/configuration/settings.ts';
import type { DriftField } from '../../../contract/configuration/drift.ts';
import { type DeploymentView, contentsOf, deploymentOf, type KindOfEntry } from '../../content/deployment.ts';
import { evidenceOf } from '../../devices/inventory.ts';
import { isSameJson } from '../../kernel/same-json.ts';
import type { KeptSettings } from '../settings/kept.ts';
import type { FieldFacts } from './rows.ts';
import { contentKey, leavesOf } from './parts.ts';

/** What is wanted of a headset and what it says. */
export type Standing = {
  readonly wanted: KeptSettings;
  /** Undefined: it says nothing of its settings. */
  readonly effective: EffectiveSettings | undefined;
  readonly view: DeploymentView;
  readonly factsOf: (path: string) => Pick<FieldFacts, 'support'> | undefined;
};

/** The path of the entries of each kind. */
export const LIST_OF_KIND = { application: 'applications[]', video: 'videos[]', file: 'files[]' } as const;

/**
 * Everything that is wanted and reported otherwise. What the headset says nothing of never counts, nor what its maker's
 * headsets cannot do. Of contents, those that are there in another version or are not there; not those on their way.
 */
export function mismatches(standing: Standing): DriftField[] {
  return [...settingsNotInEffect(standing), ...contentsNotThere(standing)];
}

/** What a headset has not said to be as wanted, by its key: also what it says nothing of, and contents on their way. */
export function unsettled(standing: Standing): ReadonlySet<string> {
  const { wanted, effective, view } = standing;
  const contents = contentsOf(wanted).filter(
    ({ kind, entry }) => deploymentOf(entry, kind, view)?.status !== 'INSTALLED',
  );
  const said = effective === undefined ? undefined : leavesOf(effective);
  const silent = said === undefined ? [] : [...leavesOf(wanted).keys()].filter((path) => !said.has(path));
  return new Set([
    ...settingsNotInEffect(standing).map(driftKey),
    ...silent,
    ...contents.map(({ kind, entry }) => `${LIST_OF_KIND[kind]} ${contentKey(kind, entry)}`),
  ]);
}

/** The single settings that are not in effect. */
export function settingsNotInEffect({ wanted, effective, factsOf }: Omit<Standing, 'view'>): DriftField[] {
  if (effective === undefined) return [];
  const said = leavesOf(effective);
  // The package of a kiosk that is off means nothing.
  const isKiosk = wanted.kioskMode?.isActive === true;
  return [...leavesOf(wanted)].flatMap(([path, value]) => {
    const reported = said.get(path);
    if (reported === undefined || isSameJson(reported, value)) return [];
    if (factsOf(path)?.support === 'no' || (path === 'kioskMode.packageName' && !isKiosk)) return [];
    return [{ path, entry: null, wanted: value, reported }];
  });
}

function contentsNotThere({ wanted, view }: Standing): DriftField[] {
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

/** What one thing that may drift is known by. */
export function driftKey({ path, entry }: Pick<DriftField, 'path' | 'entry'>): string {
  return entry === null ? path : `${path} ${entry.key}`;
}
