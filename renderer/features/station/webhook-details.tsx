import { Button, Drawer, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { contract } from '../../../shared/contract/index.ts';
import type { DeliveryView, WebhookView } from '../../../shared/contract/webhooks.ts';
import { useFigures } from '../../copy/figures.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { StateGlyph, type GlyphState } from '../../ui/state-glyph.tsx';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { ReadingState } from '../shell/reading-state.tsx';
import { RefusalNote } from '../shell/refusal-note.tsx';

/** How often deliveries are looked at, in ms. */
const EVERY_MS = 3_000;

type Props = {
  /** Null while closed. */
  webhook: WebhookView | null;
  onClose: () => void;
  onChanged: () => void;
  onSecret: (secret: string) => void;
};

/** One webhook: its switch, its secret, and what became of each delivery. */
export function WebhookDetails(props: Props): React.JSX.Element {
  const { t } = useTranslation('common');
  const { webhook, onClose } = props;
  return (
    <Drawer
      opened={webhook !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={webhook?.label ?? webhook?.url}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {webhook !== null && <Details key={webhook.id} {...props} webhook={webhook} />}
    </Drawer>
  );
}

type Deliveries = { readonly items: readonly DeliveryView[]; readonly total: number };

function Details({
  webhook,
  onClose,
  onChanged,
  onSecret,
}: Props & { webhook: WebhookView }): React.JSX.Element {
  const { t } = useTranslation('station');
  const params = { webhookId: webhook.id };
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const deliveries = useReading<Deliveries>(
    (signal) => call(contract.listDeliveries, { params, query: {}, signal }),
    EVERY_MS,
  );
  const after = async <Reply,>(asked: Promise<{ reply: Reply } | Refusal>): Promise<Reply | null> => {
    const outcome = await asked;
    setRefusal('refused' in outcome ? outcome : null);
    onChanged();
    await deliveries.reload();
    return 'refused' in outcome ? null : outcome.reply;
  };
  const rotate = async (): Promise<void> => {
    const rotated = await after(call(contract.rotateWebhookSecret, { params }));
    if (rotated !== null) onSecret(rotated.secret);
  };
  const [isAsking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    const outcome = await call(contract.deleteWebhook, { params });
    if (isRefused(outcome)) return setRefusal(outcome);
    onChanged();
    onClose();
  };

  return (
    <div className="form">
      <p className="mono small dim">{webhook.url}</p>
      <p className="small dim">
        {webhook.types === null
          ? t('webhooks.everything')
          : t('webhooks.only', { list: webhook.types.join(', ') })}
      </p>
      <Switch
        checked={webhook.isActive}
        label={t('webhooks.active')}
        onChange={(event) =>
          void after(
            call(contract.updateWebhook, { params, body: { isActive: event.currentTarget.checked } }),
          )
        }
      />
      <div className="row webhook-actions">
        <Button
          variant="default"
          disabled={!webhook.isActive}
          onClick={() => void after(call(contract.testWebhook, { params }))}
        >
          {t('webhooks.test')}
        </Button>
        <Button variant="default" onClick={() => void rotate()}>
          {t('webhooks.rotate')}
        </Button>
        <Button variant="outline" color="danger" onClick={() => setAsking(true)}>
          {t('webhooks.remove')}
        </Button>
      </div>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <h3>{t('webhooks.deliveries')}</h3>
      <ReadingState reading={deliveries} lines={3} />
      {deliveries.reply !== null && (
        <DeliveryList
          deliveries={deliveries.reply}
          onRetry={(deliveryId) =>
            void after(call(contract.retryDelivery, { params: { ...params, deliveryId } }))
          }
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('webhooks.removeTitle')}
        text={t('webhooks.removeText', { count: webhook.waiting })}
        action={t('webhooks.remove')}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

const DELIVERY_GLYPH: Record<DeliveryView['status'], GlyphState> = {
  pending: 'queued',
  failed: 'attention',
  delivered: 'ready',
  abandoned: 'failed',
};

type ListProps = { deliveries: Deliveries; onRetry: (id: string) => void };

function DeliveryList({ deliveries, onRetry }: ListProps): React.JSX.Element {
  const { t } = useTranslation('station');
  if (deliveries.items.length === 0) return <p className="dim">{t('webhooks.noDeliveries')}</p>;
  return (
    <>
      <ul className="rows deliveries">
        {deliveries.items.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} onRetry={() => onRetry(delivery.id)} />
        ))}
      </ul>
      {deliveries.total > deliveries.items.length && (
        <p className="small faint">
          {t('webhooks.newest', { shown: deliveries.items.length, total: deliveries.total })}
        </p>
      )}
    </>
  );
}

function Delivery({ delivery, onRetry }: { delivery: DeliveryView; onRetry: () => void }): React.JSX.Element {
  const { t } = useTranslation('station');
  const figures = useFigures();
  const { status, attempts, nextAttemptAt, lastStatus, lastError, durationMs, responseExcerpt } = delivery;
  const says = [
    t(`webhooks.status.${status}`),
    t('webhooks.attempts', { count: attempts }),
    lastStatus !== null && t('webhooks.answered', { status: lastStatus }),
    lastError,
    durationMs !== null && t('webhooks.took', { ms: figures.number(durationMs) }),
    nextAttemptAt !== null && t('webhooks.next', { when: figures.moment(Date.parse(nextAttemptAt)) }),
  ].filter((text) => typeof text === 'string');
  return (
    <li>
      <div className="row">
        <StateGlyph state={DELIVERY_GLYPH[status]} />
        <b className="grow cut">{delivery.type}</b>
        <span className="small faint">{figures.moment(Date.parse(delivery.createdAt))}</span>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('webhooks.againOf', { type: delivery.type })}
          onClick={onRetry}
        >
          {t('webhooks.again')}
        </Button>
      </div>
      <div className="small dim">{says.join(' · ')}</div>
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <div className="small faint mono excerpt">{responseExcerpt}</div>
      )}
    </li>
  );
}
