import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { CableHeadset } from '../../../shared/contract/enrolment/cable.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';

/** What follows for the headsets that are ready, once no other one is being prepared; nothing before. */
export function NextForReady({ headsets }: { headsets: readonly CableHeadset[] }): React.JSX.Element | null {
  const { t } = useTranslation(['enrol', 'cable']);
  const isWorking = headsets.some(({ state }) => ['running', 'queued', 'enrolled'].includes(state));
  const ids = headsets.flatMap(({ state, slot }) => (state === 'ready' && slot !== null ? [slot.id] : []));
  if (isWorking || ids.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('enrol:next.label')}</h2>
      </header>
      <div className="in stack">
        <p className="small dim">{t('cable:afterReady')}</p>
        <Button
          component={Link}
          href={addressFor('/configure/kiosk', ids)}
          className="on-primary"
          variant="filled"
        >
          {t('enrol:done.kiosk', { count: ids.length })}
        </Button>
      </div>
    </section>
  );
}
