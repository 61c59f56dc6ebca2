import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { listSyncDevices, type Sync, type SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { useFigures } from '../../copy/figures.ts';
import { call } from '../../service/api.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { AsideTable } from './aside-table.tsx';
import { DropDialog } from './drop-dialog.tsx';
import { HeadsetTable } from './headset-table.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { usePages } from './use-pages.tsx';
import { waitsFor, WAITING_KINDS, type WaitingKind } from '../overview/standing.ts';
import { SyncFrame } from '../overview/sync-frame.tsx';
import { useSync, useSyncOrders } from '../overview/use-sync.ts';

const LISTS = ['apart', 'failed', 'gone', 'stranded', 'unlinked', 'aside', 'all'] as const;
type List = (typeof LISTS)[number];

/** Headsets: how each stands against the central, and what can be done where something is odd. */
export function HeadsetsPage(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [params, setParams] = useSearchParams();
  const reading = useSync();
  const sync = reading.reply;
  const which = LISTS.find((list) => list === params.get('which')) ?? 'apart';
  const apart = useSyncFacts((facts) => facts.apart.length);
  const counts: Record<List, number | null> = {
    apart: sync === null ? null : apart,
    failed: sync?.failures ?? null,
    gone: sync?.gone ?? null,
    stranded: sync?.stranded.slots ?? null,
    unlinked: sync?.unlinked ?? null,
    aside: sync?.setAside ?? null,
    all: sync === null ? null : sync.linked + sync.gone,
  };
  const unread = unreadOf(sync);
  const title = unread === null ? t('headsets.title', { count: apart }) : t('headsets.titleUnread');
  return (
    <SyncFrame title={title} sub={t('headsets.sub')}>
      <ReadingState reading={reading} />
      <div className="row wrap" role="group" aria-label={t('headsets.filter')}>
        {LISTS.map((list) => (
          <ListChip
            key={list}
            list={list}
            count={counts[list]}
            isOn={list === which}
            onClick={() => setParams(list === 'apart' ? {} : { which: list }, { replace: true })}
          />
        ))}
      </div>
      {which === 'apart' ? (
        <ApartHeadsets unread={unread} isStale={sync?.state === 'offline' || sync?.state === 'blocked'} />
      ) : which === 'aside' ? (
        <AsideTable key={counts.aside} />
      ) : (
        <ListedHeadsets key={which} which={which} sign={String(counts[which])} unread={unread} />
      )}
    </SyncFrame>
  );
}

/** Why nothing can be said of what differs; null where both sides were compared once. */
type Unread = 'off' | 'never' | null;

function unreadOf(sync: Sync | null): Unread {
  if (sync === null) return null;
  if (sync.state === 'off') return 'off';
  return sync.pulledAt === null ? 'never' : null;
}

type ChipProps = { list: List; count: number | null; isOn: boolean; onClick: () => void };

function ListChip({ list, count, isOn, onClick }: ChipProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  const figures = useFigures();
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onClick}>
      {t(`headsets.which.${list}`)} {count !== null && <b>{figures.number(count)}</b>}
    </button>
  );
}

/** Those that are not the same on both sides: known already, and narrowed to one kind or one headset by the address. */
function ApartHeadsets({ unread, isStale }: { unread: Unread; isStale: boolean }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [params, setParams] = useSearchParams();
  const apart = useSyncFacts((facts) => facts.apart);
  const kind = WAITING_KINDS.find((known) => known === params.get('kind')) ?? null;
  const id = params.get('find');
  const shown = narrowed(apart, kind, id);
  const empty =
    unread === null
      ? t(isStale ? 'headsets.noneApartThen' : 'headsets.noneApart')
      : t(`headsets.unread.${unread}`);
  return (
    <>
      {(kind !== null || id !== null) && (
        <div className="row">
          <span className="dim">{kind === null ? t('headsets.oneShown') : t(`waiting.kind.${kind}`)}</span>
          <Button size="compact-sm" variant="default" onClick={() => setParams({}, { replace: true })}>
            {t('headsets.showAll')}
          </Button>
        </div>
      )}
      <Headsets items={shown} empty={empty} />
    </>
  );
}

function narrowed(
  apart: readonly SyncDevice[],
  kind: WaitingKind | null,
  id: string | null,
): readonly SyncDevice[] {
  return apart.filter(
    (device) => (kind === null || waitsFor(device, kind)) && (id === null || device.id === id),
  );
}

type ListedProps = { which: Exclude<List, 'apart' | 'aside'>; sign: string; unread: Unread };

function ListedHeadsets({ which, sign, unread }: ListedProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  const { reading, more } = usePages<SyncDevice>(
    (query, signal) => call(listSyncDevices, { query: { ...query, which }, signal }),
    sign,
  );
  return (
    <>
      <ReadingState reading={reading} />
      {reading.reply !== null && (
        <Headsets
          items={reading.reply.items}
          empty={unread === null ? t(`headsets.none.${which}`) : t(`headsets.unread.${unread}`)}
          note={
            which === 'gone' || which === 'stranded' || which === 'unlinked'
              ? t(`headsets.note.${which}`)
              : undefined
          }
          onChanged={() => void reading.reload()}
        />
      )}
      {more}
    </>
  );
}

type HeadsetsProps = {
  items: readonly SyncDevice[];
  empty: string;
  note?: string | undefined;
  onChanged?: () => void;
};

function Headsets({ items, empty, note, onChanged }: HeadsetsProps): React.JSX.Element {
  const orders = useSyncOrders();
  const [linking, setLinking] = useState<SyncDevice | null>(null);
  const [dropping, setDropping] = useState<SyncDevice | null>(null);
  return (
    <>
      {orders.refusal !== null && <RefusalNote refusal={orders.refusal} />}
      {note !== undefined && items.length > 0 && <p className="dim">{note}</p>}
      {items.length === 0 ? (
        <section className="panel">
          <p className="pad dim">{empty}</p>
        </section>
      ) : (
        <HeadsetTable items={items} orders={orders} onLink={setLinking} onDrop={setDropping} />
      )}
      {dropping !== null && <DropDialog device={dropping} onClose={() => setDropping(null)} />}
      {linking !== null && (
        <LinkDialog device={linking} onClose={() => setLinking(null)} onLinked={() => onChanged?.()} />
      )}
    </>
  );
}
