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
  const assigned = useAssigned(content);
  const metric = useBehind(behind);
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

/** Returns the headsets that have a library item assigned; null while loading. */
function useAssigned(sha256: string | null): ReadonlySet<string> | null {
  const [known, setKnown] = useState<{ sha256: string; ids: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (sha256 === null) return;
    const controller = new AbortController();
    void call(getLibraryItem, { params: { sha256 }, signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted) return;
      setKnown({ sha256, ids: new Set(isRefused(outcome) ? [] : outcome.reply.assignedTo) });
    });
    return () => controller.abort();
  }, [sha256]);
  return known !== null && known.sha256 === sha256 ? known.ids : null;
}

const loadBehind = lazyCode(() => import('../../model/fleet/behind.ts'));

/** Returns the headsets behind a figure; null while loading. The query is loaded on first use. */
function useBehind(behind: string | null): ReadonlySet<string> | null {
  const [known, setKnown] = useState<{ behind: string; ids: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (behind === null) return;
    const controller = new AbortController();
    void loadBehind()
      .then(({ idsBehind }) => idsBehind(behind, controller.signal))
      .then((ids) => {
        if (!controller.signal.aborted) setKnown({ behind, ids });
      });
    return () => controller.abort();
  }, [behind]);
  return known !== null && known.behind === behind ? known.ids : null;
}
