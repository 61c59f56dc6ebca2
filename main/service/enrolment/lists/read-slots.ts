import type { SlotFault, SlotField, FILE_FAULTS } from '../../../../shared/contract/enrolment/carts.ts';
import { withoutDirection } from '../../../../shared/contract/primitives.ts';
import { readAnyMacAddress } from '../../../../shared/domain/enrolment/slot-columns.ts';
import { cellsOf, type SlotColumnsFound } from './columns.ts';
import type { TableFault } from './table.ts';

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
  readonly macAddress: string | null;
  readonly serial: string | null;
};

/** What was read, line by line, and the slots that this describes. */
export type SlotsFile = {
  readonly slots: readonly WantedSlot[];
  readonly lines: readonly { readonly line: number; readonly cells: Readonly<Record<SlotField, string>> }[];
  readonly faults: readonly SlotFault[];
};

/** Looks up the names that a file may contain, and who has a MAC address or a serial number. */
type Known = {
  readonly profile: (name: string) => boolean;
  readonly label: (label: string) => boolean;
  readonly owner: (field: 'macAddress' | 'serial', value: string) => string | undefined;
};

/** Returns the fault of a file that cannot be read. */
export function faultOfFile({ fault: code }: TableFault): SlotFault {
  return aFault(1, { code, message: FILE_MESSAGES[code] });
}

/** Reads a list line by line. `knows` looks up names. */
export function readSlots({ rows, mapping, unknown }: SlotColumnsFound, knows: Known): SlotsFile {
  const lines = rows
    .map(({ line, cells }) => ({ line, cells: cellsOf(cells, mapping) }))
    .filter(({ cells }) => Object.values(cells).some((cell) => cell !== ''))
    .slice(0, MAX_SLOTS + 1);
  const missing = unknown.map(({ field, name }) => {
    const value = name.slice(0, 64);
    const message = `The file has no column “${value}”. Name one of its columns, or give its number.`;
    return aFault(1, { code: 'NO_COLUMN', column: field, value, message });
  });
  if (missing.length > 0) return { slots: [], lines: [], faults: missing };
  if (mapping.label === null) {
    const message = 'No column contains the names of the headsets. Name it in the mapping.';
    return { slots: [], lines, faults: [aFault(1, { code: 'NO_LABEL_COLUMN', message })] };
  }
  const faults: SlotFault[] = [];
  const seen = new Seen();
  const slots = lines.map(({ line, cells }) => {
    const addFault = (fault: FaultInput): void => void faults.push(aFault(line, fault));
    const slot = readSlot(cells, addFault);
    faultsOfSlot(slot, { line, seen, knows, addFault });
    return slot;
  });
  return { slots, lines, faults: [...faults, ...faultsOfAll(lines)].slice(0, MAX_FAULTS) };
}

/** The line of each value that only one slot may have. */
class Seen {
  readonly #lines = new Map<string, number>();

  /** Returns the line that had a value before; this line has it from now on. */
  before(kind: string, value: string, line: number): number | undefined {
    const key = `${kind} ${value}`;
    const before = this.#lines.get(key);
    if (before === undefined) this.#lines.set(key, line);
    return before;
  }
}

type Checking = {
  readonly line: number;
  readonly seen: Seen;
  readonly knows: Known;
  readonly addFault: (fault: FaultInput) => void;
};

function faultsOfSlot(slot: WantedSlot, { line, seen, knows, addFault }: Checking): void {
  const { label, profile, cart, shelf, place } = slot;
  const position = cart === null || place === null ? null : `${shelf ?? ''} ${place} ${cart}`;
  const fault =
    faultOfLabel(label, seen.before('label', label, line), knows.label(label)) ??
    (position === null ? undefined : faultOfPosition(place, seen.before('place', position, line)));
  if (fault !== undefined) addFault(fault);
  if (profile !== null && !knows.profile(profile)) {
    const value = profile.slice(0, 64);
    const message = `There is no profile “${value}”. Save it first, or leave the column empty.`;
    addFault({ code: 'NO_PROFILE', column: 'profile', value, message });
  }
  for (const field of ['macAddress', 'serial'] as const) {
    const value = slot[field];
    if (value === null) continue;
    const before = seen.before(field, value, line);
    const owner = before === undefined ? knows.owner(field, value) : undefined;
    const kind = field === 'macAddress' ? 'MAC' : 'SERIAL';
    if (before !== undefined) {
      const message = `${field} “${value}” is already on line ${before}. Each headset has its own: correct one of them.`;
      addFault({ code: `${kind}_TWICE`, column: field, value: String(before), message });
    } else if (owner !== undefined) {
      const message = `${field} “${value}” belongs to “${owner}” already. Correct it, or delete the line.`;
      addFault({ code: `${kind}_TAKEN`, column: field, value: owner.slice(0, 64), message });
    }
  }
}

