import { useTranslation } from 'react-i18next';

import type { Device } from '../../../shared/contract/devices/devices.ts';
import { getSync, listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { useFigures } from '../../copy/figures.ts';
import { call, isRefused } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { HeadsetWords } from '../../model/fleet/headset-words.ts';
import { readCommandEvents, waitingOf } from '../commands/command-history.ts';
import { contentsOf } from '../contents/deployments.ts';

/** The two ways out of the fleet. */
export type Way = 'unenrol' | 'delete';

/** What a headset holds of a content, in whatever version. */
const ON_IT: readonly string[] = ['INSTALLED', 'OUTDATED', 'REMOVING'];

/** More names than this are not read in one line. */
const MOST_NAMES = 4;

/** What leaving means for this headset, line by line; null until the station has said what waits and who knows of it. */
export function useLeaveMeaning(words: HeadsetWords, device: Device, way: Way): readonly string[] | null {
  const { t } = useTranslation('headset');
  const figures = useFigures();
  const waiting = useWaiting(device.id);
  const isAtCentral = useIsAtCentral(device.id);
  // By its own word: what only waits for it is not on it.
  const names = contentsOf(device)
    .filter(({ status }) => ON_IT.includes(status))
    .map(({ name }) => name);
  if (waiting === null || isAtCentral === null) return null;
  const { headset } = words;
  const shown = names.slice(0, MOST_NAMES);
  const rest = names.length - shown.length;
  const contents = figures.list(
    rest > 0 ? [...shown, t('eventDetail.moreSettings', { count: rest })] : shown,
  );
  const count = names.length;
  const dropped = waiting > 0 ? [t('leave.waiting', { count: waiting })] : [];
  if (way === 'unenrol') {
    return [
      count === 0 ? t('leave.unenrolMeans.nothing') : t('leave.unenrolMeans.contents', { count, contents }),
      headset.isLinked ? t('leave.here') : t('leave.away'),
      ...dropped,
      t('leave.unenrolMeans.key'),
      t('leave.unenrolMeans.place'),
      ...(isAtCentral ? [t('leave.unenrolMeans.central')] : []),
    ];
  }
  const hasHeadset = headset.androidId !== null;
  return [
    headset.cart === null
      ? t('leave.deleteMeans.record')
      : t('leave.deleteMeans.place', { cart: headset.cart.label }),
    ...(hasHeadset && count > 0 ? [t('leave.deleteMeans.contents', { count, contents })] : []),
    ...(hasHeadset && count === 0 ? [t('leave.deleteMeans.nothing')] : []),
    ...(headset.unenrollingSince === null ? [] : [t('leave.deleteMeans.leaving')]),
    ...dropped,
    ...(isAtCentral ? [t('leave.deleteMeans.central')] : []),
    t('leave.deleteMeans.final'),
    t('leave.deleteMeans.kept'),
  ];
}

/** How many commands wait for the headset, the order to leave not counted. */
function useWaiting(id: string): number | null {
  const reading = useReading((signal) => readCommandEvents(id, 1, signal));
  if (reading.refusal !== null) return 0;
  if (reading.reply === null) return null;
  return waitingOf(reading.reply.items, useFleet.getState().nowMs).filter(({ event }) => event !== 'unenroll')
    .length;
}

/** More than this that the central does not know are not looked through: the headset then counts as known there. */
const MOST_UNLINKED = 100;

/** Whether the central knows this headset, so that it hears of what becomes of it; null while that is not known. */
function useIsAtCentral(id: string): boolean | null {
  const reading = useReading<boolean>(async (signal) => {
    const sync = await call(getSync, { signal });
    if (isRefused(sync)) return sync;
    if (sync.reply.upstream === null) return { reply: false };
    const query = { which: 'unlinked' as const, limit: String(MOST_UNLINKED) };
    const outcome = await call(listSyncDevices, { query, signal });
    if (isRefused(outcome)) return outcome;
    return { reply: outcome.reply.items.every((each) => each.id !== id) };
  });
  // Where the station does not say, the worse is said.
  return reading.refusal === null ? reading.reply : true;
}
