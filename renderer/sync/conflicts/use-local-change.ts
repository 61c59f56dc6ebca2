import { useEffect, useState } from 'react';

import { listChanges, type Change } from '../../../shared/contract/configuration/history.ts';
import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { call, isRefused } from '../../service/api.ts';
import { subjectOf } from '../status/conflict-subject.ts';

/** How many changes of a headset to search. */
const CHANGES_READ = '50';

/** How long a conflict must stay selected before its history is loaded, in ms. */
const SETTLED_MS = 150;

/** Returns who made this station's side of a conflict, and when, from the recent history; null if unknown. */
export function useLocalChange(conflict: SyncConflict): Change | null {
  const [found, setFound] = useState<{ readonly id: string; readonly change: Change | null } | null>(null);
  useEffect(() => {
    const { id, deviceId } = conflict;
    if (deviceId === null) return;
    const request = new AbortController();
    const read = async (): Promise<void> => {
      const query = { deviceId, limit: CHANGES_READ };
      const outcome = await call(listChanges, { query, signal: request.signal });
      if (request.signal.aborted || isRefused(outcome)) return;
      setFound({ id, change: changeOf(conflict, outcome.reply.items) });
    };
    // Moving quickly through the list loads nothing for the conflicts in between.
    const timer = setTimeout(() => void read(), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [conflict]);
  return found !== null && found.id === conflict.id ? found.change : null;
}

/** Returns the newest change of the value before the conflict that a person or program made. */
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

/** Returns the path that the change history uses for the value. */
function pathInHistory(conflict: SyncConflict): string {
  const subject = subjectOf(conflict);
  switch (subject.kind) {
    case 'enrolment':
      return 'enrolment';
    case 'label':
    case 'description':
    case 'license':
      return subject.kind;
    case 'metadata':
      return `metadata.${subject.namespace}`;
    case 'setting':
      return subject.path;
    case 'entry':
      return subject.list;
  }
}
