import { useEffect } from 'react';
import { create } from 'zustand';

import { listEvents } from '../../../shared/contract/devices/events.ts';
import { call, isRefused } from '../../service/api.ts';
import { useCodeLabels } from '../labels/code-labels.ts';

type Props = {
  deviceId: string;
  /** The package, name or URL that failed; null: the last failure. */
  subject: string | null;
  /** Changes with each new failure. */
  stamp: string;
  /** Shown instead if the headset reported no reason. */
  otherwise?: string;
};

/** Reported reasons by failure; null: requested, but not reported. Each is loaded once. */
const useReasons = create<Readonly<Record<string, string | null>>>(() => ({}));
/** Maximum number of events searched for the failure. */
const MAX_EVENTS = 20;

/** Why a headset could not download something, as it reported; nothing while it is loading. */
export function FailureReason({ deviceId, subject, stamp, otherwise }: Props): React.JSX.Element | null {
  const labels = useCodeLabels();
  const key = `${deviceId} ${subject} ${stamp}`;
  const reason = useReasons((known) => known[key]);
  useEffect(() => {
    if (useReasons.getState()[key] === undefined) void read(key, deviceId, subject);
  }, [key, deviceId, subject]);
  if (reason === undefined) return null;
  return <>{reason === null ? otherwise : (labels(reason) ?? reason)}</>;
}

async function read(key: string, deviceId: string, subject: string | null): Promise<void> {
  const outcome = await call(listEvents, {
    params: { deviceId },
    query: { types: 'DOWNLOAD_FAILED,INSTALL_FAILED', limit: String(MAX_EVENTS) },
  });
  if (isRefused(outcome)) return useReasons.setState({ [key]: null });
  const { items } = outcome.reply;
  const isAbout = (value: unknown): boolean =>
    typeof value === 'string' && subject !== null && (value === subject || value.endsWith(`/${subject}`));
  const event = items.find(({ payload }) => Object.values(payload ?? {}).some(isAbout)) ?? items[0];
  const reason = event?.payload?.['reason'];
  useReasons.setState({ [key]: typeof reason === 'string' ? reason : null });
}
