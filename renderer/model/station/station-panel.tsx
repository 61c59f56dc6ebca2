import { useTranslation } from 'react-i18next';

import { useStation, useStationName } from './station-facts.ts';
import { Panel } from '../../ui/parts/panel.tsx';
import { Fact } from '../../ui/page/fact.tsx';

/** Facts about this station, in short. */
export function StationPanel(): React.JSX.Element {
  const { t } = useTranslation(['station', 'common']);
  const { addresses, tlsFingerprint } = useStation();
  const name = useStationName();
  return (
    <Panel title={t('station:facts.title')}>
      <dl className="facts pad">
        <Fact name={t('station:facts.name')}>{name ?? t('common:notKnown')}</Fact>
        <Fact name={t('station:facts.addresses')}>
          {addresses.map((address) => (
            <div key={address} className="mono">
              {address}
            </div>
          ))}
        </Fact>
        <Fact name={t('station:facts.key')} className={tlsFingerprint === null ? 'dim' : 'mono'}>
          {tlsFingerprint ?? t('station:facts.noKey')}
        </Fact>
      </dl>
    </Panel>
  );
}
