import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { Admission } from '../frame/allow-access.tsx';
import { writeLabel } from '../cart/label-text.ts';
import { QrCode } from '../../ui/parts/qr-code.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { shortFingerprint, type StationReach } from '../../model/station/station-address.ts';

type Props = {
  reach: StationReach;
  fingerprint: string | null;
  isPractice: boolean;
};

/** The station's address for headsets: a symbol to scan and the same as text, or why it cannot be reached. */
export function StationPanel({ reach, fingerprint, isPractice }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    <Panel title={t('station.heading')}>
      {reach.kind === 'lan' ? (
        <LanAddress reach={reach} fingerprint={fingerprint} />
      ) : (
        <div className="in grid tight">
          <p>
            <b>{t('station.loopbackTitle')}</b>
          </p>
          <p className="small dim">{t('station.loopbackText')}</p>
          <Admission />
          {isPractice && <p className="small faint">{t('station.loopbackPractice')}</p>}
        </div>
      )}
    </Panel>
  );
}

type LanProps = { reach: Extract<StationReach, { kind: 'lan' }>; fingerprint: string | null };

function LanAddress({ reach, fingerprint }: LanProps): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const format = useFormat();
  const text = writeLabel({ station: reach.url, fingerprint, deviceId: null, code: null });
  return (
    <div className="with-qr pad">
      <QrCode text={text} label={t('station.qr')} />
      <div>
        <p className="small dim">{t('station.scan')}</p>
        <p className="mono breaks">
          {reach.host}
          <br />
          {t('station.port', { port: reach.port })}
        </p>
        {reach.others.length > 0 && (
          <p className="small dim">{t('station.others', { list: format.list(reach.others) })}</p>
        )}
        {fingerprint !== null && (
          <p className="small faint">{t('station.key', { key: shortFingerprint(fingerprint) })}</p>
        )}
      </div>
    </div>
  );
}
