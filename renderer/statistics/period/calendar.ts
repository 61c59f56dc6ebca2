import { useMemo } from 'react';

import { useLanguage } from '../../copy/language.ts';

/** Formats days of the station's calendar, in whatever time zone the person is. */
type Calendar = {
  /** A calendar date: "Mon 9 Nov". */
  readonly day: (date: string) => string;
  /** A calendar date above a column: "9 Nov". */
  readonly mark: (date: string) => string;
  /** The day of an instant in a time zone: "9 Nov 2026". */
  readonly dayIn: (atMs: number, timeZone: string) => string;
};

/** Returns the calendar in the current language. */
export function useCalendar(): Calendar {
  const language = useLanguage();
  return useMemo(() => calendarIn(language === 'fr' ? 'fr-FR' : 'en-GB'), [language]);
}

/** Returns the calendar in a language, by its tag. */
export function calendarIn(locale: string): Calendar {
  const ofDate = (options: Intl.DateTimeFormatOptions): ((date: string) => string) => {
    // A date has no zone: it is parsed and formatted as UTC, so that it does not shift.
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

/** Formats an instant for any spreadsheet in any language: "2026-11-09 14:05". */
export function stampIn(timeZone: string): (instant: string) => string {
  // Sweden writes dates as in ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (instant) => format.format(Date.parse(instant));
}
