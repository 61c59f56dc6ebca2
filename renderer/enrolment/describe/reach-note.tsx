import { useTranslation } from 'react-i18next';

import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Admission } from '../frame/allow-access.tsx';
import type { StationReach } from '../../model/station/station-address.ts';

/** Shows whether headsets can reach the station at all, before anyone walks to the cart. */
export function ReachNote({ reach }: { reach: StationReach }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const isLan = reach.kind === 'lan';
  return (
    <div className={`note ${isLan ? '' : 'warn'} enrol-reach`}>
      <StateGlyph state={isLan ? 'ready' : 'attention'} />
      <div>
        <b>{isLan ? t('describe.reachTitle') : t('describe.loopbackTitle')}</b>
        <p className="small dim">
          {isLan
            ? t('describe.reachText', { host: reach.host, port: reach.port })
            : t('describe.loopbackText')}
        </p>
        {!isLan && <Admission />}
      </div>
    </div>
  );
}
