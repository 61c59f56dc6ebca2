import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { EmptyState } from '../../ui/parts/empty-state.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useStation } from '../../model/station/station-facts.ts';
import { ConflictsTeaser } from '../conflicts/conflicts-teaser.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { FailuresPanel } from './failures-panel.tsx';
import { LastRunPanel } from './last-run-panel.tsx';
import { OddPanel } from '../headsets/odd-panel.tsx';
import { OnlyHerePanel } from '../headsets/only-here-panel.tsx';
import { StrandedPanel } from '../headsets/stranded-panel.tsx';
import { isBusy } from './standing.ts';
import { useStandingWords } from './standing-words.ts';
import { useReasonWords } from '../headsets/reasons.ts';
import { SyncFrame } from './sync-frame.tsx';
import { useSync, useSyncOrders, type SyncOrders } from './use-sync.ts';
import { WaitingPanel } from './waiting-panel.tsx';
import { WirePanel } from '../connection/wire-panel.tsx';

/** Sync: how this station and its central stand, what waits, and what a person should look at. */
export function SyncPage(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const reading = useSync();
  const sync = reading.reply;
  if (sync === null) {
    return (
      <SyncFrame title={t('name')} sub={' '}>
        <ReadingState reading={reading} />
      </SyncFrame>
    );
  }
  return sync.upstream === null ? <NoCentral /> : <Standing sync={sync} reading={reading} />;
}

function NoCentral(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const isCentral = useStation((station) => station.role === 'central');
  return (
    <div className="page sync-empty">
      {isCentral ? (
        <EmptyState title={t('empty.centralTitle')} text={t('empty.centralText')} />
      ) : (
        <EmptyState title={t('empty.title')} text={t('empty.text')}>
          <Button component={Link} href="/sync/connection">
            {t('empty.connect')}
          </Button>
        </EmptyState>
      )}
    </div>
  );
}

type StandingProps = { sync: Sync; reading: ReturnType<typeof useSync> };

function Standing({ sync, reading }: StandingProps): React.JSX.Element {
  const words = useStandingWords(sync);
  const orders = useSyncOrders();
  return (
    <SyncFrame title={words.title} sub={words.sub} tools={<Tools sync={sync} orders={orders} />}>
      <ReadingState reading={reading} />
      {orders.refusal !== null && <RefusalNote refusal={orders.refusal} />}
      {sync.state === 'blocked' && <WayOut sync={sync} orders={orders} />}
      <WirePanel sync={sync} words={words} />
      <div className="page-split">
        <div className="page-column">
          <ConflictsTeaser sync={sync} />
          <FailuresPanel sync={sync} orders={orders} />
          <StrandedPanel sync={sync} />
          <OddPanel sync={sync} />
        </div>
        <div className="page-column">
          <OnlyHerePanel sync={sync} />
          <WaitingPanel sync={sync} />
          <LastRunPanel sync={sync} />
          <FactsPanel sync={sync} />
        </div>
      </div>
    </SyncFrame>
  );
}

function Tools({ sync, orders }: { sync: Sync; orders: SyncOrders }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const isStuck = sync.state === 'offline' || sync.state === 'blocked';
  if (sync.state === 'paused') {
    return (
      <Button
        loading={orders.isBusy}
        leftSection={<IconPlayerPlay className="i s" aria-hidden="true" />}
        onClick={() => void orders.resume()}
      >
        {t('tool.resume')}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconPlayerPause className="i s" aria-hidden="true" />}
        onClick={() => void orders.pause()}
      >
        {t('tool.pause')}
      </Button>
      <Button
        variant="default"
        disabled={isBusy(sync) || orders.isBusy}
        leftSection={<IconRefresh className="i s" aria-hidden="true" />}
        onClick={() => void orders.run()}
      >
        {t(isStuck ? 'tool.tryNow' : 'tool.syncNow')}
      </Button>
    </>
  );
}

/** Where a person can put it right from here. */
function WayOut({ sync, orders }: { sync: Sync; orders: SyncOrders }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [isAsking, setAsking] = useState(false);
  const words = useReasonWords();
  const code = sync.reason?.code;
  return (
    <div className="note bad sync-way-out" role="alert">
      <StateGlyph state="failed" />
      <div>
        {sync.reason !== null && <div>{words(sync.reason).what}</div>}
        <div className="faint small">
          <span lang="en">{sync.reason?.message}</span> <span className="mono">{code}</span>
        </div>
      </div>
      {code === 'MANY_GONE' ? (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {t('gone.confirm')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" component={Link} href="/sync/connection">
          {t('tab.connection')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('gone.confirmTitle')}
        text={t('gone.confirmText')}
        action={t('gone.confirm')}
        onConfirm={() => void orders.run(true)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
