import { useLanguage, type Language } from './language.ts';

/** Formats numbers, times and sizes in a language. */
export type Formatters = {
  /** 1234 → "1,234", « 1 234 ». */
  readonly number: (value: number) => string;
  /** 0 to 1 → "97%", « 97 % » with a narrow no-break space. Rounds down, so that 100% means all. */
  readonly percent: (share: number) => string;
  /** Bytes in decimal units: "12.4 GB", « 12,4 Go ». */
  readonly size: (bytes: number) => string;
  /** Clock time if today, else the day: "09:41", "9 Nov". */
  readonly when: (atMs: number, nowMs: number) => string;
  /** True if both are on the same day by this computer's clock: then `when` gives a clock time. */
  readonly isToday: (atMs: number, nowMs: number) => boolean;
  /** Clock time: "09:41". */
  readonly clock: (atMs: number) => string;
  /** Day and clock time, for titles and lists of events; with the year if it is not the current one. */
  readonly moment: (atMs: number) => string;
  /** Weekday, day and month: "Mon 9 Nov". */
  readonly day: (atMs: number) => string;
  /** Day, month and year: "9 Nov 2026". */
  readonly date: (atMs: number) => string;
  /** "31 °C". */
  readonly celsius: (degrees: number) => string;
  /** Duration in its largest whole unit: "9 s", "43 min", "3 h", "2 d". */
  readonly duration: (ms: number) => string;
  /** "A-03, A-05 and A-07". */
  readonly list: (items: readonly string[]) => string;
};

/** The formatters of a language, each created once. */
export function figuresOf(language: Language): Formatters {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const moment = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const momentOfYear = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const isThisYear = (atMs: number): boolean => new Date(atMs).getFullYear() === new Date().getFullYear();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const units = new Map<string, Intl.NumberFormat>();
  const unit = (value: number, name: string, digits = 0): string => {
    const key = `${name} ${digits}`;
    const format =
      units.get(key) ??
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: name,
        // The short form of "21 byte" has no plural.
        unitDisplay: name === 'byte' ? 'long' : 'short',
        maximumFractionDigits: digits,
      });
    units.set(key, format);
    return format.format(value);
  };

  return {
    number: (value) => number.format(value),
    // Some engines write the wide no-break space before the French sign.
    percent: (share) => percent.format(Math.floor(share * 100 + 1e-9) / 100).replace('\u00a0', '\u202f'),
    size: (bytes) => {
      const [value, name] = inUnit(bytes, SIZES);
      return unit(value, name, value < 100 && name !== 'byte' ? 1 : 0);
    },
    when: (atMs, nowMs) => (isSameDay(atMs, nowMs) ? clock : day).format(atMs),
    isToday: isSameDay,
    clock: (atMs) => clock.format(atMs),
    moment: (atMs) => (isThisYear(atMs) ? moment : momentOfYear).format(atMs),
    day: (atMs) => weekday.format(atMs),
    date: (atMs) => date.format(atMs),
    celsius: (degrees) => `${number.format(degrees)}\u00a0°C`,
    duration: (ms) => {
      const [value, name] = inUnit(Math.max(0, ms), DURATIONS);
      return `${number.format(Math.floor(value))}\u00a0${DURATION_SIGNS[language][name]}`;
    },
    list: (items) => list.format(items),
  };
}

/** Returns the formatters of the current language. */
export function useFormat(): Formatters {
  return figures[useLanguage()];
}

/** Returns the formatters of one language, the same object every time. */
export function figuresIn(language: Language): Formatters {
  return figures[language];
}

const SIZES = [
  [1e12, 'terabyte'],
  [1e9, 'gigabyte'],
  [1e6, 'megabyte'],
  [1e3, 'kilobyte'],
  [1, 'byte'],
] as const;

/** Units of time by their length in ms, the largest first. */
export const DURATIONS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;

/** The unit written after a duration. */
export const DURATION_SIGNS = {
  en: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  fr: { day: 'j', hour: 'h', minute: 'min', second: 's' },
} as const;

function inUnit<Name extends string>(
  amount: number,
  units: readonly (readonly [number, Name])[],
): [number, Name] {
  const fitting = units.find(([size]) => amount >= size) ?? units[units.length - 1];
  if (fitting === undefined) throw new TypeError('There must be a unit');
  return [amount / fitting[0], fitting[1]];
}

function isSameDay(aMs: number, bMs: number): boolean {
  return new Date(aMs).toDateString() === new Date(bMs).toDateString();
}

const figures: Record<Language, Formatters> = { en: figuresOf('en'), fr: figuresOf('fr') };
