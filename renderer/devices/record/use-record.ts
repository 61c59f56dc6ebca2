import { useEffect, useRef, useState } from 'react';

import { getDevice, type Device } from '../../../shared/contract/devices/devices.ts';
import { deviceUpdates } from '../../../shared/contract/devices/events.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { call } from '../../service/api.ts';
import { followStream } from '../../service/follow-stream.ts';
import { useQuery, type Query } from '../../service/use-query.ts';

/** The record of a headset, kept up to date, and a number that rises with every contact. */
export type HeadsetRecord = { readonly query: Query<Device>; readonly updates: number };

/** Minimum interval between two loads of the record, in ms, for headsets that report constantly. */
const READ_AGAIN_MS = 1_000;

/** Loads the record, follows its stream, and loads it again when something changed. */
export function useRecord(id: string): HeadsetRecord {
  const [updates, setUpdates] = useState(0);
  const query = useQuery<Device>((signal) => call(getDevice, { params: { deviceId: id }, signal }));
  const { reload } = query;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(() => {
    const again = (): void => {
      timer.current ??= setTimeout(() => {
        timer.current = null;
        setUpdates((count) => count + 1);
        void reload();
      }, READ_AGAIN_MS);
    };
    const followed = followStream({
      path: address(deviceUpdates.path, { deviceId: id }),
      onOpen: (settle) => {
        settle();
        again();
      },
      onEvent: ({ name }) => {
        if (name !== 'hello') again();
      },
    });
    return () => {
      followed.close();
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    };
  }, [id, reload]);

  return { query, updates };
}

/** Returns true if the station does not have the record, or no longer. */
export function isDeleted({ refusal }: Query<Device>): boolean {
  return refusal?.refused === 'DEVICE_NOT_FOUND';
}

/** Loads something about the headset, again after each event; keeps the last result meanwhile. */
export function useAgain<Reply>(query: Query<Reply>, updates: number): Query<Reply> {
  const { reload } = query;
  const seen = useRef(updates);
  useEffect(() => {
    if (seen.current === updates) return;
    seen.current = updates;
    void reload();
  }, [updates, reload]);
  return query;
}
