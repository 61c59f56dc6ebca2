import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { centralWords } from '../connection/central-words.ts';
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
          <Why {...failure} />
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

/** Why, in words of the interface where the code is a known one; what the central said itself stands below. */
function Why({ code, message }: Pick<SyncDevice['failures'][number], 'code' | 'message'>): React.JSX.Element {
  const { t } = useTranslation('sync');
  const words = centralWords(code, t);
  if (words === null) return <div className="dim">{t('failure.said', { message })}</div>;
  return (
    <>
      <div className="dim">
        {words} {t('failure.unaffected')}
      </div>
      <details>
        <summary className="small faint">{t('failure.verbatim')}</summary>
        <p className="small dim">{message}</p>
      </details>
    </>
  );
}
