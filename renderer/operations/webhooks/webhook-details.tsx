import { Button, Drawer, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import {
  deleteWebhook,
  listDeliveries,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../../shared/contract/operations/webhooks.ts';
import type { DeliveryView, WebhookView } from '../../../shared/contract/operations/webhooks.ts';
import { useFormat } from '../../copy/format.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { usePaged } from '../../service/use-paged.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Chip } from '../../ui/parts/chip.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { SignatureCheck } from './signature-check.tsx';
import { ticked } from '../../ui/controls/field-props.ts';

/** Interval of updates of deliveries, in ms. */
const INTERVAL_MS = 3_000;
/** Number of deliveries per page. */
const PAGE = 50;

type Props = {
  /** Null while closed. */
  webhook: WebhookView | null;
  onClose: () => void;
  onChanged: () => void;
  onSecret: (secret: string) => void;
};

/** One webhook: its switch, its secret, and the result of each delivery. */
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

function Details({
  webhook,
  onClose,
  onChanged,
  onSecret,
}: Props & { webhook: WebhookView }): React.JSX.Element {
  const { t } = useTranslation('station');
  const params = { webhookId: webhook.id };
  const { refusal, run, refuse } = useAction();
  /** Increased after each action on deliveries, which reloads them. */
  const [acts, setActs] = useState(0);
  const after = async <Reply,>(requested: Promise<{ reply: Reply } | Refusal>): Promise<Reply | null> => {
    const outcome = await requested;
    refuse('refused' in outcome ? outcome : null);
    onChanged();
    setActs((count) => count + 1);
    return 'refused' in outcome ? null : outcome.reply;
  };
  const rotate = async (): Promise<void> => {
    const rotated = await after(call(rotateWebhookSecret, { params }));
    if (rotated !== null) onSecret(rotated.secret);
  };
  const [isConfirming, setConfirming] = useState(false);
  const remove = async (): Promise<void> => {
    const done = await run(call(deleteWebhook, { params }));
    if (done === null) return;
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
        {...ticked(
          webhook.isActive,
          (isActive) => void after(call(updateWebhook, { params, body: { isActive } })),
        )}
        label={t('webhooks.active')}
      />
      <div className="row wrap">
        <Button
          variant="default"
          {...blockedBy(!webhook.isActive && t('webhooks.isOff'))}
          onClick={() => void after(call(testWebhook, { params }))}
        >
          {t('webhooks.test')}
        </Button>
        <Button variant="default" onClick={() => void rotate()}>
          {t('webhooks.rotate')}
        </Button>
        <Button variant="outline" color="danger" onClick={() => setConfirming(true)}>
          {t('webhooks.remove')}
        </Button>
      </div>
      <SignatureCheck />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <Deliveries
        webhookId={webhook.id}
        acts={acts}
        onRetry={(deliveryId) => void after(call(retryDelivery, { params: { ...params, deliveryId } }))}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('webhooks.removeTitle')}
        text={t('webhooks.removeText', { count: webhook.waiting })}
        action={t('webhooks.remove')}
        onConfirm={() => void remove()}
        onClose={() => setConfirming(false)}
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

type DeliveriesProps = { webhookId: string; acts: number; onRetry: (id: string) => void };

/** Results of deliveries: all, or only those not accepted. */
function Deliveries(props: DeliveriesProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const [isUntaken, setUntaken] = useState(false);
  return (
    <>
      <div className="row wide">
        <h3 className="grow">{t('webhooks.deliveries')}</h3>
        <div className="row" role="group" aria-label={t('webhooks.show')}>
          {[false, true].map((each) => (
            <Chip key={String(each)} isOn={isUntaken === each} onClick={() => setUntaken(each)}>
              {t(each ? 'webhooks.untaken' : 'webhooks.all')}
            </Chip>
          ))}
        </div>
      </div>
      <DeliveryList key={String(isUntaken)} isUntaken={isUntaken} {...props} />
    </>
  );
}

type ListProps = DeliveriesProps & { isUntaken: boolean };

function DeliveryList({ webhookId, acts, isUntaken, onRetry }: ListProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const { query, showMore } = usePaged(
    (page, signal) =>
      call(listDeliveries, {
        params: { webhookId },
        query: { ...page, ...(isUntaken ? { untaken: 'true' } : {}) },
        signal,
      }),
    ({ id }) => id,
    { everyMs: INTERVAL_MS, limit: PAGE },
  );
  const { reply, reload } = query;
  useEffect(() => {
    if (acts > 0) void reload();
  }, [acts, reload]);
  return (
    <>
      <ReadingState query={query} lines={3} />
      {reply?.total === 0 && (
        <p className="dim">{t(isUntaken ? 'webhooks.allDelivered' : 'webhooks.noDeliveries')}</p>
      )}
      {reply !== null && reply.total > 0 && (
        <ul className="rows flush deliveries">
          {reply.items.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} onRetry={() => onRetry(delivery.id)} />
          ))}
        </ul>
      )}
      {reply !== null && reply.total > reply.items.length && (
        <div className="row">
          <SmallButton onClick={showMore}>{t('webhooks.older')}</SmallButton>
          <span className="small faint">
            {t('webhooks.newest', { shown: reply.items.length, total: reply.total })}
          </span>
        </div>
      )}
    </>
  );
}

function Delivery({ delivery, onRetry }: { delivery: DeliveryView; onRetry: () => void }): React.JSX.Element {
  const { t } = useTranslation('station');
  const format = useFormat();
  const { status, attempts, nextAttemptAt, lastStatus, lastError, durationMs, responseExcerpt } = delivery;
  const says = [
    t(`webhooks.status.${status}`),
    t('webhooks.attempts', { count: attempts }),
    lastStatus !== null && t('webhooks.answered', { status: lastStatus }),
    lastError,
    durationMs !== null && t('webhooks.took', { ms: format.number(durationMs) }),
    nextAttemptAt !== null && t('webhooks.next', { when: format.moment(Date.parse(nextAttemptAt)) }),
  ].filter((text) => typeof text === 'string');
  return (
    <li>
      <div className="row">
        <StateGlyph state={DELIVERY_GLYPH[status]} />
        <b className="grow breaks mono">{delivery.type}</b>
        <span className="small faint">{format.moment(Date.parse(delivery.createdAt))}</span>
        <SmallButton aria-label={t('webhooks.againOf', { type: delivery.type })} onClick={onRetry}>
          {t('webhooks.again')}
        </SmallButton>
      </div>
      <div className="small dim">{says.join(' · ')}</div>
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <div className="small faint mono clamp breaks">{responseExcerpt}</div>
      )}
    </li>
  );
}
