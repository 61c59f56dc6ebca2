import { useTranslation } from 'react-i18next';

import { listSetAside } from '../../../shared/contract/sync/sync-history.ts';
import { call } from '../../service/api.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { asideWords } from '../runs/report-words.ts';
import { useWhen } from '../overview/standing-words.ts';
import { usePages } from './use-pages.tsx';

type Aside = {
  readonly upstreamId: string;
  readonly label: string | null;
  readonly code: string;
  readonly message: string;
  readonly since: string;
};

/** Records of the central that this station cannot use, and why. They block nothing. */
export function AsideTable(): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const { t: said } = useTranslation('sync');
  const when = useWhen();
  const { reading, more } = usePages<Aside>((query, signal) => call(listSetAside, { query, signal }));
  const { reply } = reading;
  return (
    <>
      <ReadingState reading={reading} />
      {reply?.items.length === 0 && (
        <section className="panel">
          <p className="pad dim">{t('sync:headsets.none.aside')}</p>
        </section>
      )}
      {reply !== null && reply.items.length > 0 && (
        <>
          <p className="dim">{t('sync:headsets.note.aside')}</p>
          <section className="panel" aria-label={t('sync:headsets.which.aside')}>
            <table className="plain-table sync-headsets">
              <thead>
                <tr>
                  <th>{t('sync:column.record')}</th>
                  <th>{t('sync:column.reason')}</th>
                  <th>{t('sync:column.since')}</th>
                </tr>
              </thead>
              <tbody>
                {reply.items.map(({ upstreamId, label, code, message, since }) => (
                  <tr key={upstreamId}>
                    <td>
                      <b>{label ?? t('common:unnamed')}</b>
                      <div className="small faint mono">{upstreamId}</div>
                    </td>
                    <td>
                      {asideWords(code, said) ?? message} <span className="mono faint small">{code}</span>
                      {asideWords(code, said) !== null && <div className="small faint">{message}</div>}
                    </td>
                    <td className="dim">{when(Date.parse(since))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
      {more}
    </>
  );
}
