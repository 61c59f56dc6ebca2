import { create } from 'zustand';

/** The columns of the table that can be hidden, in order. Name and State always stay. */
export const COLUMNS = [
  'model',
  'battery',
  'storage',
  'running',
  'cart',
  'place',
  'settings',
  'link',
  'sync',
  'android',
  'heard',
] as const;
export type Column = (typeof COLUMNS)[number];

const DEFAULT_COLUMNS: readonly Column[] = ['model', 'battery', 'storage', 'running', 'heard'];
const STORED = 'muster.columns';

/** Widths of the columns, for a grid. */
export const COLUMN_WIDTHS: Readonly<Record<Column, string>> = {
  model: 'minmax(90px, 1.3fr)',
  battery: '96px',
  storage: 'minmax(76px, 0.9fr)',
  running: 'minmax(70px, 1fr)',
  cart: 'minmax(70px, 0.9fr)',
  place: '64px',
  settings: '92px',
  link: '92px',
  sync: 'minmax(90px, 1fr)',
  android: 'minmax(96px, 1fr)',
  heard: '124px',
};

type Columns = {
  readonly shown: readonly Column[];
  readonly toggle: (column: Column) => void;
  readonly show: (columns: readonly Column[]) => void;
};

/** The selected columns. Stored. */
export const useColumns = create<Columns>((set) => ({
  shown: stored(),
  toggle: (column) =>
    set(({ shown }) => {
      const wanted = shown.includes(column) ? shown.filter((each) => each !== column) : [...shown, column];
      return { shown: visible(wanted) };
    }),
  show: (columns) => set({ shown: visible(columns) }),
}));

/** Returns columns by their names, in order; unknown names are skipped. */
export function asColumns(names: readonly string[]): readonly Column[] {
  return COLUMNS.filter((column) => names.includes(column));
}

function visible(columns: readonly Column[]): readonly Column[] {
  const shown = asColumns(columns);
  localStorage.setItem(STORED, shown.join(' '));
  return shown;
}

function stored(): readonly Column[] {
  const text = localStorage.getItem(STORED);
  return text === null ? DEFAULT_COLUMNS : asColumns(text.split(' '));
}
