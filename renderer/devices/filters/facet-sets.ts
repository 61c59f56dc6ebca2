import { useEffect, useMemo, useState } from 'react';

import { getLibraryItem } from '../../../shared/contract/content/library.ts';
import { lazyCode } from '../../copy/lazy-worded.ts';
import { call, isRefused } from '../../service/api.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import type { Facets, FacetSets } from '../../model/fleet/facets.ts';
import { readGroups, useGroups } from '../../model/fleet/groups-store.ts';

const NO_MARKS: FacetSets['sync'] = new Map();

/** Returns the headsets of the group and content in the filter. */
export function useFacetSets({ content, group, sync, behind }: Facets): FacetSets {
  const items = useGroups((groups) => groups.items);
  const assigned = useIds(content, idsAssigned);
  const metric = useIds(behind, idsBehind);
  useEffect(() => {
    if (group !== null) void readGroups();
  }, [group]);
  const members = items.find(({ id }) => id === group)?.devicesId;
  // Used only by its filter, because states change while sync runs.
  const marks = useSyncFacts((facts) => (sync === null ? NO_MARKS : facts.marks));
  return useMemo(
    () => ({
      content: assigned,
      group: members === undefined ? null : new Set(members),
      sync: marks,
      behind: metric,
    }),
    [assigned, members, marks, metric],
  );
}

type ReadIds = (key: string, signal: AbortSignal) => Promise<Iterable<string>>;

/** Returns the headsets that are found for a key; null while loading. */
function useIds(key: string | null, read: ReadIds): ReadonlySet<string> | null {
  const [known, setKnown] = useState<{ key: string; ids: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    void read(key, controller.signal).then((ids) => {
      if (!controller.signal.aborted) setKnown({ key, ids: new Set(ids) });
    });
    return () => controller.abort();
  }, [key, read]);
  return known !== null && known.key === key ? known.ids : null;
}

/** Returns the headsets that have a library item assigned. */
async function idsAssigned(sha256: string, signal: AbortSignal): Promise<readonly string[]> {
  const outcome = await call(getLibraryItem, { params: { sha256 }, signal });
  return isRefused(outcome) ? [] : outcome.reply.assignedTo;
}

const loadBehind = lazyCode(() => import('../../model/fleet/behind.ts'));

/** Returns the headsets behind a figure. The query is loaded on first use. */
async function idsBehind(behind: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { idsBehind: read } = await loadBehind();
  return read(behind, signal);
}
