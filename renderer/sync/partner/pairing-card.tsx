import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { PartnerView } from '../../../shared/contract/sync/partner.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import type { PartnerOrders } from './use-partner.ts';

type Pairing = NonNullable<PartnerView['pairing']>;
type Props = { pairing: Pairing; orders: PartnerOrders };

/** The pairing in progress: wait for the other station, compare the code, and what went wrong. */
export function PairingCard({ pairing, orders }: Props): React.JSX.Element {
  const { t } = useTranslation('sync');
  const { state, fault, code } = pairing;
  if (state === 'failed' && fault !== null) {
    return (
      <>
        <div className="note bad" role="alert">
          <StateGlyph state="failed" />
          <div>{t(`partner.fault.${fault}`)}</div>
        </div>
        <div>
          <Button onClick={() => void orders.start(pairing.url)}>{t('partner.again')}</Button>{' '}
          <Cancel orders={orders} />
        </div>
      </>
    );
  }
  return (
    <>
      <div role="status" className="stack">
        {code === null ? <Waiting pairing={pairing} /> : <Compare pairing={pairing} code={code} />}
        {!pairing.isReachable && <p className="small dim">{t('partner.unreachable')}</p>}
      </div>
      <div className="row">
        {state === 'comparing' && code !== null && (
          <Button loading={orders.isBusy} onClick={() => void orders.confirm(code)}>
            {t('partner.same')}
          </Button>
        )}
        {state === 'comparing' ? (
          <Button variant="default" onClick={() => void orders.end()}>
            {t('partner.differ')}
          </Button>
        ) : (
          <Cancel orders={orders} />
        )}
      </div>
    </>
  );
}

function Cancel({ orders }: Pick<Props, 'orders'>): React.JSX.Element {
  const { t } = useTranslation('sync');
  return (
    <Button variant="default" onClick={() => void orders.end()}>
      {t('partner.cancel')}
    </Button>
  );
}

function Waiting({ pairing }: { pairing: Pairing }): React.JSX.Element {
  const { t } = useTranslation('sync');
  return (
    <>
      <b>{t('partner.waitingTitle')}</b>
      <p>{t('partner.waiting')}</p>
      <p className="dim small mono">{pairing.url}</p>
    </>
  );
}

function Compare({ pairing, code }: { pairing: Pairing; code: string }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const name = pairing.name ?? t('partner.unnamed');
  return (
    <>
      <b>{t('partner.compareTitle')}</b>
      <p className="partner-code">
        <span className="sr">{t('partner.code')}: </span>
        {`${code.slice(0, 3)} ${code.slice(3)}`}
      </p>
      <p>{t(pairing.serves === true ? 'partner.serves' : 'partner.isServed', { name })}</p>
      {pairing.state === 'confirmed' && <p className="dim">{t('partner.confirmed')}</p>}
    </>
  );
}
