import { useTranslation } from 'react-i18next';

import { useStation, useStationName } from './station-facts.ts';
import { Panel } from '../../ui/parts/panel.tsx';

/** Facts about this station, in short. */
export function StationPanel(): React.JSX.Element {
  const { t } = useTranslation(['station', 'common']);
  const { addresses, tlsFingerprint } = useStation();
  const name = useStationName();
  return (
    <Panel title={t('station:facts.title')}>
      <dl className="facts pad">
        <dt>{t('station:facts.name')}</dt>
        <dd>{name ?? t('common:notKnown')}</dd>
        <dt>{t('station:facts.addresses')}</dt>
        <dd>
          {addresses.map((address) => (
            <div key={address} className="mono">
              {address}
            </div>
          ))}
        </dd>
        <dt>{t('station:facts.key')}</dt>
        <dd className={tlsFingerprint === null ? 'dim' : 'mono'}>
          {tlsFingerprint ?? t('station:facts.noKey')}
        </dd>
      </dl>
    </Panel>
  );
}
