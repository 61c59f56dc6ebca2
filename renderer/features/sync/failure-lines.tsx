import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { SyncDevice } from '../../../shared/contract/sync.ts';
import { addressFor } from '../configure/selection-address.ts';
import { useWhen } from './standing-words.ts';
import type { SyncOrders } from './use-sync.ts';

/** What did not work for one headset: reason, when, and what can be done. */
export function FailureLines({
  device,
  orders,
}: {
  device: SyncDevice;
  orders: SyncOrders;
}): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const when = useWhen();
  const name = device.label ?? device.upstreamId ?? t('common:unnamed');
  const { id } = device;
  return (
    <div className="stack">
      {device.failures.map((failure) => (
        <div key={failure.kind}>
          <b>{t(`sync:failure.kind.${failure.kind}`, { name })}</b>
          <div className="dim">{t('sync:failure.said', { message: failure.message })}</div>
          <div className="small faint">
            {t('sync:failure.tried', { count: failure.attempts, when: when(Date.parse(failure.lastAt)) })}{' '}
            <span className="mono">{failure.code}</span>
          </div>
        </div>
      ))}
      {id !== null && (
        <div className="row wrap">
          <Button
            size="compact-sm"
            variant="default"
            disabled={orders.isBusy}
            aria-label={t('sync:failure.retryOf', { name })}
            onClick={() => void orders.retry([id])}
          >
            {t('sync:failure.retry')}
          </Button>
          {device.failures.some(({ kind }) => kind === 'desired') && (
            <Button
              size="compact-sm"
              variant="subtle"
              component={Link}
              href={addressFor('/configure/settings', [id])}
            >
              {t('sync:failure.change')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
