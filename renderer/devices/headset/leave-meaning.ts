import { useTranslation } from 'react-i18next';

import type { Device } from '../../../shared/contract/devices/devices.ts';
import { getSync, listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { readCommandEvents, waitingOf } from '../commands/command-history.ts';
import { contentsOf } from '../contents/deployments.ts';

/** The two ways to remove a headset. */
export type LeaveAction = 'unenrol' | 'delete';

/** States in which a content is on the headset, in any version. */
const ON_IT: readonly string[] = ['INSTALLED', 'OUTDATED', 'REMOVING'];

/** Maximum number of names in a line. */
const MAX_NAMES = 4;

/**
 * Returns the consequences of removing this headset, line by line; null until the station has reported queues and
 * sync state.
 */
export function useLeaveMeaning(
  labels: HeadsetLabels,
  device: Device,
  action: LeaveAction,
): readonly string[] | null {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const waiting = useWaiting(device.id);
  const isAtCentral = useIsAtCentral(device.id);
  // As it reports: pending contents are not on it.
  const names = contentsOf(device)
    .filter(({ status }) => ON_IT.includes(status))
    .map(({ name }) => name);
  if (waiting === null || isAtCentral === null) return null;
  const { headset } = labels;
  const shown = names.slice(0, MAX_NAMES);
  const rest = names.length - shown.length;
  const contents = format.list(rest > 0 ? [...shown, t('eventDetail.moreSettings', { count: rest })] : shown);
  const count = names.length;
  const dropped = waiting > 0 ? [t('leave.waiting', { count: waiting })] : [];
  if (action === 'unenrol') {
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

/** Returns the number of queued commands, without the one to un-enrol. */
function useWaiting(id: string): number | null {
  const query = useQuery((signal) => readCommandEvents(id, 1, signal));
  if (query.refusal !== null) return 0;
  if (query.reply === null) return null;
  return waitingOf(query.reply.items, useFleet.getState().nowMs).filter(({ event }) => event !== 'unenroll')
    .length;
}

/** Maximum number of unlinked devices searched: beyond that the headset counts as known at the central. */
const MAX_UNLINKED = 100;

/** Returns whether the central has this headset, so that it learns of the removal; null while unknown. */
function useIsAtCentral(id: string): boolean | null {
  const query = useQuery<boolean>(async (signal) => {
    const sync = await call(getSync, { signal });
    if (isRefused(sync)) return sync;
    if (sync.reply.upstream === null) return { reply: false };
    const query = { which: 'unlinked' as const, limit: String(MAX_UNLINKED) };
    const outcome = await call(listSyncDevices, { query, signal });
    if (isRefused(outcome)) return outcome;
    return { reply: outcome.reply.items.every((each) => each.id !== id) };
  });
  // If the station does not answer, the worse case is shown.
  return query.refusal === null ? query.reply : true;
}
