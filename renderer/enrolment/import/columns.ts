import { toCsv, type Csv } from '../../../shared/domain/kernel/csv.ts';

/** Fields of a slot in a file. */
export const FIELDS = ['label', 'model', 'cart', 'shelf', 'place', 'profile'] as const;
export type Field = (typeof FIELDS)[number];

/** The column of each field, counted from 0; null: none. */
export type Mapping = Readonly<Record<Field, number | null>>;

/** Common column names, in English and French, without accents, spaces and punctuation. */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  label: ['label', 'name', 'headset', 'headsetname', 'nom', 'casque', 'etiquette', 'nomducasque'],
  model: ['model', 'type', 'devicetype', 'modele'],
  cart: ['cart', 'group', 'trolley', 'chariot', 'groupe', 'armoire'],
  shelf: ['shelf', 'row', 'etagere', 'tablette', 'rangee'],
  place: ['place', 'slot', 'position', 'number', 'emplacement', 'numero'],
  profile: ['profile', 'configuration', 'profil'],
};

/** Finds the columns by name; the station's own name takes precedence. */
export function guessMapping(header: readonly string[]): Mapping {
  const plain = header.map(plainName);
  const taken = new Set<number>();
  const find = (field: Field): number | null => {
    for (const name of NAMES[field]) {
      const at = plain.findIndex((each, index) => each === name && !taken.has(index));
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return null;
  };
  return {
    label: find('label'),
    model: find('model'),
    cart: find('cart'),
    shelf: find('shelf'),
    place: find('place'),
    profile: find('profile'),
  };
}

function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

/** A line of the file by field. `line` is where it begins, counted from 1. */
export type FileRow = { readonly line: number; readonly cells: Readonly<Record<Field, string>> };

/** Returns the lines of a file, without those that do not describe a slot. */
export function rowsOf({ rows }: Csv, mapping: Mapping): readonly FileRow[] {
  const read = rows.map(({ line, cells }) => {
    const cell = (field: Field): string => {
      const at = mapping[field];
      // A line break within a name is a spreadsheet mistake.
      return at === null ? '' : (cells[at] ?? '').replaceAll(/\s+/g, ' ').trim();
    };
    return {
      line,
      cells: {
        label: cell('label'),
        model: cell('model'),
        cart: cell('cart'),
        shelf: cell('shelf'),
        place: cell('place'),
        profile: cell('profile'),
      },
    };
  });
  return read.filter(({ cells }) => FIELDS.some((field) => cells[field] !== ''));
}

/** Returns the same for the station: its own column names, one row per line, so that line n + 2 is row n. */
export function toStationCsv(rows: readonly FileRow[], mapping: Mapping): string {
  const fields = FIELDS.filter((field) => mapping[field] !== null);
  return toCsv([fields, ...rows.map(({ cells }) => fields.map((field) => cells[field]))]);
}
