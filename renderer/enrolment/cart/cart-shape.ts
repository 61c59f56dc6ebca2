/** The fields of a slot for the map. */
export type PlacedHeadset = { readonly id: string; readonly shelf: number | null };

/** A row of the map: a shelf, or a part of a long one. `shelf` is null if the cart has none. */
export type MapRow = {
  readonly shelf: number | null;
  readonly ids: readonly string[];
};

/** Columns and rows of the cart map. */
export type CartShape = { readonly columns: number; readonly rows: readonly MapRow[] };

/** The widest row that is readable beside the code. */
const MAX_COLUMNS = 12;
const DEFAULT_COLUMNS = 10;

function shelvesOf(headsets: readonly PlacedHeadset[]): { shelf: number | null; ids: string[] }[] {
  const shelves: { shelf: number | null; ids: string[] }[] = [];
  for (const { id, shelf } of headsets) {
    const last = shelves.at(-1);
    if (last === undefined || last.shelf !== shelf) shelves.push({ shelf, ids: [id] });
    else last.ids.push(id);
  }
  return shelves;
}

/** Lays slots out as on the cart; shelves wider than twelve are folded at ten. Keeps the given order. */
export function cartShape(headsets: readonly PlacedHeadset[]): CartShape {
  const shelves = shelvesOf(headsets);
  const widest = Math.max(1, ...shelves.map((it) => it.ids.length));
  const columns = widest > MAX_COLUMNS ? DEFAULT_COLUMNS : widest;
  const rows = shelves.flatMap(({ shelf, ids }) =>
    Array.from({ length: Math.ceil(ids.length / columns) }, (_, line) => ({
      shelf,
      ids: ids.slice(line * columns, (line + 1) * columns),
    })),
  );
  return { columns, rows };
}

export type MapMove = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/** The keys that move in the map. */
export const MAP_KEYS = new Map<string, MapMove>([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'first'],
  ['End', 'last'],
]);

/** Returns the slot reached from `fromId` by one key; the same if there is none in that direction. */
export function moveInMap(shape: CartShape, fromId: string | null, move: MapMove): string | null {
  const flat = shape.rows.flatMap((row) => row.ids);
  const index = fromId === null ? -1 : flat.indexOf(fromId);
  if (index === -1) return flat[0] ?? null;
  if (move === 'first') return flat[0] ?? null;
  if (move === 'last') return flat.at(-1) ?? null;
  if (move === 'left') return flat[Math.max(0, index - 1)] ?? null;
  if (move === 'right') return flat[Math.min(flat.length - 1, index + 1)] ?? null;
  const rowIndex = shape.rows.findIndex((row) => row.ids.includes(flat[index] ?? ''));
  const column = shape.rows[rowIndex]?.ids.indexOf(flat[index] ?? '') ?? 0;
  const target = shape.rows[rowIndex + (move === 'up' ? -1 : 1)];
  if (target === undefined) return flat[index] ?? null;
  return target.ids[Math.min(column, target.ids.length - 1)] ?? null;
}

/** Removes the common prefix of names, so that they fit into map cells: `01` of `A-01`. */
export function shortNames(names: readonly string[]): readonly string[] {
  if (names.length < 2) return names;
  const shared = names.map((name) => /^(.*?)\d+$/.exec(name)?.[1]);
  const first = shared[0];
  const isShared = first !== undefined && first !== '' && shared.every((it) => it === first);
  return isShared ? names.map((name) => name.slice(first.length)) : names;
}
