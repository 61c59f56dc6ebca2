import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDatabaseExport, IconDots, IconDownload, IconLock } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import {
  type BackupView,
  createBackup,
  downloadBackup,
  listBackups,
} from '../../../shared/contract/operations/backups.ts';
import { useFormat } from '../../copy/format.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { StationFrame } from '../../model/station/station-frame.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { BackupInspection, type Inside } from './backup-inspection.tsx';
import { CopiesPanel } from './copies-panel.tsx';
import { saveBytes } from './save-bytes.ts';
import { SealForm } from './seal-dialog.tsx';
import type { contract } from '../../../shared/contract/index.ts';

/** Interval of updates, in ms, because backups are also made automatically. */
const INTERVAL_MS = 30_000;

type Backups = z.infer<typeof listBackups.reply>;
type Obstacles = Readonly<Record<string, Inside['obstacle']>>;

/** Backups: list, inspect, restore, and encrypted backups. */
export function BackupsPage(): React.JSX.Element {
  const { t } = useTranslation('care');
  const format = useFormat();
  const query = useQuery<Backups>((signal) => call(listBackups, { signal }), INTERVAL_MS);
  const { isBusy, refusal, run, refuse } = useAction();
  const [inspected, setInspected] = useState<BackupView | null>(null);
  const [sealing, setSealing] = useState<BackupView | null>(null);
  const [copiesAt, setCopiesAt] = useState(0);
  // Results of inspections: the list must not call a damaged backup good.
  const [obstacles, setObstacles] = useState<Obstacles>({});
  const { reply } = query;
  const whenOf = (backup: BackupView | null): string =>
    backup === null ? '' : format.moment(Date.parse(backup.createdAt));
  const make = async (): Promise<void> => {
    await run(call(createBackup, {}));
    await query.reload();
  };
  const download = async ({ name }: BackupView): Promise<void> => {
    refuse(await saveBytes(address(downloadBackup.path, { backupName: name }), name));
  };
  const onInspected = useCallback(
    ({ name, obstacle }: Inside) => setObstacles((before) => ({ ...before, [name]: obstacle })),
    [],
  );
  const title = useBackupTitle(reply);

  return (
    <StationFrame
      title={title}
      sub={
        reply?.everyHours === 0 ? t('backups.subOff') : t('backups.sub', { hours: reply?.everyHours ?? 6 })
      }
      tools={
        <Button
          loading={isBusy}
          leftSection={<IconDatabaseExport className="i s" aria-hidden="true" />}
          onClick={() => void make()}
        >
          {t('backups.now')}
        </Button>
      }
    >
      <ReadingState query={query} />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {reply !== null && (
        <>
          <LastFailure failure={reply.lastFailure} />
          <BackupTable
            items={reply.items}
            obstacles={obstacles}
            onInspect={setInspected}
            onSeal={setSealing}
            onDownload={download}
          />
          <CopiesPanel
            key={copiesAt}
            onOpened={(backup) => {
              void query.reload();
              setInspected(backup);
            }}
          />
        </>
      )}
      <Dialog
        isOpen={inspected !== null}
        onClose={() => setInspected(null)}
        size="lg"
        title={t('inspect.title', { when: whenOf(inspected) })}
      >
        {inspected !== null && (
          <BackupInspection
            key={inspected.name}
            name={inspected.name}
            onClose={() => setInspected(null)}
            onDone={() => void query.reload()}
            onInspected={onInspected}
          />
        )}
      </Dialog>
      <Dialog
        isOpen={sealing !== null}
        onClose={() => setSealing(null)}
        title={t('copies.exportTitle', { when: whenOf(sealing) })}
      >
        {sealing !== null && (
          <SealForm
            name={sealing.name}
            onClose={() => setSealing(null)}
            onSealed={() => setCopiesAt((at) => at + 1)}
          />
        )}
      </Dialog>
    </StationFrame>
  );
}

function LastFailure({ failure }: { failure: Backups['lastFailure'] }): React.JSX.Element | null {
  const { t } = useTranslation('care');
  const format = useFormat();
  if (failure === null) return null;
  return (
    <div className="note bad" role="alert">
      <StateGlyph state="failed" />
      <div>{t(`backups.failed.${failure.code}`, { when: format.moment(Date.parse(failure.at)) })}</div>
    </div>
  );
}

type TableProps = {
  items: readonly BackupView[];
  obstacles: Obstacles;
  onInspect: (backup: BackupView) => void;
  onSeal: (backup: BackupView) => void;
  onDownload: (backup: BackupView) => Promise<void>;
};

function BackupTable({ items, obstacles, ...actions }: TableProps): React.JSX.Element {
  const { t } = useTranslation('care');
  return (
    <section className="panel" aria-label={t('backups.heading')}>
      <header>
        <h2>{t('backups.heading')}</h2>
      </header>
      {items.length === 0 ? (
        <p className="pad dim">{t('backups.emptyText')}</p>
      ) : (
        <ul className="rows">
          {items.map((backup) => (
            <BackupRow
              key={backup.name}
              backup={backup}
              obstacle={obstacles[backup.name] ?? null}
              {...actions}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = Omit<TableProps, 'items' | 'obstacles'> & {
  backup: BackupView;
  obstacle: Inside['obstacle'];
};

function BackupRow({ backup, obstacle, onInspect, onSeal, onDownload }: RowProps): React.JSX.Element {
  const { t } = useTranslation('care');
  const format = useFormat();
  const when = format.moment(Date.parse(backup.createdAt));
  const isMoved = backup.name.endsWith('-moved.db');
  const status =
    obstacle === null ? t(isMoved ? 'backups.moved' : 'backups.checked') : t(`backups.obstacle.${obstacle}`);
  return (
    <li className="row wide">
      <StateGlyph state={obstacle === null ? 'ready' : 'failed'} />
      <div className="grow">
        <b>{when}</b>
        <div className="small dim">
          {format.size(backup.sizeBytes)} · {status}
        </div>
      </div>
      <SmallButton aria-label={t('backups.inspectOf', { when })} onClick={() => onInspect(backup)}>
        {t('backups.inspect')}
      </SmallButton>
      <Menu position="bottom-end" shadow="none">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('backups.more', { when })}>
            <IconDots className="i" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload className="i s" />} onClick={() => void onDownload(backup)}>
            {t('backups.download')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLock className="i s" />} onClick={() => onSeal(backup)}>
            {t('backups.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

/** Returns the state of the backups in words. */
function useBackupTitle(reply: z.infer<typeof contract.listBackups.reply> | null): string {
  const { t } = useTranslation(['care', 'station']);
  const format = useFormat();
  if (reply === null) return t('station:tab.backups');
  const [newest] = reply.items;
  if (reply.lastFailure !== null) return t('care:backups.titleFailed');
  if (newest === undefined) return t('care:backups.titleNone');
  return t('care:backups.title', {
    count: reply.items.length,
    when: format.moment(Date.parse(newest.createdAt)),
  });
}
