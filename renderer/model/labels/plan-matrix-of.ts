import type { Plan, PlanGroup } from '../../../shared/contract/configuration/plans/plans.ts';
import type { Brand } from '../../../shared/contract/devices/reported.ts';
import type { SettingsRow } from '../../../shared/contract/configuration/settings/settings-rows.ts';
import {
  allFields,
  groupOf,
  isDoneByAgent,
  type EditorField,
  type EditorGroup,
} from '../../copy/editor-fields.ts';

/** The change of one setting by a plan, on the headsets of one model. */
export type Cell = {
  readonly kind: SettingsRow['kind'];
  /** Distinct current values, the most frequent first. */
  readonly now: readonly unknown[];
  readonly wanted: unknown;
  /** Number of headsets in the column that are unchanged; 0 if all are alike. */
  readonly already: number;
  /** Number of headsets in the column that do not support it; 0 if all are alike. */
  readonly left: number;
  /** Number of headsets in the column on which an application is reinstalled. */
  readonly reinstalls: number;
  readonly needsRestart: boolean;
  /** Number of headsets in the column whose support is unknown. */
  readonly untried: number;
  readonly note: string | null;
  /** Firmware versions that older headsets of the column would need. */
  readonly needsFirmware: readonly string[];
};

/** Headsets, and slots for headsets, of one model. */
export type Column = {
  readonly key: string;
  readonly model: string | null;
  readonly brand: Brand;
  readonly ids: readonly string[];
  readonly change: number;
};

/** One setting, or one entry of a list. */
export type MatrixRow = {
  readonly key: string;
  readonly path: string;
  readonly entry: SettingsRow['entry'];
  readonly group: EditorGroup | 'identity';
  /** In the order of the columns; null if a column does not have the row. */
  readonly cells: readonly (Cell | null)[];
};

export type Matrix = { readonly columns: readonly Column[]; readonly rows: readonly MatrixRow[] };

/** Converts a plan into a table: settings as rows, models as columns. Refused headsets are excluded. Pure. */
export function matrixOf(plan: Pick<Plan, 'groups'>): Matrix {
  const groups = plan.groups.filter(({ outcome }) => outcome !== 'refused');
  const byModel = [...Map.groupBy(groups, ({ brand, model }) => `${brand ?? ''}\n${model ?? ''}`)].toSorted(
    ([, a], [, b]) => sizeOf(b) - sizeOf(a),
  );
  const columns = byModel.map(([key, alike]) => ({
    key,
    model: alike[0]?.model ?? null,
    brand: alike[0]?.brand ?? 'generic',
    ids: alike.flatMap(({ devicesId }) => devicesId),
    change: sizeOf(alike.filter(({ outcome }) => outcome === 'change')),
  }));
  const heads = new Map<string, SettingsRow>();
  for (const group of groups) for (const row of group.rows) heads.set(keyOf(row), row);
  const rows = [...heads].map(([key, head]) => ({
    key,
    path: head.path,
    entry: head.entry,
    group: sectionOf(head.path),
    cells: byModel.map(([, alike]) => cellOf(key, alike)),
  }));
  return { columns, rows: rows.toSorted(compareRows) };
}

/** Returns the editor's field for a path of the catalog; null outside of the settings. */
export function fieldOfPath(path: string): EditorField | null {
  const plain = path.replace(/\[\].*$/, '');
  const field = plain.startsWith('kioskMode')
    ? 'kioskMode'
    : plain.startsWith('network.globalProxy')
      ? 'network.globalProxy'
      : plain;
  return allFields().find((known) => known === field) ?? null;
}

function sectionOf(path: string): EditorGroup | 'identity' {
  const field = fieldOfPath(path);
  return field === null ? 'identity' : groupOf(field);
}

function cellOf(key: string, groups: readonly PlanGroup[]): Cell | null {
  const found = groups.flatMap((group) => {
    const row = group.rows.find((each) => keyOf(each) === key);
    return row === undefined ? [] : [{ row, count: group.devicesId.length }];
  });
  const counted = (kind: SettingsRow['kind']): number =>
    found.filter(({ row }) => row.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const changing = found.filter(({ row }) => row.kind !== 'same' && row.kind !== 'unsupported');
  const [same, left] = [counted('same'), counted('unsupported')];
  const shown = changing[0] ?? found.find(({ row }) => row.kind === 'same') ?? found[0];
  if (shown === undefined) return null;
  const isMixed = changing.length > 0;
  return {
    kind: shown.row.kind,
    now: distinct(changing.length > 0 ? changing : [shown]),
    wanted: shown.row.wanted,
    already: isMixed ? same : 0,
    left: isMixed || same > 0 ? left : 0,
    reinstalls: changing.filter(({ row }) => row.isReinstall).reduce((sum, { count }) => sum + count, 0),
    untried: isByAgent(shown.row.path)
      ? 0
      : changing
          .filter(({ row }) => row.support === 'unknown' && !isOfContent(row.path))
          .reduce((sum, { count }) => sum + count, 0),
    needsRestart: changing.some(({ row }) => row.restart === 'yes'),
    note: shown.row.note,
    needsFirmware: [...new Set(found.flatMap(({ row }) => row.needsFirmware ?? []))],
  };
}

function isByAgent(path: string): boolean {
  const field = fieldOfPath(path);
  return field === null || isDoneByAgent(field);
}

/** Contents are handled by the agent, whatever the manufacturer. */
function isOfContent(path: string): boolean {
  return /^(applications|videos|files|packages)\b/.test(path);
}

function distinct(found: readonly { row: SettingsRow; count: number }[]): readonly unknown[] {
  const counts = new Map<string, { value: unknown; count: number }>();
  for (const { row, count } of found) {
    const text = JSON.stringify(row.now ?? null);
    counts.set(text, { value: row.now, count: (counts.get(text)?.count ?? 0) + count });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ value }) => value);
}

function keyOf({ path, entry }: SettingsRow): string {
  return `${path} ${entry?.key ?? ''}`;
}

function sizeOf(groups: readonly PlanGroup[]): number {
  return groups.reduce((sum, { devicesId }) => sum + devicesId.length, 0);
}

/** Sorts in the order of the editor; the entries of a list keep their order. */
function compareRows(a: MatrixRow, b: MatrixRow): number {
  return placeOf(a.path) - placeOf(b.path);
}

function placeOf(path: string): number {
  const field = fieldOfPath(path);
  const place = field === null ? -1 : allFields().indexOf(field);
  return path === 'kioskMode.packageName' ? place + 0.5 : place;
}
