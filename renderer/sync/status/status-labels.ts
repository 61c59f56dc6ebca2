import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { useFormat } from '../../copy/format.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useReasonLabels } from './reasons.ts';
import { changesOf, hasArrived, isInSync } from './sync-status.ts';

/** The sync status as a heading, a sentence and a note on the connection. */
export type StatusLabels = {
  readonly title: string;
  readonly sub: string;
  readonly wire: string;
  readonly wireNote: string;
};

/** Describes the sync status; the countdown follows the station's clock. */
export function useStatusLabels(sync: Sync): StatusLabels {
  const { t } = useTranslation('sync');
  return {
    title: useTitle(sync),
    sub: useSubtitle(sync),
    wire: t(`connectionState.${sync.state}`),
    wireNote: useConnectionNote(sync),
  };
}

function useTitle(sync: Sync): string {
  const { t } = useTranslation('sync');
  const reasonLabel = useReasonLabels();
  const { state, progress, pulledAt, reason } = sync;
  switch (state) {
    case 'off':
    case 'connecting':
      return t(`title.${state}`);
    case 'upToDate':
    case 'paused':
    case 'offline':
      return [mainTitle(sync, t), ...toReview(sync, t)].join(' · ');
    case 'pulling':
    case 'pushing': {
      const key = state === 'pulling' && pulledAt === null ? 'firstPull' : state;
      return progress === null ? t(`title.${key}`) : t(`title.${key}Of`, progress);
    }
    case 'blocked':
      return reason === null ? t('title.blocked') : reasonLabel(reason).what;
  }
}

/** Returns "Up to date" only if nothing is pending, rejected or stranded. */
function mainTitle(sync: Sync, t: TFunction<'sync'>): string {
  const { state, waiting } = sync;
  const count = changesOf(sync);
  if (isInSync(sync)) return t('title.upToDate');
  if (state === 'paused') return count === 0 ? t('title.paused') : t('title.pausedPending', { count });
  if (count > 0) return t('title.offlinePending', { count });
  if (state === 'offline') return t('title.offline');
  if (waiting.toRead > 0) return t('title.toRead', { count: waiting.toRead });
  return t(hasArrived(sync) ? 'title.upToDateShort' : 'title.connected');
}

/** Lists what may need attention, with numbers. */
function toReview(sync: Sync, t: TFunction<'sync'>): string[] {
  const { state, waiting, failures, stranded, conflicts, unlinked } = sync;
  // Without a connection, events are always pending; with one, it is worth showing.
  const events = state === 'upToDate' ? waiting.events : 0;
  return [
    ...(events === 0 ? [] : [t('title.eventsWaiting', { count: events })]),
    ...(failures === 0 ? [] : [t('title.rejected', { count: failures })]),
    ...(stranded.events === 0 ? [] : [t('title.stranded', { count: stranded.events })]),
    ...(conflicts === 0 ? [] : [t('title.toDecide', { count: conflicts })]),
    ...(unlinked === 0 ? [] : [t('title.unlinked', { count: unlinked })]),
  ];
}

function useSubtitle(sync: Sync): string {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const reasonLabel = useReasonLabels();
  const { state, reason, lastContactAt, upToDateAt } = sync;
  switch (state) {
    case 'offline': {
      const since =
        lastContactAt === null ? t('sub.never') : t('sub.since', { when: when(Date.parse(lastContactAt)) });
      const what = reason === null ? '' : `${reasonLabel(reason).what} `;
      return `${what}${since} ${t('sub.offline')}`;
    }
    case 'blocked':
      return reason === null ? t('sub.offline') : `${reasonLabel(reason).next} ${t('sub.kept')}`;
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

/** Returns a function that formats a time: "08:11" for today, otherwise with the date. */
export function useWhen(): (atMs: number) => string {
  const format = useFormat();
  const todayMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  return (atMs) => (format.isToday(atMs, todayMs) ? format.clock(atMs) : format.moment(atMs));
}

function useConnectionNote(sync: Sync): string {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const when = useWhen();
  const nextMs = sync.nextRunAt === null ? null : Date.parse(sync.nextRunAt);
  // Count seconds only while someone is waiting; otherwise the screen would render every second.
  const isCounting = sync.state === 'offline' || sync.state === 'blocked';
  const leftSec = useFleet((fleet) =>
    nextMs === null || !isCounting ? null : Math.max(0, Math.ceil((nextMs - fleet.nowMs) / 1_000)),
  );
  if (sync.progress !== null) {
    const { leftSec } = sync.progress;
    const of = t('connectionNote.of', sync.progress);
    // A short wait needs no number.
    if (leftSec === null || leftSec < MIN_SHOWN_SEC) return of;
    return `${of}, ${t('connectionNote.left', { duration: format.duration(roundedSec(leftSec) * 1_000) })}`;
  }
  if (leftSec !== null) return t('connectionNote.nextTry', { duration: format.duration(leftSec * 1_000) });
  if (nextMs !== null && sync.state === 'upToDate')
    return t('connectionNote.nextCheck', { when: when(nextMs) });
  return '';
}

/** Anything shorter is over before it is read. */
const MIN_SHOWN_SEC = 10;

/** Rounds up to whole minutes from two minutes on, to ten seconds below. */
function roundedSec(sec: number): number {
  const step = sec >= 120 ? 60 : 10;
  return Math.ceil(sec / step) * step;
}
