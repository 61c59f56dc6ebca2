import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Sync } from '../../../shared/contract/sync/sync.ts';
import { removeUpstream } from '../../../shared/contract/sync/upstream.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { readStation } from '../../model/station/station-facts.ts';
import { ConnectionForm } from './connection-form.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { changesOf } from '../status/sync-status.ts';
import { SyncFrame } from '../status/sync-frame.tsx';
import { putSync } from '../status/sync-watch.ts';
import { useSync } from '../status/use-sync.ts';
import { usePartner } from '../partner/use-partner.ts';

/** The screen of the connection: which central, which token, and which of its devices. */
export function ConnectionPage(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const query = useSync();
  const sync = query.reply;
  const upstream = sync?.upstream ?? null;
  const hasPartner = (usePartner().query.reply?.partner ?? null) !== null;
  return (
    <SyncFrame
      title={t(upstream === null ? 'connect.titleNew' : 'connect.title')}
      sub={t(upstream === null ? 'connect.subNew' : 'connect.sub')}
    >
      <ReadingState query={query} />
      {sync !== null && (
        <div className="page-split">
          <div className="stack wide">
            {upstream?.isSetByFlags === true ? (
              <div className="note">
                <StateGlyph state="queued" />
                <div>{t('connect.byFlags')}</div>
              </div>
            ) : hasPartner ? (
              <div className="note">
                <StateGlyph state="queued" />
                <div>{t('partner.noCentral')}</div>
              </div>
            ) : (
              // A new URL resets the form.
              <ConnectionForm key={upstream?.url ?? 'new'} sync={sync} />
            )}
          </div>
          <div className="stack wide">
            {upstream === null ? <CentralIntro /> : <FactsPanel sync={sync} />}
            {upstream !== null && !upstream.isSetByFlags && !hasPartner && <Disconnect sync={sync} />}
          </div>
        </div>
      )}
    </SyncFrame>
  );
}

/** Explains what a central is for, as long as there is none. */
function CentralIntro(): React.JSX.Element {
  const { t } = useTranslation('sync');
  return (
    <Panel titleId="sync-what-for" title={t('connect.whatFor')}>
      <ul className="rows dim">
        <li>{t('connect.why.down')}</li>
        <li>{t('connect.why.up')}</li>
        <li>{t('connect.why.offline')}</li>
        <li>{t('connect.why.conflict')}</li>
      </ul>
    </Panel>
  );
}

function Disconnect({ sync }: { sync: Sync }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [isAsking, setAsking] = useState(false);
  const { refusal, run } = useAction();
  const disconnect = async (): Promise<void> => {
    const reply = await run(call(removeUpstream, {}));
    if (reply === null) return;
    putSync(reply);
    await readStation();
  };
  const count = changesOf(sync);
  return (
    <Panel titleId="sync-disconnect" title={t('disconnect.title')}>
      <div className="pad stack">
        <p className="dim">{t('disconnect.text')}</p>
        {refusal !== null && <RefusalNote refusal={refusal} />}
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('disconnect.open')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('disconnect.askTitle')}
        text={
          count === 0 ? t('disconnect.ask') : `${t('disconnect.waiting', { count })} ${t('disconnect.ask')}`
        }
        action={t('disconnect.action')}
        onConfirm={() => void disconnect()}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