type FaultInput = Pick<SlotFault, 'code' | 'message'> & Partial<Pick<SlotFault, 'column' | 'value'>>;

function aFault(line: number, { code, message, column = null, value = null }: FaultInput): SlotFault {
  return { path: `line ${line}`, line, code, column, value, message };
}

/** How lists write that something is not known. */
const NOTHING = /^(?:[-–—.?]+|n\/?a|none|unknown|inconnue?|unbekannt|desconocid[oa])$/i;
/** How spreadsheets write a number with more digits than they show or store. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;
const MAX_SERIAL = 64;

function readSlot(
  cells: Readonly<Record<SlotField, string>>,
  addFault: (fault: FaultInput) => void,
): WantedSlot {
  const cell = (field: SlotField): string | null => {
    const value = withoutDirection(cells[field])
      .trim()
      .replace(/^'(?=[=+\-@＝＋－＠])/, '');
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
  const upTo = (column: SlotField, max: number): string | null => {
    const value = cell(column);
    if (value === null || value.length <= max) return value;
    const message = `${column} has more than ${max} characters.`;
    addFault({ code: 'TOO_LONG', column, value: String(max), message });
    return value;
  };
  return {
    label: cell('label') ?? '',
    model: upTo('model', MAX_LABEL),
    cart: upTo('cart', MAX_LABEL),
    shelf: integer('shelf'),
    place: integer('place'),
    profile: cell('profile'),
    macAddress: readMacAddress(cell('macAddress'), addFault),
    serial: readSerial(upTo('serial', MAX_SERIAL), addFault),
  };
}

function readMacAddress(written: string | null, addFault: (fault: FaultInput) => void): string | null {
  if (written === null || NOTHING.test(written)) return null;
  const macAddress = readAnyMacAddress(written);
  if (macAddress !== undefined) return macAddress;
  const value = written.slice(0, 32);
  if (isRounded('macAddress', value, addFault)) return null;
  const message = `macAddress is “${value}”. Write its 12 hexadecimal digits, such as A4:5E:60:12:34:56, or leave it empty.`;
  addFault({ code: 'MAC_BAD', column: 'macAddress', value, message });
  return null;
}

function readSerial(written: string | null, addFault: (fault: FaultInput) => void): string | null {
  if (written === null || NOTHING.test(written)) return null;
  return isRounded('serial', written.slice(0, 32), addFault) ? null : written;
}

/** Adds a fault for a number that the spreadsheet has rounded: what the label says is lost. */
function isRounded(column: SlotField, value: string, addFault: (fault: FaultInput) => void): boolean {
  if (!ROUNDED.test(value)) return false;
  const message = `${column} is “${value}”, a number that the spreadsheet has rounded. Format the column as text, enter it again and save.`;
  addFault({ code: 'NUMBER_ROUNDED', column, value, message });
  return true;
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
function faultOfPosition(place: number | null, before: number | undefined): FaultInput | undefined {
  if (before === undefined) return undefined;
  const message = `Position ${place} of this cart is already on line ${before}. Give each slot its own position.`;
  return { code: 'PLACE_TWICE', column: 'place', value: String(before), message };
}

function faultsOfAll(lines: SlotsFile['lines']): SlotFault[] {
  if (lines.length === 0) {
    const message = 'There is no slot in the file. Write one per line.';
    return [aFault(2, { code: 'NO_SLOTS', message })];
  }
  const tooMany = lines[MAX_SLOTS];
  if (tooMany === undefined) return [];
  const message = `At most ${MAX_SLOTS} slots at once. Split the file.`;
  return [aFault(tooMany.line, { code: 'TOO_MANY', value: String(MAX_SLOTS), message })];
}

/** Why a file cannot be read, and what to do. */
const FILE_MESSAGES: Readonly<Record<(typeof FILE_FAULTS)[number], string>> = {
  FILE_EMPTY: 'The file is empty. Choose a file with one headset per line.',
  FILE_TOO_LARGE:
    'The file is too large for an asset list, at most 5 MB. Save only the list, without pictures.',
  FILE_PROTECTED: 'The file is protected with a password. Save it without one.',
  FILE_OLD: 'The file is a workbook of an older Excel. Save it as .xlsx or CSV.',
  FILE_UNREADABLE: 'The file is no CSV text and no workbook, or it is damaged. Save it as .xlsx or CSV.',
  NO_SHEET: 'The workbook has no such sheet. Name one of its visible sheets.',
};
