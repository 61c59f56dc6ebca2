import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import {
  createCentralSlots,
  listSyncDevices,
  type Sync,
  type SyncDevice,
} from '../../../shared/contract/sync/sync.ts';
import { useFigures } from '../../copy/figures.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { readSync } from '../connection/sync-watch.ts';
import { usePages } from './use-pages.tsx';

/** Carts that are named; the others stand on the screen of the headsets. */
const MAX_CARTS = 5;

/** Headsets that the central does not know, and how it gets to know all of them at once. */
export function OnlyHerePanel({ sync }: { sync: Sync }): React.JSX.Element | null {
  const count = sync.unlinked;
  return count === 0 ? null : <OnlyHere key={count} sync={sync} count={count} />;
}

function OnlyHere({ sync, count }: { sync: Sync; count: number }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const figures = useFigures();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const carts = useCarts();
  const isOffered = sync.upstream?.createsSlots === true;

  const create = async (): Promise<void> => {
    setBusy(true);
    const outcome = await call(createCentralSlots, { body: {} });
    setBusy(false);
    if (isRefused(outcome)) return setRefusal(outcome);
    const { created, failed } = outcome.reply;
    const said = [
      ...(created > 0 ? [t('sync:onlyHere.created', { count: created })] : []),
      ...(failed > 0 ? [t('sync:onlyHere.failed', { count: failed })] : []),
    ];
    notifications.show({
      message: said.join(' '),
      closeButtonProps: { 'aria-label': t('common:close') },
    });
    void readSync();
  };

  return (
    <section className="panel" aria-labelledby="sync-only-here">
      <header>
        <h2 id="sync-only-here">{t('sync:onlyHere.title')}</h2>
        <span className="end faint">{figures.number(count)}</span>
      </header>
      <p className="pad dim">{t(isOffered ? 'sync:onlyHere.text' : 'sync:onlyHere.byHand')}</p>
      <ul className="rows sync-odd">
        {carts.slice(0, MAX_CARTS).map(({ name, labels }) => (
          <li key={name ?? ''}>
            <div className="grow">
              <b>{name ?? t('sync:onlyHere.noCart')}</b>
              <div className="dim small">{span(labels)}</div>
            </div>
            <span className="faint">{figures.number(labels.length)}</span>
          </li>
        ))}
      </ul>
      <div className="pad stack">
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {isOffered && (
          <Button
            className="sync-create"
            variant="default"
            loading={isBusy}
            disabled={sync.state === 'paused'}
            onClick={() => void create()}
          >
            {t('sync:onlyHere.create', { count })}
          </Button>
        )}
        {isOffered && <p className="small faint">{t('sync:onlyHere.note')}</p>}
        <Link href="/sync/headsets?which=unlinked" className="act-link small">
          {t('sync:onlyHere.show')}
        </Link>
      </div>
    </section>
  );
}

type Cart = { readonly name: string | null; readonly labels: readonly string[] };

/** The first hundred of them by their carts, the largest first. */
function useCarts(): readonly Cart[] {
  const { t } = useTranslation('common');
  const { reading } = usePages<SyncDevice>((query, signal) =>
    call(listSyncDevices, { query: { ...query, which: 'unlinked' }, signal }),
  );
  const byId = useFleet((fleet) => fleet.byId);
  const carts = new Map<string | null, string[]>();
  for (const { id, label } of reading.reply?.items ?? []) {
    const name = (id === null ? null : byId[id]?.cart?.label) ?? null;
    carts.set(name, [...(carts.get(name) ?? []), label ?? t('unnamed')]);
  }
  return [...carts]
    .map(([name, labels]) => ({ name, labels: labels.toSorted() }))
    .sort((a, b) => b.labels.length - a.labels.length);
}

/** "B-01 – B-30", or the one there is. */
function span(labels: readonly string[]): string {
  const [first = ''] = labels;
  const last = labels.at(-1) ?? first;
  return first === last ? first : `${first} – ${last}`;
}
