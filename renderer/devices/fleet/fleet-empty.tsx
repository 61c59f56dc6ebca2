import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import { startPractice } from '../../../shared/contract/operations/station.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
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
    <div className="fleet fill middle-column">
      <EmptyState title={t('empty.title')} text={t('empty.forOthers')} />
    </div>
  );
}

function FirstSteps(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const [, navigate] = useLocation();
  const { isBusy: isStarting, refusal, run } = useAction();

  const practise = async (): Promise<void> => {
    const reply = await run(call(startPractice, { body: {} }));
    if (reply === null) return;
    useCartChoice.getState().choose(reply.cart?.id ?? null);
    navigate('/enrol');
  };

  return (
    <div className="fleet fill middle-column">
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
    <div className="stack roomy top" role="status">
      <p>
        {title} {t('noMatch.hidden', { count: hidden })}
      </p>
      <Button variant="default" onClick={() => view.change({ filter: null, text: '', facets: NO_FACETS })}>
        {t('noMatch.showAll')}
      </Button>
    </div>
  );
}
