import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { SyncDevice, SyncWait } from '../../../shared/contract/sync/sync.ts';
import { useFormat } from '../../copy/format.ts';
import { FailureLines } from '../status/failure-lines.tsx';
import { markOf, PENDING_KINDS, isPendingFor } from '../status/sync-status.ts';
import { useWhen } from '../status/status-labels.ts';
import { SyncBadge } from '../status/sync-badge.tsx';
import type { SyncOrders } from '../status/use-sync.ts';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';

/** Rows to show at first; nobody reads a thousand. */
const ROWS_PER_STEP = 100;

type Props = {
  items: readonly SyncDevice[];
  orders: SyncOrders;
  onLink: (device: SyncDevice) => void;
  onDiscard: (device: SyncDevice) => void;
};

/** Headsets with their sync status, the reason and the possible actions. */
export function HeadsetTable({ items, orders, onLink, onDiscard }: Props): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [rows, setRows] = useState(ROWS_PER_STEP);
  return (
    <>
      <section className="panel" aria-label={t('tab.headsets')}>
        <table className="plain-table sync-headsets top">
          <thead>
            <tr>
              <th className="broad">{t('column.headset')}</th>
              <th>{t('column.status')}</th>
              <th className="narrow">{t('column.read')}</th>
              <th className="medium">
                <span className="sr">{t('column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, rows).map((device) => (
              <Row
                key={device.id ?? device.upstreamId}
                device={device}
                orders={orders}
                onLink={() => onLink(device)}
                onDiscard={() => onDiscard(device)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {items.length > rows && (
        <MoreOfList
          shown={t('shown', { shown: rows, total: items.length })}
          onMore={() => setRows(rows + ROWS_PER_STEP)}
        />
      )}
    </>
  );
}

type RowProps = { device: SyncDevice; orders: SyncOrders; onLink: () => void; onDiscard: () => void };

function Row({ device, orders, onLink, onDiscard }: RowProps): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const when = useWhen();
  const mark = markOf(device);
  const name = device.label ?? t('common:unnamed');
  const isUnlinked = device.upstreamId === null && device.id !== null;
  return (
    <tr>
      <td>
        <b>{name}</b>
        <div className="small faint mono">{device.upstreamId ?? device.id}</div>
      </td>
      <td data-label={t('sync:column.status')}>
        {mark !== null && <SyncBadge mark={mark} hasLabel />}
        <SyncStateText device={device} />
        {device.waits !== null && <WaitText waits={device.waits} />}
        {device.failures.length > 0 && <FailureLines device={device} orders={orders} />}
      </td>
      <td className="dim" data-label={t('sync:column.read')}>
        {device.syncedAt === null ? '–' : when(Date.parse(device.syncedAt))}
      </td>
      <td className="num">
        {(device.conflicts > 0 || device.waits?.on === 'slot') && (
          <SmallButton component={Link} href="/sync/conflicts">
            {t('sync:headsets.toConflicts')}
          </SmallButton>
        )}
        {device.id !== null && device.wants.length > 0 && (
          <SmallButton aria-label={t('sync:discard.of', { name })} onClick={onDiscard}>
            {t('sync:discard.open')}
          </SmallButton>
        )}
        {isUnlinked && (
          <SmallButton aria-label={t('sync:link.of', { name })} onClick={onLink}>
            {t('sync:link.open')}
          </SmallButton>
        )}
      </td>
    </tr>
  );
}

const ACTIONS = ['REFUSED', 'PAUSED', 'NO_CENTRAL', 'SLOT_GONE'] as const;

/** What ends the waiting of a headset, and who must act. */
function WaitText({ waits }: { waits: SyncWait }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const { on, code, label } = waits;
  const action = ACTIONS.find((known) => known === code) ?? 'other';
  const text =
    on === 'person'
      ? t(`sync:waits.person.${action}`)
      : t(`sync:waits.${on}`, { slot: label ?? t('common:unnamed') });
  return <div className="small dim">{text}</div>;
}

/** What is pending for a headset, or what happened to it at the central and what to do about it. */
function SyncStateText({ device }: { device: SyncDevice }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const { gone, upstreamId, conflicts, events } = device;
  if (gone !== null) {
    return (
      <div>
        <div>{t(`gone.${gone}.what`)}</div>
        <div className="small dim">{t(`gone.${gone}.next`)}</div>
      </div>
    );
  }
  if (upstreamId === null) return <div className="dim">{t('headsets.notAtCentral')}</div>;
  const kinds = PENDING_KINDS.filter((kind) => isPendingFor(device, kind)).map((kind) =>
    t(`headsets.kind.${kind}`),
  );
  const parts = [
    ...kinds,
    ...(conflicts === 0 ? [] : [t('headsets.conflicts', { count: conflicts })]),
    ...(events === 0 ? [] : [t('headsets.events', { count: events })]),
  ];
  return <div className="small dim">{parts.length === 0 ? t('headsets.same') : format.list(parts)}</div>;
}
