import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { getLibraryItem, type LibraryItemView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useQuery } from '../../service/use-query.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { AssignDialog } from '../assign/assign-dialog.tsx';
import { ContentFrame } from '../frame/content-frame.tsx';
import { HolderTable } from '../assign/holder-table.tsx';
import { ItemFacts } from './item-facts.tsx';
import { ItemMark } from '../../model/content/item-mark.tsx';
import { nameOfItem } from '../../model/content/library.ts';
import { QueuePanel } from '../coverage/queue-panel.tsx';
import { RemoveItem } from '../assign/remove-item-dialog.tsx';
import { Unassign } from '../assign/unassign-dialog.tsx';
import { useCoverage } from '../coverage/use-coverage.ts';
import { useQueue } from '../coverage/use-queue.ts';
import { useVersions } from '../coverage/use-versions.ts';
import { VersionBar } from '../coverage/version-bar.tsx';
import { versionsOf } from '../coverage/versions.ts';
import { Panel } from '../../ui/parts/panel.tsx';

/** One item of the library: facts, headsets, and downloads. */
export function ItemPage({ sha256 }: { sha256: string }): React.JSX.Element {
  const { t } = useTranslation('content');
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<'assign' | 'unassign' | 'remove' | null>(null);
  const close = (): void => setDialog(null);
  const query = useQuery<LibraryItemView>((signal) => call(getLibraryItem, { params: { sha256 }, signal }));
  const coverage = useCoverage(sha256);
  const queue = useQueue(sha256);
  const item = query.reply;
  const mayChange = useMay('technician');
  const assigned = coverage.reply?.get(sha256)?.assigned ?? 0;
  const changed = (): void => {
    void query.reload();
    void coverage.reload();
  };

  return (
    <ContentFrame
      title={item === null ? t('item.title') : nameOfItem(item)}
      sub={<ItemLabels item={item} />}
      tools={
        item !== null &&
        mayChange && (
          <>
            {item.kind !== 'obb' && assigned > 0 && (
              <Button variant="default" onClick={() => setDialog('unassign')}>
                {t('unassign.action')}
              </Button>
            )}
            <Button variant="default" onClick={() => setDialog('remove')}>
              {t('remove.action')}
            </Button>
            {item.kind !== 'obb' && <Button onClick={() => setDialog('assign')}>{t('assign.long')}</Button>}
          </>
        )
      }
    >
      <ReadingState query={query} />
      {item !== null && (
        <div className="page-split content-split">
          <div className="stack wide">
            {item.apk !== null && <ItemVersions packageName={item.apk.packageName} name={nameOfItem(item)} />}
            <section className="panel">
              <header>
                <ItemMark item={item} />
                <h2>{t('item.who')}</h2>
              </header>
              <ReadingState query={coverage} lines={3} />
              {coverage.reply !== null && (
                <HolderTable
                  coverage={coverage.reply.get(sha256) ?? null}
                  downloads={queue.reply?.items ?? []}
                  sha256={sha256}
                  subject={item.apk?.packageName ?? item.name}
                />
              )}
            </section>
          </div>
          <div className="stack wide">
            <QueuePanel query={queue} sha256={sha256} />
            <ItemFacts item={item} />
          </div>
        </div>
      )}
      <AssignDialog item={dialog === 'assign' ? item : null} onClose={close} onAssigned={changed} />
      {item !== null && (
        <>
          <Dialog
            isOpen={dialog === 'unassign'}
            onClose={close}
            size="lg"
            title={t('unassign.title', { name: nameOfItem(item) })}
          >
            <Unassign item={item} assigned={assigned} onClose={close} onRemoved={changed} />
          </Dialog>
          <Dialog
            isOpen={dialog === 'remove'}
            onClose={close}
            title={t('remove.title', { name: nameOfItem(item) })}
          >
            <RemoveItem item={item} onClose={close} onRemoved={() => navigate('/content')} />
          </Dialog>
        </>
      )}
    </ContentFrame>
  );
}

function ItemLabels({ item }: { item: LibraryItemView | null }): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (item === null) return <>{t('sub.reading')}</>;
  const version = item.apk?.versionName ?? null;
  const parts = [
    t(`kind.${item.kind}`),
    ...(version === null ? [] : [t('item.version', { version })]),
    format.size(item.sizeBytes),
  ];
  return <>{parts.join(', ')}</>;
}

type Props = { packageName: string; name: string };

/** Versions of an application on the fleet, whichever of them this item is. */
function ItemVersions({ packageName, name }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const query = useVersions();
  const { reply } = query;
  const app = reply === null ? undefined : versionsOf(reply).find((each) => each.packageName === packageName);
  return (
    <Panel title={t('versions.ofItem')}>
      <div className="pad">
        <ReadingState query={query} lines={1} />
        {reply !== null && app === undefined && <p className="dim">{t('versions.nowhere')}</p>}
        {app !== undefined && <VersionBar app={app} name={name} />}
      </div>
    </Panel>
  );
}
