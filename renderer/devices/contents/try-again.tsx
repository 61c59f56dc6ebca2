import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { repairDrift } from '../../../shared/contract/configuration/drift.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useHeadset } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';

type Props = {
  id: string;
  failed: number;
};

/** Retries failed contents of a headset, after explaining the consequences. */
export function TryAgain({ id, failed }: Props): React.JSX.Element | null {
  const { t } = useTranslation(['headset', 'common']);
  const headset = useHeadset(id);
  const isTechnician = useMay('technician');
  const { isBusy, refusal, run } = useAction();
  const [planId, setPlanId] = useState<string | null>(null);
  const isOrdered = planId !== null;
  if (!isTechnician || headset === undefined || headset.isArchived || (failed === 0 && !isOrdered))
    return null;

  const again = async (): Promise<void> => {
    const reply = await run(call(repairDrift, { body: { devicesId: [id], what: 'failedContents' } }));
    if (reply !== null) setPlanId(reply.id);
  };

  const name = headset.label ?? t('common:unnamed');
  const when = headset.isLinked ? 'now' : 'later';
  return (
    <div className="in">
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <div className="row">
        {isOrdered ? (
          <p className="small dim grow" role="status">
            {t(`headset:again.ordered.${when}`, { name })}{' '}
            <Link href={`/configure/plan/${planId}`} className="plain-link">
              {t('headset:again.follow')}
            </Link>
          </p>
        ) : (
          <>
            <p className="small dim grow">{t(`headset:again.${when}`, { name, count: failed })}</p>
            <SmallButton loading={isBusy} onClick={() => void again()}>
              {t('headset:again.do', { count: failed })}
            </SmallButton>
          </>
        )}
      </div>
    </div>
  );
}
