import { Progress } from '@mantine/core';
import { IconCloud, IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { usePresent } from '../../model/fleet/fleet-store.ts';
import { useStationName } from '../../model/station/station-facts.ts';
import { glyphOf, isBusy } from '../status/sync-status.ts';
import { useWhen, type StatusLabels } from '../status/status-labels.ts';

/** Both sides, and the connection between them. */
export function ConnectionPanel({ sync, labels }: { sync: Sync; labels: StatusLabels }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const name = useStationName();
  const [, headsets] = usePresent();
  const { progress, lastContactAt } = sync;
  const kind = sync.state === 'upToDate' || isBusy(sync) ? 'open' : 'cut';
  return (
    <section className="panel sync-line in" aria-label={t('connectionState.label')}>
      <div className="sync-node">
        <span className="box">
          <IconDeviceDesktop className="i" aria-hidden="true" />
        </span>
        <b className="cut">{name ?? t('connectionState.here')}</b>
        <span className="small faint">{t('connectionState.headsets', { count: headsets })}</span>
      </div>
      <div className={`sync-wire ${kind} ${sync.state === 'blocked' ? 'blocked' : ''}`}>
        <span className="row wrap centred" role="status">
          <StateGlyph state={glyphOf(sync)} />
          <b>{labels.wire}</b>
          {labels.wireNote !== '' && <span aria-live="off">{labels.wireNote}</span>}
        </span>
        {progress !== null && progress.total > 0 && (
          <Progress
            className="meter"
            size="xs"
            value={(100 * progress.done) / progress.total}
            aria-label={labels.wire}
          />
        )}
      </div>
      <div className="sync-node">
        <span className="box">
          <IconCloud className="i" aria-hidden="true" />
        </span>
        <b className="cut" title={sync.upstream?.url}>
          {hostOf(sync.upstream?.url ?? '')}
        </b>
        <span className="small faint">
          {lastContactAt === null
            ? t('connectionState.never')
            : t('connectionState.contact', { when: when(Date.parse(lastContactAt)) })}
        </span>
      </div>
    </section>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
