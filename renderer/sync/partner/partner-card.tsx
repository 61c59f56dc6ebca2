import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import type { PartnerView } from '../../../shared/contract/sync/partner.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useWhen } from '../status/status-labels.ts';
import type { PartnerOrders } from './use-partner.ts';

type Partner = NonNullable<PartnerView['partner']>;
type Props = { partner: Partner; orders: PartnerOrders };
type Question = 'end' | 'handOver' | 'gone';

/** The partner: which of the two must be on, how to take over, and how to end it. */
export function PartnerCard({ partner, orders }: Props): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [asked, setAsked] = useState<Question | null>(null);
  const hasConflicts = useSyncFacts((facts) => (facts.sync?.conflicts ?? 0) > 0);
  const name = partner.name ?? t('partner.unnamed');
  return (
    <>
      <Facts partner={partner} name={name} />
      {partner.serves ? (
        <p className="dim small">{t('partner.handOverHere', { name })}</p>
      ) : (
        <p className="dim small">
          {t('partner.takeOverText', { name })} {hasConflicts && t('partner.decideFirst')}
        </p>
      )}
      <div className="row">
        {!partner.serves && (
          <Button
            variant="default"
            loading={orders.isBusy}
            {...blockedBy(
              partner.isEndedThere ? t('partner.endedThere') : hasConflicts && t('partner.decideFirst'),
            )}
            onClick={() => setAsked('handOver')}
          >
            {t('partner.takeOverNow')}
          </Button>
        )}
        <Button variant="default" loading={orders.isBusy} onClick={() => setAsked('end')}>
          {t('partner.end')}
        </Button>
      </div>
      <Questions partner={partner} orders={orders} name={name} asked={asked} setAsked={setAsked} />
    </>
  );
}

function Facts({ partner, name }: { partner: Partner; name: string }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const { lastContactAt, serves, isUntold, isEndedThere } = partner;
  const contact =
    lastContactAt === null
      ? serves && !isUntold
        ? t('partner.noContact')
        : ''
      : t('partner.contact', { when: when(Date.parse(lastContactAt)) });
  return (
    <>
      <p>
        <b>{serves ? t('partner.mustBeOnHere') : t('partner.mustBeOnThere', { name })}</b>
      </p>
      {contact !== '' && <p className="dim">{contact}</p>}
      {(isUntold || isEndedThere) && (
        <div className="note warn" role="status">
          <StateGlyph state="attention" />
          <div>{t(isUntold ? 'partner.untold' : 'partner.endedThere', { name })}</div>
        </div>
      )}
    </>
  );
}

type QuestionsProps = Props & {
  name: string;
  asked: Question | null;
  setAsked: (question: Question | null) => void;
};

function Questions({ partner, orders, name, asked, setAsked }: QuestionsProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const { lastContactAt } = partner;
  const last = lastContactAt === null ? '–' : when(Date.parse(lastContactAt));
  const ask = async (): Promise<void> => {
    if (!(await orders.becomeServing(false))) setAsked('gone');
  };
  const close = (): void => setAsked(null);
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'end'}
        title={t('partner.endTitle', { name })}
        text={t('partner.endAsk')}
        action={t('partner.end')}
        onConfirm={() => void orders.end()}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'handOver'}
        title={t('partner.takeOverTitle', { name })}
        text={t('partner.takeOverAsk', { name })}
        action={t('partner.takeOverNow')}
        onConfirm={() => void ask()}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'gone'}
        title={t('partner.goneTitle', { name })}
        text={t('partner.goneAsk', { when: last })}
        action={t('partner.goneAction')}
        onConfirm={() => void orders.becomeServing(true)}
        onClose={close}
      />
    </>
  );
}
