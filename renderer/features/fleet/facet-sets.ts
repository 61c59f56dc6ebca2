import { useEffect, useMemo, useState } from 'react';

import { getLibraryItem } from '../../../shared/contract/library.ts';
import { call, isRefused } from '../../service/api.ts';
import type { Facets, FacetSets } from './facets.ts';
import { readGroups, useGroups } from './groups-store.ts';

/** The headsets of the group and of the content that the fleet is narrowed to. */
export function useFacetSets({ content, group }: Facets): FacetSets {
  const items = useGroups((groups) => groups.items);
  const assigned = useAssigned(content);
  useEffect(() => {
    if (group !== null) void readGroups();
  }, [group]);
  const members = items.find(({ id }) => id === group)?.devicesId;
  return useMemo(
    () => ({ content: assigned, group: members === undefined ? null : new Set(members) }),
    [assigned, members],
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
