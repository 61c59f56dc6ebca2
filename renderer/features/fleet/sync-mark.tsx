import { useSyncFacts } from '../shell/sync-facts.ts';

type Props = { id: string; hasWords?: boolean };

/** How a headset stands against the central; nothing where both are the same or there is none. */
export function SyncMarkOf({ id, hasWords = false }: Props): React.JSX.Element | null {
  const mark = useSyncFacts((facts) => facts.marks.get(id));
  const Badge = useSyncFacts((facts) => facts.views?.Badge);
  return mark === undefined || Badge === undefined ? null : <Badge mark={mark} hasWords={hasWords} />;
}
