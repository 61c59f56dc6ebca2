import { useEffect } from 'react';
import { create } from 'zustand';

import { listProfiles, type ProfileSummary } from '../../../shared/contract/configuration/profiles.ts';
import { call, isRefused } from '../../service/api.ts';

/** The profiles of this station, by name; null until loaded. */
export type Profiles = readonly ProfileSummary[] | null;

const useStored = create<{ readonly items: Profiles }>(() => ({ items: null }));

async function read(): Promise<void> {
  const outcome = await call(listProfiles, {});
  if (!isRefused(outcome)) useStored.setState({ items: outcome.reply.items });
}

/** Returns the profiles as of when the screen was opened. */
export function useProfiles(): Profiles {
  useEffect(() => {
    void read();
  }, []);
  return useStored(({ items }) => items);
}
