import { useTranslation } from 'react-i18next';

import { getNetworkChecks } from '../../../shared/contract/network/network-checks.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { writeLabel } from '../../enrolment/index.ts';
import { QrCode } from '../../ui/parts/qr-code.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { stationReach } from '../../model/station/station-address.ts';
import { CommandLine } from '../../model/notes/command-line.tsx';
import type { Lan } from './lan.ts';
import { useCheckLabels } from './use-check-labels.ts';

/** URL for headsets, to scan and to type, and the key that identifies the station. */
export function ReachPanel({ lan }: { lan: Lan }): React.JSX.Element {
  const { t } = useTranslation('station');
  const reach = stationReach(lan.addresses);
  return (
    <div className="stack wide">
      <Panel title={t('reach.title')}>
        {reach.kind === 'lan' ? (
          <>
            <div className="pad with-qr">
              <QrCode
                text={writeLabel({
                  station: reach.url,
                  fingerprint: lan.tlsFingerprint,
                  deviceId: null,
                  code: null,
                })}
                label={t('reach.qr')}
              />
              <p className="small dim">{t('reach.scan')}</p>
            </div>
            <div className="pad stack">
              <h3 className="small faint">{t('reach.addresses')}</h3>
              {lan.addresses.map((address) => (
                <CommandLine key={address} command={address} />
              ))}
            </div>
            {lan.tlsFingerprint !== null && (
              <div className="pad stack">
                <h3 className="small faint">{t('reach.key')}</h3>
                <CommandLine command={lan.tlsFingerprint} label={t('reach.key')} />
                <p className="small dim">{t('reach.keyText')}</p>
              </div>
            )}
          </>
        ) : (
          <p className="pad dim">{t('reach.nowhere')}</p>
        )}
      </Panel>
      {lan.isOn && lan.problem === null && <OtherStations />}
    </div>
  );
}

/** Other stations on the network, at which headsets could be enrolled by mistake. */
function OtherStations(): React.JSX.Element | null {
  const labels = useCheckLabels();
  const { reply } = useQuery((signal) => call(getNetworkChecks, { signal }));
  const check = reply?.checks.find(({ id }) => id === 'stations');
  if (check === undefined || (check.status !== 'warning' && check.status !== 'problem')) return null;
  return (
    <div className={`note ${check.status === 'problem' ? 'bad' : 'warn'}`} role="status">
      <StateGlyph state={check.status === 'problem' ? 'failed' : 'attention'} />
      <div>
        <b>{labels.finding(check)}</b>
        <div className="dim">{labels.about(check)}</div>
        <div>{labels.todo(check)}</div>
      </div>
    </div>
  );
}
