import { SLOT_FIELDS, type SlotField } from '../../contract/enrolment/carts.ts';
import { toMacAddress } from '../network/mac-address.ts';

/** The column of each field, counted from 1; null: none. */
export type SlotMapping = Readonly<Record<SlotField, number | null>>;

/** Returns a value for each field. */
export function byField<Value>(valueOf: (field: SlotField) => Value): Record<SlotField, Value> {
  return {
    label: valueOf('label'),
    model: valueOf('model'),
    cart: valueOf('cart'),
    shelf: valueOf('shelf'),
    place: valueOf('place'),
    profile: valueOf('profile'),
    macAddress: valueOf('macAddress'),
    serial: valueOf('serial'),
  };
}

/** Part of a table: its header, or null without one, and the lines below. */
export type SlotColumns = {
  readonly header: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
};

/** Common names of columns in English, French, German and Spanish, as `plainName` writes them, the clearest first. */
const NAMES: Readonly<Record<SlotField, readonly string[]>> = {
  label: [
    'label name headsetname devicename assetname displayname headset',
    'nom nomducasque nomdelappareil casque etiquette designation libelle',
    'bezeichnung geratename geratebezeichnung gerat geraetename geraet headsetbezeichnung',
    'nombre nombredelequipo nombredeldispositivo etiqueta visor equipo denominacion',
    'assettag tag assetid inventarnummer inventarnr numerodinventaire numinventaire inventaire',
    'numerodeinventario inventario codigo hostname device appareil dispositivo',
  ]
    .join(' ')
    .split(' '),
  model: (
    'model modelname devicemodel type devicetype modele typedappareil modell geratetyp typ produkt product ' +
    'produit producto modelo tipo tipodedispositivo'
  ).split(' '),
  cart: (
    'cart group trolley case chariot groupe armoire valise wagen gruppe ladewagen koffer schrank ' +
    'carro grupo armario maleta'
  ).split(' '),
  shelf: 'shelf row etagere tablette rangee fach ebene regal reihe estante fila balda bandeja'.split(' '),
  place: (
    'place slot position number no nr emplacement numero platz stellplatz steckplatz nummer ' +
    'posicion lugar puesto ranura'
  ).split(' '),
  profile: 'profile configuration config profil konfiguration perfil configuracion'.split(' '),
  macAddress: (
    'macaddress mac wifimac wifimacaddress wlanmac macwifi macwlan macaddr macid hardwareaddress ethernetaddress ' +
    'adressemac macadresse wlanmacadresse direccionmac dirmac'
  ).split(' '),
  serial: (
    'serial serialnumber serialno sn numerodeserie ndeserie noserie nserie serie seriennummer seriennr serialnr ' +
    'nodeserie numserie'
  ).split(' '),
};

/** Returns a column's name without case, accents, spaces and punctuation. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z]/g, '');
}

/** Returns true for a name that a column of an asset list usually has. */
export function isColumnName(name: string): boolean {
  const plain = plainName(name);
  return SLOT_FIELDS.some((field) => NAMES[field].includes(plain));
}

/** At most so many lines are looked at to guess what a column contains. */
const MAX_LOOKED_AT = 500;

/** Finds the columns by their names; where the header says nothing, by what their cells look like. */
export function guessMapping({ header, rows }: SlotColumns): SlotMapping {
  const looked = rows.slice(0, MAX_LOOKED_AT);
  const width = Math.max(header?.length ?? 0, ...looked.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, at) => looked.map((cells) => (cells[at] ?? '').trim()));
  const plain = (header ?? []).map(plainName);
  const taken = new Set<number>();
  const take = (at: number): number | null => {
    if (at < 0) return null;
    taken.add(at);
    return at + 1;
  };
  const named = (field: SlotField): number | null => {
    const found = NAMES[field].flatMap((name) =>
      plain.flatMap((each, at) => (each === name && !taken.has(at) ? [at] : [])),
    );
    // Several columns may be the name, such as the tag and the name of an asset: the one that tells headsets apart.
    const best = field === 'label' ? found.find((at) => isUnique(columns[at] ?? [])) : undefined;
    return take(best ?? found[0] ?? -1);
  };
  const looking = (test: (cells: readonly string[]) => boolean): number | null =>
    take(columns.findIndex((cells, at) => !taken.has(at) && (plain[at] ?? '') === '' && test(cells)));
  const byName = byField(named);
  const guess = (field: SlotField, test: (cells: readonly string[]) => boolean): number | null =>
    byName[field] ?? looking(test);
  // In this order: a MAC address and a serial number would be a name too.
  const macAddress = guess('macAddress', (cells) => isMostly(cells, isMacAddress));
  const serial = guess('serial', (cells) => isUnique(cells) && isMostly(cells, isSerial));
  const model = guess('model', (cells) => isMostly(cells, isModel));
  return { ...byName, macAddress, serial, model, label: guess('label', isUnique) };
}

function isUnique(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.length === cells.length && new Set(filled).size === filled.length;
}

function isMostly(cells: readonly string[], test: (cell: string) => boolean): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter(test).length >= filled.length * 0.8;
}

function isMacAddress(cell: string): boolean {
  return readAnyMacAddress(cell) !== undefined;
}

/** At least one digit and one letter, or only digits, in one long word: names are shorter. */
function isSerial(cell: string): boolean {
  return /^(?=.*\d)[A-Za-z0-9]{10,24}$/.test(cell);
}

function isModel(cell: string): boolean {
  return /\b(?:quest|pico|vive|focus|neo|go|galaxy xr|magic leap|hololens|lynx|varjo|vision pro)\b/i.test(
    cell,
  );
}

/**
 * Returns a MAC address in the interface's form from any notation: separated by colons, hyphens, dots or spaces, by
 * byte or in groups of four digits, or not at all; undefined if it is none.
 */
export function readAnyMacAddress(written: string): string | undefined {
  const text = written.trim().replace(/^(?:mac|0x)[:\s]*/i, '');
  const digits = text.replaceAll(/[\s:.\u00b7\u2010-\u2015_-]/g, '');
  const pairs = digits.length === 12 ? digits.match(/../g) : null;
  return toMacAddress(pairs === null ? text : pairs.join(':'));
}
