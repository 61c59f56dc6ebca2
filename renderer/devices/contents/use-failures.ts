import { listEvents } from '../../../shared/contract/devices/events.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import type { AssignedContent } from './deployments.ts';
import { useAgain } from '../record/use-record.ts';

/** Returns why a content failed, as the headset last reported; null if it did not. */
export type ReasonOf = (content: AssignedContent) => string | null;

/** The value if nothing failed. */
export const NO_REASONS: ReasonOf = () => null;

/** Loads why downloads failed: the state of a content is in the record, its reason only in the headset's events. */
export function useFailures(id: string, updates: number): ReasonOf {
  const query = useAgain(
    useQuery((signal) =>
      call(listEvents, {
        params: { deviceId: id },
        query: { types: 'DOWNLOAD_FAILED,INSTALL_FAILED', limit: '100' },
        signal,
      }),
    ),
    updates,
  );
  const events = query.reply?.items ?? [];
  return ({ status, contentId, packageName }) => {
    if (status !== 'FAILED') return null;
    const last = events.find(
      ({ payload }) =>
        (contentId !== null && payload?.['contentId'] === contentId) ||
        (packageName !== null && payload?.['packageName'] === packageName),
    );
    const reason = last?.payload?.['reason'];
    return typeof reason === 'string' ? reason : null;
  };
}
