import { useTranslation } from 'react-i18next';

import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { NearbyList } from './nearby-list.tsx';
import { PairingCard } from './pairing-card.tsx';
import { PartnerCard } from './partner-card.tsx';
import { usePartner } from './use-partner.ts';
import './partner.css';

/**
 * Works together with another station, or offers it. `alone`: shown before it while there is neither a central nor a
 * partner; absent: this station has a central.
 */
export function PartnerPanel({ alone }: { alone?: React.ReactNode }): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const orders = usePartner();
  const view = orders.query.reply;
  const isAlone = view !== null && view.partner === null && view.pairing === null;
  if (isAlone && alone === undefined) return null;
  const name = view?.partner?.name ?? t('partner.unnamed');
  const isJoined = view?.partner !== undefined && view.partner !== null && view.pairing === null;
  const panel = (
    <section className="panel partner" aria-labelledby="sync-partner">
      <header>
        <h2 id="sync-partner">{isJoined ? t('partner.withTitle', { name }) : t('partner.title')}</h2>
      </header>
      <div className="pad stack">
        <ReadingState query={orders.query} />
        {orders.refusal !== null && <RefusalNote refusal={orders.refusal} />}
        {view !== null && view.pairing !== null && <PairingCard pairing={view.pairing} orders={orders} />}
        {view !== null && view.pairing === null && view.partner !== null && (
          <PartnerCard partner={view.partner} orders={orders} />
        )}
        {isAlone && <NearbyList orders={orders} />}
      </div>
    </section>
  );
  if (alone === undefined) return panel;
  return (
    <>
      {isAlone || view === null ? alone : <h1 className="partner-page">{t('name')}</h1>}
      {panel}
    </>
  );
}
