import { useTranslation } from 'react-i18next';

import { useFigures } from '../../copy/figures.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { Line } from '../../ui/parts/standing-line.tsx';
import { useSyncFacts, type SyncViews } from '../../model/station/sync-facts.ts';
import { changesOf, GLYPHS, isAlike } from './standing.ts';
import { useWhen } from './standing-words.ts';
import { SyncBadge } from '../connection/sync-badge.tsx';

/** What the rest of the interface shows of sync. */
export const syncViews: SyncViews = {
  badge: (mark, hasWords) => <SyncBadge mark={mark} hasWords={hasWords} />,
  standing: <Standing />,
  count: <Count />,
};

/** The line at the foot of the side: how it stands and what a person should look at. */
function Standing(): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const sync = useSyncFacts((facts) => facts.sync);
  const hasCentral = useStation((facts) => facts.sync !== null);
  if (sync === null || !hasCentral) return null;
  const { state, lastContactAt, conflicts, failures, stranded, unlinked } = sync;
  const since = lastContactAt === null ? null : when(Date.parse(lastContactAt));
  const title =
    state === 'offline' && since !== null
      ? t('line.offlineSince', { when: since })
      : t(`line.${state === 'upToDate' && !isAlike(sync) ? 'connected' : state}`);
  const count = changesOf(sync);
  const text =
    conflicts > 0
      ? t('line.conflicts', { count: conflicts })
      : failures > 0
        ? t('line.failures', { count: failures })
        : count > 0
          ? t('line.waiting', { count })
          : stranded.events > 0
            ? t('title.stranded', { count: stranded.events })
            : unlinked > 0
              ? t('title.onlyHere', { count: unlinked })
              : t('line.nothing');
  return <Line state={GLYPHS[state]} title={title} text={text} />;
}

/** How many conflicts wait for a person; where there are none, how many changes wait for the central. */
function Count(): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const figures = useFigures();
  const sync = useSyncFacts((facts) => facts.sync);
  if (sync === null) return null;
  const { conflicts } = sync;
  const count = conflicts > 0 ? conflicts : changesOf(sync);
  if (count === 0) return null;
  return (
    <span className={conflicts > 0 ? 'n sync-count' : 'n'}>
      <span aria-hidden="true">{figures.number(count)}</span>
      <span className="sr">{t(conflicts > 0 ? 'line.conflicts' : 'line.waiting', { count })}</span>
    </span>
  );
}
