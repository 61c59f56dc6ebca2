import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import { startPractice } from '../../../shared/contract/operations/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { EmptyState } from '../../ui/parts/empty-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useCartChoice } from '../../model/fleet/cart-choice.ts';
import { NO_FACETS } from '../../model/fleet/facets.ts';
import type { FleetView } from '../filters/fleet-view.ts';

/** A station without headsets: the technician describes the cart, or tries simulated ones. */
export function EmptyFleet(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const isTechnician = useMay('technician');
  if (isTechnician) return <FirstSteps />;
  return (
    <div className="fleet fill fleet-empty">
      <EmptyState title={t('empty.title')} text={t('empty.forOthers')} />
    </div>
  );
}

function FirstSteps(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const [, navigate] = useLocation();
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const practise = async (): Promise<void> => {
    setStarting(true);
    const outcome = await call(startPractice, { body: {} });
    setStarting(false);
    if (isRefused(outcome)) return setRefusal(outcome);
    useCartChoice.getState().choose(outcome.reply.cart?.id ?? null);
    navigate('/enrol');
  };

  return (
    <div className="fleet fill fleet-empty">
      <EmptyState title={t('empty.title')} text={t('empty.text')}>
        <Button component={Link} href="/enrol" size="md">
          {t('empty.describe')}
        </Button>
        <Button component={Link} href="/enrol/cable" size="md" variant="default">
          {t('empty.cable')}
        </Button>
        <Button variant="subtle" loading={isStarting} onClick={() => void practise()}>
          {t('empty.practice')}
        </Button>
        <Button component={Link} href="/station/backups?bring" variant="subtle">
          {t('empty.import')}
        </Button>
      </EmptyState>
      {refusal !== null && <RefusalNote refusal={refusal} />}
    </div>
  );
}

/** No match: how many headsets the filter hides, and showing all. */
export function NoMatch({ view, hidden }: { view: FleetView; hidden: number }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const title = view.text === '' ? t('noMatch.titleFilter') : t('noMatch.title', { text: view.text });
  return (
    <div className="no-match stack roomy" role="status">
      <p>
        {title} {t('noMatch.hidden', { count: hidden })}
      </p>
      <Button variant="default" onClick={() => view.change({ filter: null, text: '', facets: NO_FACETS })}>
        {t('noMatch.showAll')}
      </Button>
    </div>
  );
}
