import { useMemo } from 'react';

import { useLanguage } from '../../copy/language.ts';

/** Days of the station's calendar in words: whoever looks may sit in another time zone, the days stay the station's. */
type Calendar = {
  /** A calendar date: "Mon 9 Nov". */
  readonly day: (date: string) => string;
  /** A calendar date above a column: "9 Nov". */
  readonly mark: (date: string) => string;
  /** The day of an instant in a time zone: "9 Nov 2026". */
  readonly dayIn: (atMs: number, timeZone: string) => string;
};

/** The calendar in the language in use. */
export function useCalendar(): Calendar {
  const language = useLanguage();
  return useMemo(() => calendarIn(language === 'fr' ? 'fr-FR' : 'en-GB'), [language]);
}

/** The calendar in a language, given by its tag. */
export function calendarIn(locale: string): Calendar {
  const ofDate = (options: Intl.DateTimeFormatOptions): ((date: string) => string) => {
    // A date has no zone: it is read and written as UTC, so that it stays what it is.
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (date) => format.format(Date.parse(`${date}T00:00:00Z`));
  };
  return {
    day: ofDate({ weekday: 'short', day: 'numeric', month: 'short' }),
    mark: ofDate({ day: 'numeric', month: 'short' }),
    dayIn: (atMs, timeZone) =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }).format(
        atMs,
      ),
  };
}

/** An instant as every spreadsheet reads it, in whatever language: "2026-11-09 14:05". */
export function stampIn(timeZone: string): (instant: string) => string {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (instant) => format.format(Date.parse(instant));
}
