import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { create } from 'zustand';

import { DEFAULT_NAME, getStation } from '../../../shared/contract/operations/station.ts';
import { call, isRefused } from '../../service/api.ts';

type Station = z.infer<typeof getStation.reply>;

/** What the station says of itself, as far as the shell shows it; all null until it was read. */
export type StationFacts = {
  readonly name: string | null;
  readonly role: Station['role'] | null;
  readonly addresses: readonly string[];
  /** Of the LAN listener's key; null while there is no LAN listener. */
  readonly tlsFingerprint: string | null;
  readonly sync: Station['sync'];
  /** What somebody should look at on this computer: its disk, its clock, its backups. */
  readonly warnings: Station['warnings'];
};

/** The station's own words about itself. */
export const useStation = create<StationFacts>(() => ({
  name: null,
  role: null,
  addresses: [],
  tlsFingerprint: null,
  sync: null,
  warnings: [],
}));

/** Reads the station's description again; keeps the earlier one when it cannot be had. */
export async function readStation(): Promise<void> {
  const outcome = await call(getStation, {});
  if (isRefused(outcome)) return;
  const { name, role, addresses, tlsFingerprint, sync, warnings } = outcome.reply;
  useStation.setState({ name, role, addresses, tlsFingerprint, sync, warnings });
}

/** What the station is called; one that nobody named has words in the language in use. Null until it was read. */
export function useStationName(): string | null {
  const { t } = useTranslation('shell');
  const name = useStation((facts) => facts.name);
  return name === DEFAULT_NAME ? t('thisStation') : name;
}
