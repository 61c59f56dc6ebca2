import { useEffect, useMemo, useState } from 'react';

import { getLibraryItem } from '../../../shared/contract/library.ts';
import { call, isRefused } from '../../service/api.ts';
import { useSyncFacts } from '../shell/sync-facts.ts';
import type { Facets, FacetSets } from './facets.ts';
import { readGroups, useGroups } from './groups-store.ts';

const NO_MARKS: FacetSets['sync'] = new Map();

/** The headsets of the group and of the content that the fleet is narrowed to. */
export function useFacetSets({ content, group, sync }: Facets): FacetSets {
  const items = useGroups((groups) => groups.items);
  const assigned = useAssigned(content);
  useEffect(() => {
    if (group !== null) void readGroups();
  }, [group]);
  const members = items.find(({ id }) => id === group)?.devicesId;
  // Looked at only where it narrows: marks change while sync runs.
  const marks = useSyncFacts((facts) => (sync === null ? NO_MARKS : facts.marks));
  return useMemo(
    () => ({ content: assigned, group: members === undefined ? null : new Set(members), sync: marks }),
    [assigned, members, marks],
  );
}

/** Who has an item of the library assigned; null while it is being read. */
function useAssigned(sha256: string | null): ReadonlySet<string> | null {
  const [known, setKnown] = useState<{ sha256: string; ids: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (sha256 === null) return;
    const gone = new AbortController();
    void call(getLibraryItem, { params: { sha256 }, signal: gone.signal }).then((outcome) => {
      if (gone.signal.aborted) return;
      setKnown({ sha256, ids: new Set(isRefused(outcome) ? [] : outcome.reply.assignedTo) });
    });
    return () => gone.abort();
  }, [sha256]);
  return known !== null && known.sha256 === sha256 ? known.ids : null;
}
