import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { create } from 'zustand';

import { DEFAULT_NAME, getStation } from '../../../shared/contract/operations/station.ts';
import { nameCentral } from '../../copy/language.ts';
import { call, isRefused } from '../../service/api.ts';

type Station = z.infer<typeof getStation.reply>;

/** Facts about the station for the shell; all null until loaded. */
export type StationFacts = {
  readonly name: string | null;
  readonly role: Station['role'] | null;
  readonly addresses: readonly string[];
  /** Of the LAN listener's key; null without a LAN listener. */
  readonly tlsFingerprint: string | null;
  readonly sync: Station['sync'];
  readonly serves: Station['serves'];
  /** Problems of this computer that need attention: disk, clock, backups. */
  readonly warnings: Station['warnings'];
};

/** Facts about the station. */
export const useStation = create<StationFacts>(() => ({
  name: null,
  role: null,
  addresses: [],
  tlsFingerprint: null,
  sync: null,
  serves: null,
  warnings: [],
}));

/** Reloads the facts; keeps the previous ones on failure. */
export async function readStation(): Promise<void> {
  const outcome = await call(getStation, {});
  if (isRefused(outcome)) return;
  const { name, role, addresses, tlsFingerprint, sync, serves, warnings } = outcome.reply;
  // Without a connection the words do not load: the facts apply anyway, and the next call tries the words again.
  await nameCentral(sync?.isPartner === true).catch(() => undefined);
  useStation.setState({ name, role, addresses, tlsFingerprint, sync, serves, warnings });
}

/** Returns the name of the station; the default name in the current language. Null until loaded. */
export function useStationName(): string | null {
  const { t } = useTranslation('shell');
  const name = useStation((facts) => facts.name);
  return name === DEFAULT_NAME ? t('thisStation') : name;
}
