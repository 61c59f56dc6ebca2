import { useSyncFacts } from '../../model/station/sync-facts.ts';

type Props = { id: string; hasWords?: boolean };

/** Sync state of a headset; nothing if in sync or without a central. */
export function SyncMarkOf({ id, hasWords = false }: Props): React.JSX.Element | null {
  const mark = useSyncFacts((facts) => facts.marks.get(id));
  const badge = useSyncFacts((facts) => facts.views?.badge);
  return mark === undefined || badge === undefined ? null : badge(mark, hasWords);
}
