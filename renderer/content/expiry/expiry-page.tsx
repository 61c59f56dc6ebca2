import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import type { z } from 'zod';

import { blockedBy } from '../../ui/why/why.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { type Expiry, getExpiry } from '../../../shared/contract/configuration/expiry.ts';
import { useFormat } from '../../copy/format.ts';
import { useLanguage } from '../../copy/language.ts';
import { useMay } from '../../service/session.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { ContentFrame } from '../frame/content-frame.tsx';
import { EndingList } from './ending-list.tsx';
import { useEndingLabels, type EndingLabels } from './ending-labels.ts';
import { byMonth, dayOf, monthAfter, monthOf, SOON_MS, startOf, type Month } from './endings.ts';
import { MonthGrid } from './month-grid.tsx';
import { useAppNames } from '../../model/content/use-app-names.ts';
import { call } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';

/** Number of months offered at once. */
const MONTHS = 12;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;

/** The expiries, with their headsets, as a calendar or a list. */
export function ExpiryPage(): React.JSX.Element {
  const { t } = useTranslation('content');
  const query = useExpiry();
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  const labels = useEndingLabels(useAppNames(), nowMs);
  const [search, setSearch] = useSearchParams();
  const isList = search.get('as') === 'list';
  const items = query.reply?.items ?? null;
  return (
    <ContentFrame
      {...useExpiryHead(items, nowMs, labels)}
      tools={
        items !== null &&
        items.length > 0 && (
          <div className="seg" role="group" aria-label={t('expiry.as')}>
            <button type="button" aria-pressed={!isList} onClick={() => setSearch({})}>
              {t('expiry.calendar')}
            </button>
            <button type="button" aria-pressed={isList} onClick={() => setSearch({ as: 'list' })}>
              {t('expiry.list')}
            </button>
          </div>
        )
      }
    >
      <ReadingState query={query} />
      {items !== null && items.length === 0 && <NothingExpires />}
      {items !== null &&
        items.length > 0 &&
        (isList ? (
          <ByMonths items={items} nowMs={nowMs} words={labels} />
        ) : (
          <Calendar items={items} nowMs={nowMs} words={labels} />
        ))}
    </ContentFrame>
  );
}

function NothingExpires(): React.JSX.Element {
  const { t } = useTranslation('content');
  const mayChange = useMay('technician');
  return (
    <section className="panel page-empty">
      <h2>{t('expiry.emptyTitle')}</h2>
      <p>{t('expiry.emptyText')}</p>
      {mayChange && (
        <Button component={Link} href="/fleet" variant="default">
          {t('expiry.emptyAction')}
        </Button>
      )}
    </section>
  );
}

function useExpiryHead(
  items: readonly Expiry[] | null,
  nowMs: number,
  labels: (ending: Expiry) => EndingLabels,
): { title: string; sub: string } {
  const { t } = useTranslation('content');
  if (items === null) return { title: t('tab.expiry'), sub: t('expiry.reading') };
  const coming = items.filter(({ expiresAt }) => Date.parse(expiresAt) > nowMs);
  const soon = coming.filter(({ expiresAt }) => Date.parse(expiresAt) <= nowMs + SOON_MS);
  const over = items.filter(({ remaining }) => remaining > 0).length;
  const [next] = coming;
  const title = soon.length === 0 ? t('expiry.noneSoon') : t('expiry.soon', { count: soon.length });
  const reported = next === undefined ? null : labels(next);
  const parts = [
    reported === null || next === undefined
      ? t('expiry.noneComing')
      : t('expiry.next', { name: reported.name, day: reported.day, count: next.devices }),
    ...(over === 0 ? [] : [t('expiry.overStill', { count: over })]),
  ];
  return { title, sub: parts.join(' ') };
}

type PartProps = {
  items: readonly Expiry[];
  nowMs: number;
  words: (ending: Expiry) => EndingLabels;
};

