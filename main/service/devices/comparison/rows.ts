import type { CatalogField } from '../../../../shared/contract/configuration/catalog.ts';
import type { EffectiveSettings } from '../../../../shared/contract/configuration/settings/settings.ts';
import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import { SETTINGS_GROUPS } from '../../../../shared/domain/configuration/settings/merge.ts';
import { differingKeys, isSameJson } from '../../kernel/json/same-json.ts';
import type {
  StoredSettings,
  SealedChange,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import { entriesIn, type Entry, isList, leavesOf, LISTS, type ListName } from './parts.ts';

/** Facts about a field on the headsets of one manufacturer, or on one headset, whose firmware may be too old. */
export type FieldFacts = Pick<CatalogField, 'support' | 'restart' | 'note'> & {
  readonly needsFirmware?: string | null;
};

/** The two sides of a comparison, and its headsets. */
export type Comparison = {
  readonly now: StoredSettings;
  readonly wanted: StoredSettings;
  /** The change whose unchanged values are shown too. Absent: differences only. */
  readonly change?: SealedChange | undefined;
  /** Parts of the change that are not sent because the manufacturer's headsets cannot do them. */
  readonly unsupported?: ReadonlyMap<string, unknown>;
  readonly factsOf: (path: string) => FieldFacts | undefined;
};

const UNKNOWN: FieldFacts = { support: 'unknown', restart: 'unknown', note: null };

/** Returns every row of a comparison: single settings first, then the entries of lists. Pure. */
export function settingsRows(comparison: Comparison): SettingsRow[] {
  return [...fieldRows(comparison), ...unsupportedRows(comparison), ...listRows(comparison)];
}

/** Returns true if a row is sent to headsets. */
export function isChange({ kind }: SettingsRow): boolean {
  return kind !== 'same' && kind !== 'unsupported';
}

/** Returns, by path, the values that a headset reports as in effect and that differ from those in the rows. */
export function reportedOtherwise(
  rows: readonly SettingsRow[],
  effective: EffectiveSettings | undefined,
): ReadonlyMap<string, unknown> {
  if (effective === undefined) return new Map();
  const leaves = leavesOf(effective);
  return new Map(
    rows.flatMap(({ path, entry, now }) => {
      const reported = entry === null ? leaves.get(path) : undefined;
      return reported === undefined || isSameJson(reported, now) ? [] : [[path, reported]];
    }),
  );
}

function fieldRows({ now, wanted, change, factsOf }: Comparison): SettingsRow[] {
  const [before, after] = [leavesOf(now), leavesOf(wanted)];
  const [named, groups] = namedIn(change);
  return [...new Set([...before.keys(), ...after.keys(), ...named])].flatMap((path) => {
    const [old, next] = [before.get(path) ?? null, after.get(path) ?? null];
    const isSame = isSameJson(old, next);
    const isNamed = named.has(path) || groups.some((group) => path.startsWith(`${group}.`));
    if (isSame && !isNamed) return [];
    const row = aRow(path, isSame ? 'same' : kindOf(old, next), factsOf(path));
    return [{ ...row, now: old, wanted: next }];
  });
}

/** Returns the single settings that a change names, and the groups that it clears as a whole. */
function namedIn(change: SealedChange | undefined): [ReadonlySet<string>, readonly string[]] {
  if (change === undefined) return [new Set(), []];
  const { batteryInfo: _battery, storages: _storages, kioskMode, ...rest } = change;
  const named = new Set(leavesOf(rest).keys());
  const groups = Object.entries(rest).flatMap(([key, value]) =>
    value === null && !isList(key) ? [key] : [],
  );
  for (const group of groups) if (GROUP_NAMES.has(group)) named.delete(group);
  if (kioskMode === undefined) return [named, groups];
  named.add('kioskMode.isActive');
  if (kioskMode !== false && kioskMode !== null) named.add('kioskMode.packageName');
  return [named, [...groups, 'kioskMode']];
}

const GROUP_NAMES = new Set<string>(SETTINGS_GROUPS);

function unsupportedRows({ now, unsupported, factsOf }: Comparison): SettingsRow[] {
  if (unsupported === undefined) return [];
  const before = leavesOf(now);
  return [...unsupported].map(([path, wanted]) => ({
    ...aRow(path, 'unsupported', factsOf(path)),
    now: before.get(path) ?? null,
    wanted,
  }));
}

function listRows(comparison: Comparison): SettingsRow[] {
  return LISTS.flatMap((list) => entryRows(comparison, list));
}

function entryRows({ now, wanted, change, factsOf }: Comparison, list: ListName): SettingsRow[] {
  if (now[list] === undefined && wanted[list] === undefined) return [];
  const [before, after] = [entriesIn(now, list), entriesIn(wanted, list)];
  const isNamed = change !== undefined && Object.hasOwn(change, list);
  const path = `${list}[]`;
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, next] = [before.get(key), after.get(key)];
    const isSame = isSameJson(old?.whole, next?.whole);
    if (isSame && !isNamed) return [];
    return [entryRow(path, { old, next, isSame }, factsOf(path) ?? factsOf(list))];
  });
}

function entryRow(
  path: string,
  { old, next, isSame }: { old: Entry | undefined; next: Entry | undefined; isSame: boolean },
  facts: FieldFacts | undefined,
): SettingsRow {
  const kind = old === undefined ? 'add' : next === undefined ? 'remove' : isSame ? 'same' : 'change';
  // A password under its own name.
  const fields =
    kind === 'change'
      ? differingKeys(old?.whole, next?.whole).map((key) => (key === 'sealedPassword' ? 'password' : key))
      : [];
  const entry = next ?? old;
  return {
    ...aRow(path, kind, facts),
    entry: { key: entry?.key ?? '', name: entry?.name ?? '' },
    now: old?.shown ?? null,
    wanted: next?.shown ?? null,
    fields,
    isReinstall: path === 'applications[]' && fields.includes('codeVersion'),
  };
}

function kindOf(old: unknown, next: unknown): SettingsRow['kind'] {
  if (old === null) return 'set';
  return next === null ? 'clear' : 'change';
}

function aRow(path: string, kind: SettingsRow['kind'], facts: FieldFacts = UNKNOWN): SettingsRow {
  return {
    path,
    entry: null,
    kind,
    now: null,
    wanted: null,
    fields: [],
    isReinstall: false,
    restart: facts.restart,
    support: facts.support,
    needsFirmware: facts.needsFirmware ?? null,
    note: facts.note,
  };
}
