import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { repairDrift } from '../../../shared/contract/configuration/drift.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { RefusalNote } from './refusal-note.tsx';
import { pageOfMadePlan } from '../fleet/made-plan.ts';

type Props = {
  ids: readonly string[];
  /** True for the main action of its place. */
  isPrimary?: boolean;
  size?: 'sm' | 'compact-sm';
  onDone?: () => void;
};

/** A button that retries failed downloads; links to the result. */
export function RetryDownloads({
  ids,
  isPrimary = false,
  size = 'compact-sm',
  onDone,
}: Props): React.JSX.Element | null {
  const { t } = useTranslation('fleet');
  const [, navigate] = useLocation();
  const isTechnician = useMay('technician');
  const { isBusy, refusal, run } = useAction();
  if (!isTechnician || ids.length === 0) return null;
  const retry = async (): Promise<void> => {
    const reply = await run(call(repairDrift, { body: { devicesId: [...ids], what: 'failedContents' } }));
    if (reply === null) return;
    navigate(pageOfMadePlan(reply));
    onDone?.();
  };
  return (
    <>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <Button
        size={size}
        variant={isPrimary ? 'filled' : 'default'}
        loading={isBusy}
        onClick={() => void retry()}
      >
        {t('retryDownloads', { count: ids.length })}
      </Button>
    </>
  );
}
