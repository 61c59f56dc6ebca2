import type { Brand } from '../../../contract/devices/reported.ts';
import type { SettingsChange } from '../../../contract/configuration/settings/settings.ts';
import { catalogOf } from './catalog.ts';

/** The range of a manufacturer's own numbers for a level; both ends are allowed. */
export type LevelRange = { readonly min: number; readonly max: number };

/** Settings that people know as a level in per cent, and for which every manufacturer has its own numbers. */
export const LEVEL_FIELDS = [
  'volume',
  'display.brightness',
  'audio.multimedia',
  'audio.notification',
  'audio.alarm',
  'audio.system',
] as const;

export const PERCENT: LevelRange = { min: 0, max: 100 };

/** Returns true for the path of a level. */
export function isLevel(path: string): path is (typeof LEVEL_FIELDS)[number] {
  return LEVEL_FIELDS.some((level) => level === path);
}

/** Returns a manufacturer's range of a level; per cent if it names none. */
export function levelRange(path: string, brand: Brand): LevelRange {
  return catalogOf(brand).fields[path]?.range ?? PERCENT;
}

/** Converts a level from one range to another, to the nearest whole number. */
export function scaled(value: number, from: LevelRange, to: LevelRange): number {
  return to.min + Math.round(((value - from.min) * (to.max - to.min)) / (from.max - from.min));
}

/** Returns the nearest number in a range. */
export function clamped(value: number, { min, max }: LevelRange): number {
  return Math.min(max, Math.max(min, value));
}

/** Returns the manufacturer's number for per cent: the nearest whole one. */
export function fromPercent(percent: number, range: LevelRange): number {
  return scaled(percent, PERCENT, range);
}

/** Returns per cent for a manufacturer's number; what is outside of its range is at its end. */
export function toPercent(number: number, range: LevelRange): number {
  return scaled(clamped(number, range), range, PERCENT);
}

/** Returns a value of the settings with a level in per cent; any other value unchanged. */
export function asPercent(path: string, value: unknown, brand: Brand): unknown {
  return isLevel(path) && typeof value === 'number' ? toPercent(value, levelRange(path, brand)) : value;
}

type WithLevels = Pick<SettingsChange, 'volume' | 'display' | 'audio'>;
type Convert = <Value>(path: string, value: Value) => Value | number;

/** Returns a change in the numbers of one manufacturer: levels in per cent are converted. */
export function inNumbersOf<Change extends WithLevels & Pick<SettingsChange, 'levels'>>(
  change: Change,
  brand: Brand,
): Change {
  if (change.levels !== 'percent') return change;
  const converted = convertLevels(change, (path, value) =>
    typeof value === 'number' ? fromPercent(value, levelRange(path, brand)) : value,
  );
  return { ...converted, levels: undefined };
}

/** Returns settings with the levels of one manufacturer in the numbers of another; what is no such number stays. */
export function inNumbersOfOther<Settings extends WithLevels>(
  settings: Settings,
  from: Brand,
  to: Brand,
): Settings {
  return convertLevels(settings, (path, value) => {
    const range = levelRange(path, from);
    return typeof value === 'number' && value === clamped(value, range)
      ? scaled(value, range, levelRange(path, to))
      : value;
  });
}

function convertLevels<Holder extends WithLevels>(holder: Holder, one: Convert): Holder {
  const { volume, display, audio } = holder;
  return {
    ...holder,
    ...(volume === undefined ? {} : { volume: one('volume', volume) }),
    ...(display ? { display: withBrightness(display, one) } : {}),
    ...(audio
      ? {
          audio: {
            multimedia: one('audio.multimedia', audio.multimedia),
            notification: one('audio.notification', audio.notification),
            alarm: one('audio.alarm', audio.alarm),
            system: one('audio.system', audio.system),
          },
        }
      : {}),
  };
}

function withBrightness(
  display: NonNullable<WithLevels['display']>,
  one: Convert,
): NonNullable<WithLevels['display']> {
  const { brightness } = display;
  return brightness === undefined
    ? display
    : { ...display, brightness: one('display.brightness', brightness) };
}