function Calendar({ items, nowMs, words }: PartProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const monthName = useMonthName();
  const [search, setSearch] = useSearchParams();
  const months = byMonth(items);
  const thisMonth = monthOf(nowMs);
  const requested = search.get('month') ?? '';
  const month = MONTH.test(requested) ? requested : (firstOf(items, nowMs) ?? thisMonth);
  const dayParam = search.get('day') ?? '';
  const chosen = DAY.test(dayParam) && dayParam.startsWith(month) ? dayParam : null;
  const ofMonth = months.get(month) ?? [];
  const shown =
    chosen === null ? ofMonth : ofMonth.filter(({ expiresAt }) => dayOf(Date.parse(expiresAt)) === chosen);
  const open = (next: Month): void => setSearch({ month: next });
  return (
    <div className="page-split content-split">
      <div className="stack wide">
        <section className="panel month-panel">
          <header>
            <h2 className="grow" aria-live="polite">
              {monthName(month)}
            </h2>
            <SmallButton
              {...blockedBy(month === thisMonth && t('expiry.isThisMonth'))}
              onClick={() => open(thisMonth)}
            >
              {t('expiry.today')}
            </SmallButton>
            <ActionIcon
              variant="default"
              aria-label={t('expiry.before')}
              onClick={() => open(monthAfter(month, -1))}
            >
              <IconChevronLeft className="i s" />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={t('expiry.after')}
              onClick={() => open(monthAfter(month, 1))}
            >
              <IconChevronRight className="i s" />
            </ActionIcon>
          </header>
          <MonthGrid
            month={month}
            items={items}
            nowMs={nowMs}
            chosen={chosen}
            onChoose={(day) => setSearch(day === null ? { month } : { month, day })}
            words={words}
          />
        </section>
        <MonthStrip month={month} thisMonth={thisMonth} months={months} onOpen={open} />
      </div>
      <section className="panel">
        <header>
          <h2>{chosen === null ? monthName(month) : format.day(startOf(chosen))}</h2>
          {chosen !== null && (
            <SmallButton className="end" onClick={() => setSearch({ month })}>
              {t('expiry.wholeMonth')}
            </SmallButton>
          )}
        </header>
        {shown.length === 0 ? (
          <p className="pad dim">{t('expiry.nothingInMonth')}</p>
        ) : (
          <EndingList key={chosen ?? month} items={shown} nowMs={nowMs} words={words} />
        )}
      </section>
    </div>
  );
}

/** The first month of the calendar: that of the next expiry, or of the last one if all have passed. */
function firstOf(items: readonly Expiry[], nowMs: number): Month | undefined {
  const next = items.find(({ expiresAt }) => Date.parse(expiresAt) > nowMs) ?? items.at(-1);
  return next === undefined ? undefined : monthOf(Date.parse(next.expiresAt));
}

type StripProps = {
  month: Month;
  thisMonth: Month;
  months: ReadonlyMap<Month, readonly Expiry[]>;
  onOpen: (month: Month) => void;
};

/** The months from now on with the number of expiries in each. */
function MonthStrip({ month, thisMonth, months, onOpen }: StripProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const monthName = useMonthName();
  const first = month < thisMonth || month > monthAfter(thisMonth, MONTHS - 1) ? month : thisMonth;
  return (
    <nav className="panel month-strip" aria-label={t('expiry.months')}>
      {Array.from({ length: MONTHS }, (_, index) => monthAfter(first, index)).map((each) => {
        const count = months.get(each)?.length ?? 0;
        return (
          <button
            key={each}
            type="button"
            className="hovers"
            aria-pressed={each === month}
            onClick={() => onOpen(each)}
          >
            <span className="sr">{t('expiry.inMonth', { month: monthName(each), count })}</span>
            <span className="small" aria-hidden="true">
              {monthName(each, 'short')}
            </span>
            <b className={count === 0 ? 'faint' : ''} aria-hidden="true">
              {count === 0 ? '–' : count}
            </b>
          </button>
        );
      })}
    </nav>
  );
}

function ByMonths({ items, nowMs, words }: PartProps): React.JSX.Element {
  const monthName = useMonthName();
  return (
    <>
      {[...byMonth(items)].map(([month, endings]) => (
        <section key={month} className="panel" aria-label={monthName(month)}>
          <header>
            <h2>{monthName(month)}</h2>
          </header>
          <EndingList items={endings} nowMs={nowMs} words={words} />
        </section>
      ))}
    </>
  );
}

/** "December 2026", « décembre 2026 »; short: "Dec", « déc. ». */
function useMonthName(): (month: Month, length?: 'long' | 'short') => string {
  const locale = useLanguage() === 'fr' ? 'fr-FR' : 'en-GB';
  return (month, length = 'long') => {
    const format: Intl.DateTimeFormatOptions =
      length === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' };
    const name = new Intl.DateTimeFormat(locale, format).format(startOf(month));
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  };
}

type Endings = z.infer<typeof getExpiry.reply>;

/** Interval of updates, in ms: an expiry may have been changed elsewhere. */
const INTERVAL_MS = 60_000;

/** Returns the expiries, the earliest first. */
function useExpiry(): Query<Endings> {
  return useQuery<Endings>((signal) => call(getExpiry, { query: {}, signal }), INTERVAL_MS);
}
