import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { centralErrorLabel } from './central-labels.ts';
import { useWhen } from './status-labels.ts';
import type { SyncOrders } from './use-sync.ts';

type Props = { device: SyncDevice; orders: SyncOrders };

/** The failures of one headset: reason, time, and what to do. */
export function FailureLines({ device, orders }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const when = useWhen();
  const name = device.label ?? device.upstreamId ?? t('common:unnamed');
  const { id } = device;
  return (
    <div className="stack">
      {device.failures.map((failure) => (
        <div key={failure.kind}>
          <b>{t(`sync:failure.kind.${failure.kind}`, { name })}</b>
          <FailureReason {...failure} />
          <div className="small faint">
            {t('sync:failure.tried', { count: failure.attempts, when: when(Date.parse(failure.lastAt)) })}{' '}
            <span className="mono">{failure.code}</span>
          </div>
        </div>
      ))}
      {id !== null && (
        <div className="row wrap">
          <SmallButton
            loading={orders.isBusy}
            aria-label={t('sync:failure.retryOf', { name })}
            onClick={() => void orders.retry([id])}
          >
            {t('sync:failure.retry')}
          </SmallButton>
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

/** The translated reason if the code is known, followed by the central's own message. */
function FailureReason({
  code,
  message,
}: Pick<SyncDevice['failures'][number], 'code' | 'message'>): React.JSX.Element {
  const { t } = useTranslation('sync');
  const words = centralErrorLabel(code, t);
  if (words === null) return <div className="dim">{t('failure.response', { message })}</div>;
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
