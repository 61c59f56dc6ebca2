import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { listWebhooks, type WebhookView } from '../../../shared/contract/operations/webhooks.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { SecretOnce } from '../../access/index.ts';
import { StationFrame } from '../../model/station/station-frame.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { WebhookDetails } from './webhook-details.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Interval of updates, in ms. */
const INTERVAL_MS = 5_000;

type Webhooks = { readonly items: readonly WebhookView[] };

/** Webhooks: receivers of events and changes, and their state. */
export function WebhooksPage(): React.JSX.Element {
  const { t } = useTranslation('station');
  const query = useQuery<Webhooks>((signal) => call(listWebhooks, { signal }), INTERVAL_MS);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [search, setSearch] = useSearchParams();
  const items = query.reply?.items ?? null;
  const opened = items?.find(({ id }) => id === search.get('webhook'));
  const failing = items?.filter((webhook) => glyphOf(webhook) === 'failed').length ?? 0;
  const open = (id: string | null): void => setSearch(id === null ? {} : { webhook: id });
  const add = (
    <Button leftSection={<IconPlus className="i s" aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('webhooks.add')}
    </Button>
  );
  const onSecret = (made: string): void => {
    setAdding(false);
    setSecret(made);
    void query.reload();
  };

  return (
    <StationFrame
      title={titleOf()}
      sub={t('webhooks.sub')}
      tools={items !== null && items.length > 0 ? add : undefined}
    >
      <ReadingState query={query} />
      {items?.length === 0 && (
        <section className="panel page-empty">
          <h2>{t('webhooks.emptyTitle')}</h2>
          <p>{t('webhooks.emptyText')}</p>
          {add}
        </section>
      )}
      {items !== null && items.length > 0 && (
        <section className="panel" aria-label={t('tab.webhooks')}>
          <ul className="rows">
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onOpen={() => open(webhook.id)} />
            ))}
          </ul>
        </section>
      )}
      <WebhookDetails
        webhook={opened ?? null}
        onClose={() => open(null)}
        onChanged={() => void query.reload()}
        onSecret={onSecret}
      />
      <Dialog
        isOpen={isAdding || secret !== null}
        onClose={() => (secret === null ? setAdding(false) : setSecret(null))}
        title={t(secret === null ? 'webhooks.addTitle' : 'webhooks.secretTitle')}
      >
        {secret === null ? (
          isAdding && <WebhookForm onClose={() => setAdding(false)} onCreated={onSecret} />
        ) : (
          <SecretOnce secret={secret} text={t('webhooks.secretText')} onDone={() => setSecret(null)} />
        )}
      </Dialog>
    </StationFrame>
  );

  function titleOf(): string {
    if (items === null) return t('tab.webhooks');
    if (items.length === 0) return t('webhooks.titleNone');
    return failing > 0
      ? t('webhooks.titleFailing', { count: failing })
      : t('webhooks.title', { count: items.length });
  }
}

function glyphOf({ isActive, failingSince, lastDeliveredAt }: WebhookView): GlyphState {
  if (!isActive) return 'archived';
  if (failingSince !== null) return 'failed';
  return lastDeliveredAt === null ? 'waiting' : 'ready';
}

function WebhookRow({ webhook, onOpen }: { webhook: WebhookView; onOpen: () => void }): React.JSX.Element {
  const { t } = useTranslation('station');
  const format = useFormat();
  const at = (instant: string): string => format.moment(Date.parse(instant));
  const { isActive, switchedOffBy, failingSince, lastDeliveredAt, waiting, droppedCount } = webhook;
  const says = [
    switchedOffBy === 'GONE' && t('webhooks.gone'),
    !isActive && switchedOffBy === null && t('webhooks.off'),
    failingSince !== null && t('webhooks.failing', { when: at(failingSince) }),
    lastDeliveredAt !== null && t('webhooks.delivered', { when: at(lastDeliveredAt) }),
    lastDeliveredAt === null && isActive && t('webhooks.nothingYet'),
    waiting > 0 && t('webhooks.waiting', { count: waiting }),
    droppedCount > 0 && t('webhooks.dropped', { count: droppedCount }),
  ].filter((text) => text !== false);
  return (
    <li className="row wide">
      <StateGlyph state={glyphOf(webhook)} />
      <div className="grow">
        <b>{webhook.label ?? webhook.url}</b>
        <div className="small dim mono cut">{webhook.url}</div>
        <div className="small dim">{says.join(' · ')}</div>
      </div>
      <SmallButton aria-label={t('webhooks.openOf', { name: webhook.label ?? webhook.url })} onClick={onOpen}>
        {t('webhooks.open')}
      </SmallButton>
    </li>
  );
}
