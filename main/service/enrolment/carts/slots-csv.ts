import type { SlotFault } from '../../../../shared/contract/enrolment/carts.ts';
import { withoutDirection } from '../../../../shared/contract/primitives.ts';
import { parseCsv, toCsv } from '../../../../shared/domain/kernel/csv.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { MusterMetadata } from '../../devices/metadata/index.ts';

/** The columns of a slot file, in the order in which they are written. */
const COLUMNS = ['label', 'model', 'cart', 'shelf', 'place', 'profile', 'enrollmentToken', 'id'] as const;
type Column = (typeof COLUMNS)[number];

/** Columns that describe a slot; the others are written and not read. */
const READ: readonly Column[] = ['label', 'model', 'cart', 'shelf', 'place', 'profile'];
const MAX_SLOTS = 500;
const MAX_LABEL = 128;
const MAX_FAULTS = 100;

/** A slot as a line of a file describes it. */
export type WantedSlot = {
  readonly label: string;
  readonly model: string | null;
  readonly cart: string | null;
  readonly shelf: number | null;
  readonly place: number | null;
  readonly profile: string | null;
};

/** The contents of a file. */
export type SlotsFile = {
  readonly slots: readonly WantedSlot[];
  readonly faults: readonly SlotFault[];
  readonly ignored: readonly string[];
};

/** Fields that the writer has to look up. */
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
    // The token of an enrolled headset's slot is no longer valid.
    record.androidId === null ? record.enrollmentToken : null,
    record.id,
  ]);
  return toCsv([COLUMNS, ...rows]);
}

/** Looks up the names that a file may contain. */
type Known = { readonly profile: (name: string) => boolean; readonly label: (label: string) => boolean };

/** Parses a file line by line. `knows` looks up names. */
export function readSlots(text: string, knows: Known): SlotsFile {
  const { header, rows } = parseCsv(text);
  const names = header.map((name) => name.toLowerCase());
  const known = new Set<string>(COLUMNS.map((column) => column.toLowerCase()));
  const ignored = header.filter((name) => name !== '' && !known.has(name.toLowerCase()));
  if (!names.includes('label')) {
    const message = `The first line must name the columns, and one of them must be label. Known: ${READ.join(', ')}.`;
    return { slots: [], faults: [aFault(1, { code: 'NO_LABEL_COLUMN', message })], ignored };
  }
  const faults: SlotFault[] = [];
  const seen = new Map<string, number>();
  const firstLine = new Map<string, number>();
  const slots = rows.map(({ line, cells }) => {
    const slot = readSlot(names, cells, (fault) => faults.push(aFault(line, fault)));
    const fault =
      faultOfLabel(slot.label, seen.get(slot.label), knows.label(slot.label)) ??
      faultOfPosition(slot, firstLine);
    if (fault !== undefined) faults.push(aFault(line, fault));
    seen.set(slot.label, line);
    if (slot.cart !== null && slot.place !== null) firstLine.set(keyOf(slot), line);
    const { profile } = slot;
    if (profile !== null && !knows.profile(profile)) {
      const value = profile.slice(0, 64);
      const message = `There is no profile “${value}”. Save it first, or leave the column empty.`;
      faults.push(aFault(line, { code: 'NO_PROFILE', column: 'profile', value, message }));
    }
    return slot;
  });
  return { slots, faults: [...faults, ...faultsOfAll(slots)].slice(0, MAX_FAULTS), ignored };
}

type FaultInput = Pick<SlotFault, 'code' | 'message'> & Partial<Pick<SlotFault, 'column' | 'value'>>;

function aFault(line: number, { code, message, column = null, value = null }: FaultInput): SlotFault {
  return { path: `line ${line}`, line, code, column, value, message };
}

function readSlot(
  names: readonly string[],
  cells: readonly string[],
  addFault: (fault: FaultInput) => void,
): WantedSlot {
  const cell = (column: Column): string | null => {
    const written = cells[names.indexOf(column.toLowerCase())] ?? '';
    const value = withoutDirection(written)
      .trim()
      .replace(/^'(?=[=+\-@])/, '');
    return value === '' ? null : value;
  };
  const integer = (column: 'shelf' | 'place'): number | null => {
    const text = cell(column);
    if (text === null) return null;
    if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
    const value = text.slice(0, 32);
    const message = `${column} is “${value}”. Write a whole number from 1 to 9999, or leave it empty.`;
    addFault({ code: 'NOT_A_NUMBER', column, value, message });
    return null;
  };
  const [model, cart] = [cell('model'), cell('cart')];
  for (const [column, value] of Object.entries({ model, cart })) {
    if (value !== null && value.length > MAX_LABEL) {
      const message = `${column} has more than ${MAX_LABEL} characters.`;
      addFault({ code: 'TOO_LONG', column, value: String(MAX_LABEL), message });
    }
  }
  return {
    label: cell('label') ?? '',
    model,
    cart,
    shelf: integer('shelf'),
    place: integer('place'),
    profile: cell('profile'),
  };
}

/** Returns what is wrong with a label, and what to do; `before` is the line that has it already. */
function faultOfLabel(label: string, before: number | undefined, isTaken: boolean): FaultInput | undefined {
  const column = 'label';
  if (label === '') {
    const message = 'label is empty. Enter a name for the headset.';
    return { code: 'LABEL_MISSING', column, message };
  }
  const value = label.slice(0, 64);
  if (label.length > MAX_LABEL || !label.isWellFormed() || label.includes('\0')) {
    const message = `label cannot be kept. Write at most ${MAX_LABEL} ordinary characters.`;
    return { code: 'LABEL_BAD', column, message };
  }
  if (before !== undefined) {
    const message = `“${label}” is already on line ${before}. Give each slot its own label.`;
    return { code: 'LABEL_TWICE', column, value: String(before), message };
  }
  if (!isTaken) return undefined;
  const message = `“${label}” already exists. Choose another label or delete the line.`;
  return { code: 'LABEL_TAKEN', column, value, message };
}

/** Returns a fault if two slots of one file have one place on a cart, which must be a mistake. */
function faultOfPosition(slot: WantedSlot, firstLine: ReadonlyMap<string, number>): FaultInput | undefined {
  if (slot.cart === null || slot.place === null) return undefined;
  const before = firstLine.get(keyOf(slot));
  if (before === undefined) return undefined;
  const message = `Position ${slot.place} of this cart is already on line ${before}. Give each slot its own position.`;
  return { code: 'PLACE_TWICE', column: 'place', value: String(before), message };
}

function keyOf({ cart, shelf, place }: WantedSlot): string {
  return `${shelf ?? ''} ${place} ${cart}`;
}

function faultsOfAll(slots: readonly WantedSlot[]): SlotFault[] {
  if (slots.length === 0) {
    const message = 'There is no slot in the file. Write one per line.';
    return [aFault(2, { code: 'NO_SLOTS', message })];
  }
  if (slots.length <= MAX_SLOTS) return [];
  const message = `At most ${MAX_SLOTS} slots at once. Split the file.`;
  return [aFault(MAX_SLOTS + 2, { code: 'TOO_MANY', value: String(MAX_SLOTS), message })];
}

/** Returns the labels of an organisation, read once. */
export function labelsOf({ ids, devices }: Records, enterpriseId: string): ReadonlySet<string> {
  const labels = ids.all(enterpriseId).map((id) => devices.listRow(id));
  return new Set(
    labels.flatMap((row) => (row === undefined || row.label === null || row.is_archived ? [] : [row.label])),
  );
}
