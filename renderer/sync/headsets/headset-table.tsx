import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { useFigures } from '../../copy/figures.ts';
import { FailureLines } from '../overview/failure-lines.tsx';
import { markOf, WAITING_KINDS, waitsFor } from '../overview/standing.ts';
import { useWhen } from '../overview/standing-words.ts';
import { SyncBadge } from '../connection/sync-badge.tsx';
import type { SyncOrders } from '../overview/use-sync.ts';

/** More rows than these come when they are asked for: nobody reads a thousand. */
const ROWS_AT_ONCE = 100;

type Props = {
  items: readonly SyncDevice[];
  orders: SyncOrders;
  onLink: (device: SyncDevice) => void;
  onDrop: (device: SyncDevice) => void;
};

/** Headsets with how they stand, why, and what can be done. */
export function HeadsetTable({ items, orders, onLink, onDrop }: Props): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  return (
    <>
      <section className="panel" aria-label={t('tab.headsets')}>
        <table className="plain-table sync-headsets">
          <thead>
            <tr>
              <th>{t('column.headset')}</th>
              <th>{t('column.standing')}</th>
              <th>{t('column.read')}</th>
              <th>
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
                onDrop={() => onDrop(device)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {items.length > rows && (
        <div className="row">
          <Button variant="default" onClick={() => setRows(rows + ROWS_AT_ONCE)}>
            {t('more')}
          </Button>
          <span className="small faint">{t('shown', { shown: rows, total: items.length })}</span>
        </div>
      )}
    </>
  );
}

type RowProps = { device: SyncDevice; orders: SyncOrders; onLink: () => void; onDrop: () => void };

function Row({ device, orders, onLink, onDrop }: RowProps): React.JSX.Element {
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
      <td>
        {mark !== null && <SyncBadge mark={mark} hasWords />}
        <StandingText device={device} />
        {device.failures.length > 0 && <FailureLines device={device} orders={orders} />}
      </td>
      <td className="dim">{device.syncedAt === null ? '–' : when(Date.parse(device.syncedAt))}</td>
      <td className="num">
        {device.conflicts > 0 && (
          <Button size="compact-sm" variant="default" component={Link} href="/sync/conflicts">
            {t('sync:headsets.toConflicts')}
          </Button>
        )}
        {device.id !== null && device.wants.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('sync:drop.of', { name })}
            onClick={onDrop}
          >
            {t('sync:drop.open')}
          </Button>
        )}
        {isUnlinked && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('sync:link.of', { name })}
            onClick={onLink}
          >
            {t('sync:link.open')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** What waits of it, or what became of it at the central and what can be done. */
function StandingText({ device }: { device: SyncDevice }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const figures = useFigures();
  const { gone, upstreamId, conflicts, events } = device;
  if (gone !== null) {
    return (
      <div>
        <div>{t(`gone.${gone}.what`)}</div>
        <div className="small dim">{t(`gone.${gone}.next`)}</div>
      </div>
    );
  }
  if (upstreamId === null) return <div className="dim">{t('headsets.onlyHere')}</div>;
  const kinds = WAITING_KINDS.filter((kind) => waitsFor(device, kind)).map((kind) =>
    t(`headsets.kind.${kind}`),
  );
  const said = [
    ...kinds,
    ...(conflicts === 0 ? [] : [t('headsets.conflicts', { count: conflicts })]),
    ...(events === 0 ? [] : [t('headsets.events', { count: events })]),
  ];
  return <div className="small dim">{said.length === 0 ? t('headsets.same') : figures.list(said)}</div>;
}
