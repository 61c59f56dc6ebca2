import { useEffect, useState } from 'react';

import { listChanges, type Change } from '../../../shared/contract/configuration/history.ts';
import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { call, isRefused } from '../../service/api.ts';
import { placeOf } from './conflict-place.ts';

/** So far back the history of a headset is looked through. */
const CHANGES_READ = '50';

/** How long a conflict is looked at before its history is asked for, in ms. */
const SETTLED_MS = 150;

/** Who wrote this station's side of a conflict, and when, as far as the history goes back; null: not known. */
export function useOwnChange(conflict: SyncConflict): Change | null {
  const [found, setFound] = useState<{ readonly id: string; readonly change: Change | null } | null>(null);
  useEffect(() => {
    const { id, deviceId } = conflict;
    if (deviceId === null) return;
    const gone = new AbortController();
    const read = async (): Promise<void> => {
      const query = { deviceId, limit: CHANGES_READ };
      const outcome = await call(listChanges, { query, signal: gone.signal });
      if (gone.signal.aborted || isRefused(outcome)) return;
      setFound({ id, change: changeOf(conflict, outcome.reply.items) });
    };
    // Who runs through the list asks for none of those that are passed.
    const timer = setTimeout(() => void read(), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [conflict]);
  return found !== null && found.id === conflict.id ? found.change : null;
}

/** The newest change before the conflict that a person or program made to what it is about. */
export function changeOf(conflict: SyncConflict, changes: readonly Change[]): Change | null {
  const path = pathInHistory(conflict);
  return (
    changes.find(
      (change) =>
        change.kind !== 'sync' &&
        change.kind !== 'conflict' &&
        change.at <= conflict.createdAt &&
        change.paths.some(
          (each) => each === path || each.startsWith(`${path}[`) || each.startsWith(`${path}.`),
        ),
    ) ?? null
  );
}

/** How the history of changes calls it. */
function pathInHistory(conflict: SyncConflict): string {
  const place = placeOf(conflict);
  switch (place.kind) {
    case 'enrolment':
      return 'enrolment';
    case 'label':
    case 'description':
    case 'license':
      return place.kind;
    case 'metadata':
      return `metadata.${place.namespace}`;
    case 'setting':
      return place.path;
    case 'entry':
      return place.list;
  }
}
