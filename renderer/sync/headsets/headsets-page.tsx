import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { listSyncDevices, type Sync, type SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { usePaged } from '../../service/use-paged.ts';
import { syncDeviceKey } from './sync-device-key.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { QuarantineTable } from './quarantine-table.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { HeadsetTable } from './headset-table.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MoreRows } from './more-rows.tsx';
import { isPendingFor, PENDING_KINDS, type PendingKind } from '../status/sync-status.ts';
import { SyncFrame } from '../status/sync-frame.tsx';
import { useSync, useSyncOrders } from '../status/use-sync.ts';
import { Chip } from '../../ui/parts/chip.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';

const LISTS = ['apart', 'failed', 'gone', 'stranded', 'unlinked', 'aside', 'all'] as const;
type List = (typeof LISTS)[number];

/** The screen of headsets: sync status, and actions if something is wrong. */
export function HeadsetsPage(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [params, setParams] = useSearchParams();
  const query = useSync();
  const sync = query.reply;
  const which = LISTS.find((list) => list === params.get('which')) ?? 'apart';
  const differing = useSyncFacts((facts) => facts.differing.length);
  const counts: Record<List, number | null> = {
    apart: sync === null ? null : differing,
    failed: sync?.failures ?? null,
    gone: sync?.gone ?? null,
    stranded: sync?.stranded.slots ?? null,
    unlinked: sync?.unlinked ?? null,
    aside: sync?.setAside ?? null,
    all: sync === null ? null : sync.linked + sync.gone,
  };
  const unread = unreadOf(sync);
  const title = unread === null ? t('headsets.title', { count: differing }) : t('headsets.titleUnread');
  return (
    <SyncFrame title={title} sub={t('headsets.sub')}>
      <ReadingState query={query} />
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
        <DifferingHeadsets unread={unread} isStale={sync?.state === 'offline' || sync?.state === 'blocked'} />
      ) : which === 'aside' ? (
        <QuarantineTable key={counts.aside} />
      ) : (
        <ListedHeadsets key={which} which={which} sign={String(counts[which])} unread={unread} />
      )}
    </SyncFrame>
  );
}

/** Why nothing is known about differences; null if both sides were compared once. */
type Unread = 'off' | 'never' | null;

function unreadOf(sync: Sync | null): Unread {
  if (sync === null) return null;
  if (sync.state === 'off') return 'off';
  return sync.pulledAt === null ? 'never' : null;
}

type ChipProps = { list: List; count: number | null; isOn: boolean; onClick: () => void };

function ListChip({ list, count, isOn, onClick }: ChipProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  const format = useFormat();
  return (
    <Chip isOn={isOn} onClick={onClick}>
      {t(`headsets.which.${list}`)} {count !== null && <b>{format.number(count)}</b>}
    </Chip>
  );
}

/** Headsets that differ between the sides, filtered by kind or headset from the URL. */
function DifferingHeadsets({ unread, isStale }: { unread: Unread; isStale: boolean }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [params, setParams] = useSearchParams();
  const differing = useSyncFacts((facts) => facts.differing);
  const kind = PENDING_KINDS.find((known) => known === params.get('kind')) ?? null;
  const id = params.get('find');
  const shown = narrowed(differing, kind, id);
  const empty =
    unread === null
      ? t(isStale ? 'headsets.noneApartThen' : 'headsets.noneApart')
      : t(`headsets.unread.${unread}`);
  return (
    <>
      {(kind !== null || id !== null) && (
        <div className="row">
          <span className="dim">{kind === null ? t('headsets.oneShown') : t(`waiting.kind.${kind}`)}</span>
          <SmallButton onClick={() => setParams({}, { replace: true })}>{t('headsets.showAll')}</SmallButton>
        </div>
      )}
      <Headsets items={shown} empty={empty} />
    </>
  );
}

function narrowed(
  differing: readonly SyncDevice[],
  kind: PendingKind | null,
  id: string | null,
): readonly SyncDevice[] {
  return differing.filter(
    (device) => (kind === null || isPendingFor(device, kind)) && (id === null || device.id === id),
  );
}

type ListedProps = { which: Exclude<List, 'apart' | 'aside'>; sign: string; unread: Unread };

function ListedHeadsets({ which, sign, unread }: ListedProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  const { query, showMore } = usePaged(
    (page, signal) => call(listSyncDevices, { query: { ...page, which }, signal }),
    syncDeviceKey,
    { version: sign },
  );
  return (
    <>
      <ReadingState query={query} />
      {query.reply !== null && (
        <Headsets
          items={query.reply.items}
          empty={unread === null ? t(`headsets.none.${which}`) : t(`headsets.unread.${unread}`)}
          note={
            which === 'gone' || which === 'stranded' || which === 'unlinked'
              ? t(`headsets.note.${which}`)
              : undefined
          }
          onChanged={() => void query.reload()}
        />
      )}
      <MoreRows list={query.reply} onMore={showMore} />
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
  const [discarding, setDiscarding] = useState<SyncDevice | null>(null);
  return (
    <>
      {orders.refusal !== null && <RefusalNote refusal={orders.refusal} />}
      {note !== undefined && items.length > 0 && <p className="dim">{note}</p>}
      {items.length === 0 ? (
        <section className="panel">
          <p className="pad dim">{empty}</p>
        </section>
      ) : (
        <HeadsetTable items={items} orders={orders} onLink={setLinking} onDiscard={setDiscarding} />
      )}
      {discarding !== null && <DiscardDialog device={discarding} onClose={() => setDiscarding(null)} />}
      {linking !== null && (
        <LinkDialog device={linking} onClose={() => setLinking(null)} onLinked={() => onChanged?.()} />
      )}
    </>
  );
}
