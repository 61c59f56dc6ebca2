import type { Headset } from '../../../shared/contract/devices/fleet.ts';

/** One row of the wall: a heading, or tiles side by side. */
export type WallRow =
  | {
      readonly kind: 'heading';
      readonly key: string;
      readonly cart: Headset['cart'];
      readonly shelf: number | null;
    }
  | { readonly kind: 'tiles'; readonly key: string; readonly ids: readonly string[] };

/** Further input of the layout. */
export type WallShape = {
  readonly columns: number;
  /** Wide screens show the shelves of the cart. */
  readonly hasShelves: boolean;
};

/**
 * Lays the headsets out in rows, in the given order. A new cart, and on wide screens a new shelf, starts a new row
 * under its heading; a single one has no heading.
 */
export function wallRows(headsets: readonly Headset[], shape: WallShape): WallRow[] {
  const groups = inGroups(headsets, shape.hasShelves);
  const rows: WallRow[] = [];
  for (const { key, first, ids } of groups) {
    if (groups.length > 1 || (shape.hasShelves && first.shelf !== null)) {
      rows.push({ kind: 'heading', key, cart: first.cart, shelf: shape.hasShelves ? first.shelf : null });
    }
    for (let start = 0; start < ids.length; start += shape.columns) {
      rows.push({ kind: 'tiles', key: `${key}/${start}`, ids: ids.slice(start, start + shape.columns) });
    }
  }
  return rows;
}

type Group = { key: string; first: Headset; ids: string[] };

function inGroups(headsets: readonly Headset[], hasShelves: boolean): Group[] {
  const groups: Group[] = [];
  for (const headset of headsets) {
    const key = `${headset.cart?.id ?? ''}/${hasShelves ? (headset.shelf ?? '') : ''}`;
    const last = groups.at(-1);
    if (last?.key === key) last.ids.push(headset.id);
    else groups.push({ key, first: headset, ids: [headset.id] });
  }
  return groups;
}

/**
 * Returns the number of tiles per row for `widthPx`. 10 from 1600 on, else 6, fewer in less space.
 */
export function columnsIn(widthPx: number, isWide: boolean): number {
  const [most, leastWidthPx] = isWide ? [10, 104] : [6, 150];
  const gapPx = 8;
  return Math.max(1, Math.min(most, Math.floor((widthPx + gapPx) / (leastWidthPx + gapPx))));
}

/** A key that moves the focus in a wall or a table. */
export type MoveKey =
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'Home'
  | 'End'
  | 'PageUp'
  | 'PageDown';

const MOVE_KEYS: readonly string[] = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
] satisfies readonly MoveKey[];

/** Returns true for a key that moves the focus. */
export function isMoveKey(key: string): key is MoveKey {
  return MOVE_KEYS.includes(key);
}

/** Number of rows of tiles of a page key. */
export const PAGE_ROWS = 5;

/**
 * Returns where the focus moves from `id` in rows of tiles: never out of them, and along the column into a shorter
 * row; `page`: rows.
 */
export function moveIn(
  rows: readonly (readonly string[])[],
  id: string | null,
  key: MoveKey,
  page = PAGE_ROWS,
): string | null {
  const flat = rows.flat();
  const index = id === null ? -1 : flat.indexOf(id);
  if (index === -1 || id === null) return (key === 'End' ? flat.at(-1) : flat[0]) ?? null;
  switch (key) {
    case 'ArrowLeft':
      return flat[Math.max(0, index - 1)] ?? id;
    case 'ArrowRight':
      return flat[Math.min(flat.length - 1, index + 1)] ?? id;
    case 'Home':
      return flat[0] ?? id;
    case 'End':
      return flat.at(-1) ?? id;
    case 'ArrowUp':
      return alongColumn(rows, id, -1);
    case 'ArrowDown':
      return alongColumn(rows, id, 1);
    case 'PageUp':
      return alongColumn(rows, id, -page);
    case 'PageDown':
      return alongColumn(rows, id, page);
  }
}

function alongColumn(rows: readonly (readonly string[])[], id: string, by: number): string {
  const from = rows.findIndex((row) => row.includes(id));
  const column = rows[from]?.indexOf(id) ?? 0;
  const row = rows[Math.min(rows.length - 1, Math.max(0, from + by))];
  return row?.[Math.min(column, row.length - 1)] ?? id;
}
