import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { useFigures } from '../../copy/figures.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useReasonWords } from '../headsets/reasons.ts';
import { changesOf, isAlike } from './standing.ts';

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
  switch (state) {
    case 'off':
    case 'connecting':
      return t(`title.${state}`);
    case 'upToDate':
    case 'paused':
    case 'offline':
      return [mainTitle(sync, t), ...toLookAt(sync, t)].join(' · ');
    case 'pulling':
    case 'pushing': {
      const key = state === 'pulling' && pulledAt === null ? 'firstPull' : state;
      return progress === null ? t(`title.${key}`) : t(`title.${key}Of`, progress);
    }
    case 'blocked':
      return reason === null ? t('title.blocked') : reasonWords(reason).what;
  }
}

/** "Up to date" is said only while nothing waits, nothing was rejected, and no report is left without a slot. */
function mainTitle(sync: Sync, t: TFunction<'sync'>): string {
  const { state, waiting, failures, stranded } = sync;
  const count = changesOf(sync);
  if (isAlike(sync)) return t('title.upToDate');
  if (state === 'paused') return count === 0 ? t('title.paused') : t('title.pausedWaiting', { count });
  if (count > 0) return t('title.offlineWaiting', { count });
  if (state === 'offline') return t('title.offline');
  if (waiting.toRead > 0) return t('title.toRead', { count: waiting.toRead });
  return failures > 0 || stranded.events > 0 ? t('title.connected') : t('title.upToDateShort');
}

/** What somebody may want to do something about, with its number. */
function toLookAt({ failures, stranded, conflicts, unlinked }: Sync, t: TFunction<'sync'>): string[] {
  return [
    ...(failures === 0 ? [] : [t('title.rejected', { count: failures })]),
    ...(stranded.events === 0 ? [] : [t('title.stranded', { count: stranded.events })]),
    ...(conflicts === 0 ? [] : [t('title.toDecide', { count: conflicts })]),
    ...(unlinked === 0 ? [] : [t('title.onlyHere', { count: unlinked })]),
  ];
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
  if (sync.progress !== null) {
    const { leftSec } = sync.progress;
    const of = t('wireNote.of', sync.progress);
    // Who waits a moment needs no figure for it.
    if (leftSec === null || leftSec < LEFT_NOTED_SEC) return of;
    return `${of}, ${t('wireNote.left', { duration: figures.duration(roundedSec(leftSec) * 1_000) })}`;
  }
  if (leftSec !== null) return t('wireNote.nextTry', { duration: figures.duration(leftSec * 1_000) });
  if (nextMs !== null && sync.state === 'upToDate') return t('wireNote.nextLook', { when: when(nextMs) });
  return '';
}

/** Less is over before it is read. */
const LEFT_NOTED_SEC = 10;

/** To whole minutes from two on, to ten seconds below. */
function roundedSec(sec: number): number {
  const step = sec >= 120 ? 60 : 10;
  return Math.ceil(sec / step) * step;
}
