import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { useFigures } from '../../copy/figures.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useReasonWords } from '../headsets/reasons.ts';
import { changesOf } from './standing.ts';

/** How sync stands, as a heading, a sentence below it, and the words on the wire between both sides. */
export type StandingWords = {
  readonly title: string;
  readonly sub: string;
  readonly wire: string;
  readonly wireNote: string;
};

/** How sync stands in words; the countdown moves with the station's clock. */
export function useStandingWords(sync: Sync): StandingWords {
  const { t } = useTranslation('sync');
  return {
    title: useTitle(sync),
    sub: useSub(sync),
    wire: t(`wire.${sync.state}`),
    wireNote: useWireNote(sync),
  };
}

function useTitle(sync: Sync): string {
  const { t } = useTranslation('sync');
  const reasonWords = useReasonWords();
  const { state, progress, pulledAt, reason } = sync;
  const count = changesOf(sync);
  switch (state) {
    case 'off':
    case 'connecting':
      return t(`title.${state}`);
    case 'upToDate':
      // The central may put a change off: both sides are not the same before it is there.
      return count === 0 ? upToDateBut(sync, t) : t('title.offlineWaiting', { count });
    case 'paused':
      return count === 0 ? t('title.paused') : t('title.pausedWaiting', { count });
    case 'offline':
      return count === 0 ? t('title.offline') : t('title.offlineWaiting', { count });
    case 'pulling':
    case 'pushing': {
      const key = state === 'pulling' && pulledAt === null ? 'firstPull' : state;
      return progress === null ? t(`title.${key}`) : t(`title.${key}Of`, progress);
    }
    case 'blocked':
      return reason === null ? t('title.blocked') : reasonWords(reason).what;
  }
}

/** Nothing waits; what is not the same all the same is said with its number. */
function upToDateBut({ conflicts, unlinked, stranded }: Sync, t: TFunction<'sync'>): string {
  const odd = [
    ...(stranded.events === 0 ? [] : [t('title.stranded', { count: stranded.events })]),
    ...(conflicts === 0 ? [] : [t('title.toDecide', { count: conflicts })]),
    ...(unlinked === 0 ? [] : [t('title.onlyHere', { count: unlinked })]),
  ];
  if (odd.length === 0) return t('title.upToDate');
  // Reports that nobody takes are no agreement.
  return (stranded.events === 0 ? [t('title.upToDateShort'), ...odd] : odd).join(' · ');
}

function useSub(sync: Sync): string {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const reasonWords = useReasonWords();
  const { state, reason, lastContactAt, upToDateAt } = sync;
  switch (state) {
    case 'offline': {
      const since =
        lastContactAt === null ? t('sub.never') : t('sub.since', { when: when(Date.parse(lastContactAt)) });
      const what = reason === null ? '' : `${reasonWords(reason).what} `;
      return `${what}${since} ${t('sub.offline')}`;
    }
    case 'blocked':
      return reason === null ? t('sub.offline') : `${reasonWords(reason).next} ${t('sub.kept')}`;
    case 'upToDate':
      return upToDateAt === null
        ? t('sub.upToDate')
        : t('sub.upToDateSince', { when: when(Date.parse(upToDateAt)) });
    case 'off':
    case 'paused':
    case 'connecting':
    case 'pulling':
    case 'pushing':
      return t(`sub.${state}`);
  }
}

/** A moment as people say it: "08:11" of today, else with its day. */
export function useWhen(): (atMs: number) => string {
  const figures = useFigures();
  const todayMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  return (atMs) => (figures.isToday(atMs, todayMs) ? figures.clock(atMs) : figures.moment(atMs));
}

function useWireNote(sync: Sync): string {
  const { t } = useTranslation('sync');
  const figures = useFigures();
  const when = useWhen();
  const nextMs = sync.nextRunAt === null ? null : Date.parse(sync.nextRunAt);
  // Seconds only where somebody waits for them: otherwise the screen would be drawn again every second.
  const isCounting = sync.state === 'offline' || sync.state === 'blocked';
  const leftSec = useFleet((fleet) =>
    nextMs === null || !isCounting ? null : Math.max(0, Math.ceil((nextMs - fleet.nowMs) / 1_000)),
  );
  if (sync.progress !== null) return t('wireNote.of', sync.progress);
  if (leftSec !== null) return t('wireNote.nextTry', { duration: figures.duration(leftSec * 1_000) });
  if (nextMs !== null && sync.state === 'upToDate') return t('wireNote.nextLook', { when: when(nextMs) });
  return '';
}
