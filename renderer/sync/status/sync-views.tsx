import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { Line } from '../../ui/parts/line.tsx';
import { useSyncFacts, type SyncViews } from '../../model/station/sync-facts.ts';
import { changesOf, glyphOf, isInSync } from './sync-status.ts';
import { useWhen } from './status-labels.ts';
import { SyncBadge } from './sync-badge.tsx';

/** The parts of sync that other screens show. */
export const syncViews: SyncViews = {
  badge: (mark, hasWords) => <SyncBadge mark={mark} hasLabel={hasWords} />,
  status: <StatusLine />,
  count: <Count />,
};

/** The line at the bottom of the navigation: status, and what needs attention. */
function StatusLine(): React.JSX.Element | null {
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
      : t(`line.${state === 'upToDate' && !isInSync(sync) ? 'connected' : state}`);
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
              ? t('title.unlinked', { count: unlinked })
              : t('line.nothing');
  return <Line state={glyphOf(sync)} title={title} text={text} />;
}

/** Number of open conflicts or, if there are none, of pending changes. */
function Count(): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const sync = useSyncFacts((facts) => facts.sync);
  if (sync === null) return null;
  const { conflicts } = sync;
  const count = conflicts > 0 ? conflicts : changesOf(sync);
  if (count === 0) return null;
  return (
    <span className={conflicts > 0 ? 'n sync-count' : 'n'}>
      <span aria-hidden="true">{format.number(count)}</span>
      <span className="sr">{t(conflicts > 0 ? 'line.conflicts' : 'line.waiting', { count })}</span>
    </span>
  );
}
