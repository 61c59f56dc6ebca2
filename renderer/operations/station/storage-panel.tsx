import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import type { Computer } from '../../../shared/contract/operations/diagnostics.ts';
import { listLibrary } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { Panel } from '../../ui/parts/panel.tsx';
import { Fact } from '../../ui/page/fact.tsx';

type Library = z.infer<typeof listLibrary.reply>;

const COLOURS = { ok: 'accent', low: 'warning', full: 'danger' } as const;

/** Free space on the disk, and the station's share of it. */
export function StoragePanel({ computer }: { computer: Computer }): React.JSX.Element {
  const { t } = useTranslation('care');
  const format = useFormat();
  const library = useQuery<Library>((signal) => call(listLibrary, { query: { limit: '1' }, signal }));
  const { disk, store, backups } = computer;
  const used = disk.totalBytes === 0 ? 0 : (1 - disk.freeBytes / disk.totalBytes) * 100;
  const backupBytes = backups.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <Panel title={t('computer.storage')}>
      <div className="pad stack">
        <div className="row">
          <b className="grow">{t('computer.disk')}</b>
          <span className="dim">
            {t('computer.diskText', {
              free: format.size(disk.freeBytes),
              total: format.size(disk.totalBytes),
            })}
          </span>
        </div>
        <Progress value={used} color={COLOURS[disk.state]} aria-label={t('computer.disk')} />
      </div>
      <dl className="facts pad">
        <Fact name={t('computer.contents')}>
          {library.reply === null ? '…' : format.size(library.reply.summary.usedBytes)}
        </Fact>
        <Fact name={t('computer.store')}>{format.size(store.sizeBytes + store.logBytes)}</Fact>
        <Fact name={t('computer.backupsOf', { count: backups.length })}>{format.size(backupBytes)}</Fact>
      </dl>
    </Panel>
  );
}
