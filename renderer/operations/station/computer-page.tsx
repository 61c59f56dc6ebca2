import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import {
  type Computer,
  type Warning,
  getComputer,
  getDiagnostics,
} from '../../../shared/contract/operations/diagnostics.ts';
import { useFormat } from '../../copy/format.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { Fact } from '../../ui/page/fact.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { StationFrame } from '../../model/station/station-frame.tsx';
import { CopiedFolder } from './copied-folder.tsx';
import { DesktopPanel } from './desktop-panel.tsx';
import { LicencesPanel } from './licences-panel.tsx';
import { AppearancePanel } from '../backups/appearance-panel.tsx';
import { StoragePanel } from './storage-panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { saveBytes } from '../backups/save-bytes.ts';

/** Interval of updates, in ms. */
const INTERVAL_MS = 10_000;

/** This computer: disk and clock, versions, language, colours, support, licences. */
export function ComputerPage(): React.JSX.Element {
  const { t } = useTranslation('care');
  const format = useFormat();
  const query = useQuery<Computer>((signal) => call(getComputer, { signal }), INTERVAL_MS);
  const { reply } = query;
  return (
    <StationFrame
      title={t('computer.title', { version: reply?.station.version ?? '' }).trim()}
      sub={
        reply === null
          ? t('computer.subReading')
          : t('computer.sub', { when: format.moment(Date.parse(reply.station.startedAt)) })
      }
    >
      <ReadingState query={query} />
      {reply !== null && reply.warnings.length > 0 && (
        <Warnings warnings={reply.warnings} onSettled={() => void query.reload()} />
      )}
      <div className="page-split">
        <div className="stack wide">
          {reply !== null && <StoragePanel computer={reply} />}
          {reply !== null && <SoftwarePanel computer={reply} />}
          <LicencesPanel version={reply?.station.version ?? ''} />
        </div>
        <div className="stack wide">
          <AppearancePanel />
          <DesktopPanel />
          <SupportPanel />
        </div>
      </div>
    </StationFrame>
  );
}

/** Warnings after which something is lost or refused. */
const BAD: ReadonlySet<Warning> = new Set(['STORE_DAMAGED', 'DISK_FULL', 'BACKUP_FAILED']);

type WarningsProps = { warnings: readonly Warning[]; onSettled: () => void };

function Warnings({ warnings, onSettled }: WarningsProps): React.JSX.Element {
  const { t } = useTranslation('care');
  return (
    <div className="stack">
      {warnings.map((warning) => (
        <div key={warning} className={BAD.has(warning) ? 'note bad' : 'note warn'} role="alert">
          <StateGlyph state={BAD.has(warning) ? 'failed' : 'attention'} />
          <div>{t(`computer.warning.${warning}`)}</div>
          {(warning === 'BACKUP_FAILED' || warning === 'STORE_DAMAGED') && (
            <Link href="/station/backups">{t('computer.goBackups')}</Link>
          )}
          {warning === 'FOLDER_COPIED' && <CopiedFolder onSettled={onSettled} />}
          {warning.startsWith('DISK') && <Link href="/content">{t('computer.goContent')}</Link>}
        </div>
      ))}
    </div>
  );
}

function SoftwarePanel({ computer }: { computer: Computer }): React.JSX.Element {
  const { t } = useTranslation('care');
  const format = useFormat();
  const { station, process } = computer;
  return (
    <Panel title={t('computer.software')}>
      <dl className="facts pad">
        <Fact name={t('computer.version')}>{station.version}</Fact>
        <Fact name={t('computer.system')}>
          {station.system}, {station.architecture}
        </Fact>
        <Fact name={t('computer.runtime')}>
          {station.electron === null
            ? t('computer.node', { version: station.node })
            : t('computer.electron', { electron: station.electron, version: station.node })}
        </Fact>
        <Fact name={t('computer.memory')}>{format.size(process.residentBytes)}</Fact>
        <Fact name={t('computer.uptime')}>{format.moment(Date.parse(station.startedAt))}</Fact>
      </dl>
    </Panel>
  );
}

/** The support bundle for remote help. */
function SupportPanel(): React.JSX.Element {
  const { t } = useTranslation('care');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const save = async (): Promise<void> => {
    const day = new Date().toISOString().slice(0, 10);
    setRefusal(await saveBytes(getDiagnostics.path, `muster-support-${day}.json`));
  };
  return (
    <Panel title={t('computer.support')}>
      <div className="pad stack">
        <p className="dim">{t('computer.supportText')}</p>
        {refusal !== null && <RefusalNote refusal={refusal} />}
        <div>
          <Button variant="default" onClick={() => void save()}>
            {t('computer.bundle')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
