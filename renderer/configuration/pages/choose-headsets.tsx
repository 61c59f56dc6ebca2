import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { EmptyState } from '../../ui/parts/empty-state.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';

/** Shown if the URL names no headsets: select some, all, or enrol some first. `path`: the screen that needs them. */
export function ChooseHeadsets({ path }: { path: string }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const all = useFleet((fleet) => fleet.order);
  if (all.length === 0) {
    return (
      <div className="lone-page stack wide">
        <EmptyState title={t('choose.noneTitle')} text={t('choose.noneText')}>
          <Button variant="filled" component={Link} href="/enrol">
            {t('choose.enrol')}
          </Button>
          <Button variant="default" component={Link} href="/configure/profiles/new">
            {t('choose.profile')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="lone-page stack wide">
      <EmptyState title={t('choose.title')} text={t('choose.text')}>
        <Button component={Link} href="/fleet">
          {t('choose.fleet')}
        </Button>
        <Button variant="default" component={Link} href={addressFor(path, all)}>
          {t('choose.all', { count: all.length })}
        </Button>
      </EmptyState>
    </div>
  );
}
