import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { EmptyState } from '../../ui/parts/empty-state.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useStation } from '../../model/station/station-facts.ts';
import { ConflictsTeaser } from './conflicts-teaser.tsx';
import { FactsPanel } from '../connection/facts-panel.tsx';
import { FailuresPanel } from './failures-panel.tsx';
import { LastRunPanel } from './last-run-panel.tsx';
import { NoticesPanel } from '../headsets/notices-panel.tsx';
import { UnlinkedPanel } from '../headsets/unlinked-panel.tsx';
import { StrandedPanel } from '../headsets/stranded-panel.tsx';
import { isBusy } from '../status/sync-status.ts';
import { useStatusLabels } from '../status/status-labels.ts';
import { useReasonLabels } from '../status/reasons.ts';
import { SyncFrame } from '../status/sync-frame.tsx';
import { useSync, useSyncOrders, type SyncOrders } from '../status/use-sync.ts';
import { PendingPanel } from './pending-panel.tsx';
import { PartnerPanel } from '../partner/partner-panel.tsx';
import { ConnectionPanel } from '../connection/connection-panel.tsx';

/** The overview: status of both sides, pending changes, and what needs attention. */
export function SyncPage(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const query = useSync();
  const sync = query.reply;
  if (sync === null) {
    return (
      <SyncFrame title={t('name')} sub={' '}>
        <ReadingState query={query} />
      </SyncFrame>
    );
  }
  return sync.upstream === null ? <NoCentral /> : <StatusLine sync={sync} query={query} />;
}

function NoCentral(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const isCentral = useStation((station) => station.role === 'central');
  return (
    <div className="page fill middle-column">
      {isCentral ? (
        <EmptyState title={t('empty.centralTitle')} text={t('empty.centralText')} />
      ) : (
        <PartnerPanel
          alone={
            <EmptyState title={t('empty.title')} text={t('empty.text')}>
              <Button component={Link} href="/sync/connection">
                {t('empty.connect')}
              </Button>
            </EmptyState>
          }
        />
      )}
    </div>
  );
}

type SyncStateProps = { sync: Sync; query: ReturnType<typeof useSync> };

function StatusLine({ sync, query }: SyncStateProps): React.JSX.Element {
  const labels = useStatusLabels(sync);
  const orders = useSyncOrders();
  return (
    <SyncFrame title={labels.title} sub={labels.sub} tools={<Tools sync={sync} orders={orders} />}>
      <ReadingState query={query} />
      {orders.refusal !== null && <RefusalNote refusal={orders.refusal} />}
      {sync.state === 'blocked' && <NextStep sync={sync} orders={orders} />}
      <ConnectionPanel sync={sync} labels={labels} />
      <div className="page-split">
        <div className="stack wide">
          <UnlinkedPanel sync={sync} />
          <ConflictsTeaser sync={sync} />
          <FailuresPanel sync={sync} orders={orders} />
          <StrandedPanel sync={sync} />
          <NoticesPanel sync={sync} />
        </div>
        <div className="stack wide">
          <PartnerPanel />
          <PendingPanel sync={sync} />
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
        loading={isBusy(sync) || orders.isBusy}
        leftSection={<IconRefresh className="i s" aria-hidden="true" />}
        onClick={() => void orders.run()}
      >
        {t(isStuck ? 'tool.tryNow' : 'tool.syncNow')}
      </Button>
    </>
  );
}

/** A button for what a person can do here. */
function NextStep({ sync, orders }: { sync: Sync; orders: SyncOrders }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [isAsking, setAsking] = useState(false);
  const words = useReasonLabels();
  const code = sync.reason?.code;
  return (
    <div className="note bad" role="alert">
      <StateGlyph state="failed" />
      <div>
        {sync.reason !== null && <div>{words(sync.reason).what}</div>}
        <div className="faint small">
          <span lang="en">{sync.reason?.message}</span> <span className="mono">{code}</span>
        </div>
      </div>
      {code === 'MANY_GONE' ? (
        <SmallButton onClick={() => setAsking(true)}>{t('gone.confirm')}</SmallButton>
      ) : (
        <SmallButton component={Link} href="/sync/connection">
          {t('tab.connection')}
        </SmallButton>
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
