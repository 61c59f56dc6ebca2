import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Expiry } from '../../../shared/contract/configuration/expiry.ts';
import { useFormat } from '../../copy/format.ts';
import { useLanguage } from '../../copy/language.ts';
import type { EndingLabels } from './ending-labels.ts';
import { byDay, dayOf, startOf, urgencyOf, weeksOf, type Day, type Month } from './endings.ts';

/** More names do not fit into a day. */
const MAX_NAMES = 2;

type Props = {
  month: Month;
  items: readonly Expiry[];
  nowMs: number;
  /** The day whose expiries are listed beside it; null: the whole month. */
  chosen: Day | null;
  onChoose: (day: Day | null) => void;
  words: (ending: Expiry) => EndingLabels;
};

/** A month with the expiries of each day. Days with an expiry can be selected. */
export function MonthGrid({ month, items, nowMs, chosen, onChoose, words }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const days = useMemo(() => byDay(items), [items]);
  const weekdays = useWeekdays();
  const today = dayOf(nowMs);
  return (
    <table className="month-grid" aria-label={t('expiry.calendar')}>
      <thead>
        <tr>
          {weekdays.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const endings = days.get(day) ?? [];
              const number = Number(day.slice(-2));
              const isOther = !day.startsWith(month);
              return (
                <td
                  key={day}
                  className={isOther ? 'other' : ''}
                  aria-current={day === today ? 'date' : undefined}
                >
                  {endings.length === 0 ? (
                    <span className="day-number">{number}</span>
                  ) : (
                    <button
                      type="button"
                      className="hovers"
                      aria-pressed={day === chosen}
                      onClick={() => onChoose(day === chosen ? null : day)}
                    >
                      <span className="sr">{format.day(startOf(day))}</span>
                      <span className="day-number" aria-hidden="true">
                        {number}
                      </span>
                      <DayNames endings={endings} nowMs={nowMs} words={words} />
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayNames({
  endings,
  nowMs,
  words,
}: { endings: readonly Expiry[] } & Pick<Props, 'nowMs' | 'words'>): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  return (
    <>
      {endings.slice(0, MAX_NAMES).map((ending) => (
        <span
          key={`${ending.kind} ${ending.contentId} ${ending.expiresAt} ${ending.title}`}
          className={`ending-chip micro ${urgencyOf(ending, nowMs)}`}
        >
          <span className="cut" title={words(ending).name}>
            {words(ending).name}
          </span>{' '}
          <b>{format.number(ending.devices)}</b>
        </span>
      ))}
      {endings.length > MAX_NAMES && (
        <span className="micro faint">{t('expiry.more', { count: endings.length - MAX_NAMES })}</span>
      )}
    </>
  );
}

/** Monday to Sunday in the current language. 1 January 2024 was a Monday. */
function useWeekdays(): readonly { readonly short: string; readonly long: string }[] {
  const language = useLanguage();
  return useMemo(() => {
    const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
    const short = new Intl.DateTimeFormat(locale, { weekday: 'short' });
    const long = new Intl.DateTimeFormat(locale, { weekday: 'long' });
    return Array.from({ length: 7 }, (_, index) => {
      const day = new Date(2024, 0, 1 + index);
      return { short: short.format(day), long: long.format(day) };
    });
  }, [language]);
}
