import { kindOf, type EditorField, type ListField } from '../../copy/editor-fields.ts';
import type { Current } from './current.ts';
import { choiceOfThisComputer } from './controls/known-choices.ts';
import type { FieldSupport } from './field-support.ts';

const LISTS: readonly EditorField[] = [
  'applications',
  'videos',
  'files',
  'packages',
  'wifi',
  'video360',
] satisfies readonly ListField[];

/** True for a field that is a list of entries. */
export function isList(field: EditorField): field is ListField {
  return LISTS.includes(field);
}

/**
 * Returns the value of a field when it is selected: what most headsets have, else an obvious default. Different lists
 * are merged, so that starting to edit loses nothing.
 */
export function startValue(field: EditorField, current: Current | null, support: FieldSupport): unknown {
  if (isList(field)) {
    const entries = (current?.entries(field) ?? []).map(({ entry }) => withoutComputed(entry));
    // An empty list would remove every network, and disconnect the headset itself.
    return field === 'wifi' && entries.length === 0 ? [FRESH_NETWORK] : entries;
  }
  const [most] = current?.now(field)?.values ?? [];
  if (most !== undefined) return most.value;
  const kind = kindOf(field);
  if (kind === 'flag') return true;
  if (kind === 'number') {
    return numberToStart(field, support);
  }
  if (kind === 'kiosk') return { isActive: true };
  if (kind === 'proxy') return { use: true };
  return kind === 'texts' ? [] : textToStart(field, support);
}

/** Returns what this computer has, if headsets support it; else the first value they support. */
function textToStart(field: EditorField, { values }: FieldSupport): unknown {
  const own = choiceOfThisComputer(field);
  const isSupported = own !== null && (values === null || values.length === 0 || values.includes(own));
  return isSupported ? own : (values?.[0] ?? '');
}

/** A network without a name yet. */
export const FRESH_NETWORK = { ssid: '', security: 'wpa2' } as const;

/** Usual values for schools. Levels in percent, times in s. */
const DEFAULTS: Partial<Record<EditorField, number>> = {
  volume: 50,
  'display.brightness': 70,
  'audio.multimedia': 50,
  'audio.notification': 30,
  'audio.alarm': 30,
  'audio.system': 30,
  'power.screenOffDelaySec': 300,
  'power.autoSleepDelaySec': 900,
};

function numberToStart(field: EditorField, { values, range }: FieldSupport): number | undefined {
  const numbers = values?.filter((value) => typeof value === 'number') ?? [];
  const preset = DEFAULTS[field];
  if (preset === undefined) return numbers[0] ?? range?.max;
  if (numbers.length > 0) return numbers.toSorted((a, b) => Math.abs(a - preset) - Math.abs(b - preset))[0];
  return range === null ? preset : Math.min(Math.max(preset, range.min), range.max);
}

/** Returns the identity of an entry. */
export function keyOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const fields = new Map<string, unknown>(Object.entries(entry));
  for (const name of ['ssid', 'packageName', 'id', 'url', 'name']) {
    const value = fields.get(name);
    if (typeof value !== 'string' || value === '') continue;
    return name === 'packageName' ? `${value} ${JSON.stringify(fields.get('codeVersion'))}` : value;
  }
  return JSON.stringify(entry);
}

const COMPUTED = new Set(['deployment', 'originalUrl', 'originalObbUrl', 'hasPassword']);

function withoutComputed(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !COMPUTED.has(name)));
}
