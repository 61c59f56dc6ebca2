import { useTranslation } from 'react-i18next';

import { listSetAside } from '../../../shared/contract/sync/sync-history.ts';
import { call } from '../../service/api.ts';
import { usePaged } from '../../service/use-paged.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { quarantineLabel } from '../status/report-labels.ts';
import { useWhen } from '../status/status-labels.ts';
import { MoreRows } from './more-rows.tsx';

/** Records of the central that this station cannot use, with reasons. They block nothing. */
export function QuarantineTable(): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const { t: said } = useTranslation('sync');
  const when = useWhen();
  const { query, showMore } = usePaged(
    (page, signal) => call(listSetAside, { query: page, signal }),
    ({ upstreamId }) => upstreamId,
  );
  const { reply } = query;
  return (
    <>
      <ReadingState query={query} />
      {reply?.items.length === 0 && (
        <section className="panel">
          <p className="pad dim">{t('sync:headsets.none.aside')}</p>
        </section>
      )}
      {reply !== null && reply.items.length > 0 && (
        <>
          <p className="dim">{t('sync:headsets.note.aside')}</p>
          <section className="panel" aria-label={t('sync:headsets.which.aside')}>
            <table className="plain-table sync-headsets top">
              <thead>
                <tr>
                  <th className="broad">{t('sync:column.record')}</th>
                  <th>{t('sync:column.reason')}</th>
                  <th className="narrow">{t('sync:column.since')}</th>
                </tr>
              </thead>
              <tbody>
                {reply.items.map(({ upstreamId, label, code, message, since }) => (
                  <tr key={upstreamId}>
                    <td>
                      <b>{label ?? t('common:unnamed')}</b>
                      <div className="small faint mono">{upstreamId}</div>
                    </td>
                    <td data-label={t('sync:column.reason')}>
                      {quarantineLabel(code, said) ?? message}{' '}
                      <span className="mono faint small">{code}</span>
                      {quarantineLabel(code, said) !== null && <div className="small faint">{message}</div>}
                    </td>
                    <td className="dim" data-label={t('sync:column.since')}>
                      {when(Date.parse(since))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
      <MoreRows list={reply} onMore={showMore} />
    </>
  );
}
