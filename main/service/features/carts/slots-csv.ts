import type { ErrorDetail } from '../../../../shared/contract/errors.ts';
import { parseCsv, toCsv } from '../../../../shared/domain/csv.ts';
import type { DeviceRecord, MusterMetadata, Records } from '../devices/index.ts';

/** The columns of a file of slots, in the order in which they are written. */
const COLUMNS = ['label', 'model', 'cart', 'shelf', 'place', 'profile', 'enrollmentToken', 'id'] as const;
type Column = (typeof COLUMNS)[number];

/** Columns that say what a slot shall be; the others are written and not read. */
const READ: readonly Column[] = ['label', 'model', 'cart', 'shelf', 'place', 'profile'];
const MOST_SLOTS = 500;
const MOST_LABEL = 128;
const MOST_FAULTS = 100;

/** A slot as a line of a file asks for it. */
export type WantedSlot = {
  readonly label: string;
  readonly model: string | null;
  readonly cart: string | null;
  readonly shelf: number | null;
  readonly place: number | null;
  readonly profile: string | null;
};

/** What stands in a file. */
export type SlotsFile = {
  readonly slots: readonly WantedSlot[];
  readonly faults: readonly ErrorDetail[];
  readonly ignored: readonly string[];
};

/** What of a slot is looked up by whoever writes it down. */
export type SlotLine = {
  readonly record: DeviceRecord;
  readonly model: string | null;
  readonly place: MusterMetadata | undefined;
  readonly profile: string | null;
};

/** Slots as CSV. */
export function writeSlots(lines: readonly SlotLine[]): string {
  const rows = lines.map(({ record, model, place, profile }) => [
    record.label,
    model,
    place?.group?.label ?? null,
    place?.shelf ?? null,
    place?.place ?? null,
    profile,
    // The token of a headset that is enrolled opens nothing any more.
    record.androidId === null ? record.enrollmentToken : null,
    record.id,
  ]);
  return toCsv([COLUMNS, ...rows]);
}

/** Reads a file line by line. `knows` says what the station has. */
export function readSlots(
  text: string,
  knows: { readonly profile: (name: string) => boolean; readonly label: (label: string) => boolean },
): SlotsFile {
  const { header, rows } = parseCsv(text);
  const names = header.map((name) => name.toLowerCase());
  const placeOf = (column: Column): number => names.indexOf(column.toLowerCase());
  const known = new Set<string>(COLUMNS.map((column) => column.toLowerCase()));
  const ignored = header.filter((name) => name !== '' && !known.has(name.toLowerCase()));
  if (placeOf('label') < 0) {
    const message = `The first line must name the columns, and one of them must be label. Known: ${READ.join(', ')}.`;
    return { slots: [], faults: [{ path: 'line 1', message }], ignored };
  }
  const faults: ErrorDetail[] = [];
  const seen = new Map<string, number>();
  const slots = rows.map(({ line, cells }): WantedSlot => {
    const blame = (message: string): void => void faults.push({ path: `line ${line}`, message });
    const cell = (column: Column): string | null => {
      const value = (cells[placeOf(column)] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
      return value === '' ? null : value;
    };
    const whole = (column: 'shelf' | 'place'): number | null => {
      const value = cell(column);
      if (value === null) return null;
      if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
      blame(`${column} is “${value.slice(0, 32)}”. Write a whole number from 1 to 9999, or leave it empty.`);
      return null;
    };
    const label = cell('label') ?? '';
    const fault = faultOf(label, seen.get(label), knows.label(label));
    if (fault !== undefined) blame(fault);
    seen.set(label, line);
    const profile = cell('profile');
    if (profile !== null && !knows.profile(profile)) {
      blame(
        `There is no profile called “${profile.slice(0, 64)}”. Save it first, or leave the column empty.`,
      );
    }
    const [model, cart] = [cell('model'), cell('cart')];
    for (const [name, value] of Object.entries({ model, cart })) {
      if (value !== null && value.length > MOST_LABEL)
        blame(`${name} has more than ${MOST_LABEL} characters.`);
    }
    return { label, model, cart, shelf: whole('shelf'), place: whole('place'), profile };
  });
  if (slots.length === 0)
    faults.push({ path: 'line 2', message: 'There is no slot in the file. Write one a line.' });
  if (slots.length > MOST_SLOTS) {
    faults.push({
      path: `line ${MOST_SLOTS + 2}`,
      message: `At most ${MOST_SLOTS} slots at once. Split the file.`,
    });
  }
  return { slots, faults: faults.slice(0, MOST_FAULTS), ignored };
}

/** What is wrong with a label, and what to do; `before` is the line where it stands already. */
function faultOf(label: string, before: number | undefined, isTaken: boolean): string | undefined {
  if (label === '') return 'label is empty. Write what the headset shall be called.';
  if (label.length > MOST_LABEL || !label.isWellFormed() || label.includes('\0')) {
    return `label cannot be kept. Write at most ${MOST_LABEL} ordinary characters.`;
  }
  if (before !== undefined) {
    return `“${label}” stands in line ${before} already. Give each slot its own label.`;
  }
  return isTaken ? `“${label}” is there already. Choose another label or take the line out.` : undefined;
}

/** Labels that an organisation has, read once. */
export function labelsOf({ ids, devices }: Records, enterpriseId: string): ReadonlySet<string> {
  const labels = ids.all(enterpriseId).map((id) => devices.listRow(id));
  return new Set(
    labels.flatMap((row) => (row === undefined || row.label === null || row.is_archived ? [] : [row.label])),
  );
}
