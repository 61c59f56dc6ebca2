import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import { createCentralSlots, listSyncDevices, type Sync } from '../../../shared/contract/sync/sync.ts';
import { useFormat } from '../../copy/format.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { usePaged } from '../../service/use-paged.ts';
import { notify } from '../../ui/dialogs/toasts.tsx';
import { syncDeviceKey } from './sync-device-key.ts';
import { readSync } from '../status/sync-watch.ts';

/** Carts to list; the rest is on the screen of headsets. */
const MAX_CARTS = 5;

/** Headsets that the central does not know, and how to create their slots there. */
export function UnlinkedPanel({ sync }: { sync: Sync }): React.JSX.Element | null {
  const count = sync.unlinked;
  return count === 0 ? null : <OnlyHere key={count} sync={sync} count={count} />;
}

function OnlyHere({ sync, count }: { sync: Sync; count: number }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const format = useFormat();
  const { isBusy, refusal, run } = useAction();
  const carts = useCarts();
  const isOffered = sync.upstream?.createsSlots === true;

  const create = async (): Promise<void> => {
    const reply = await run(call(createCentralSlots, { body: {} }));
    if (reply === null) return;
    const { created, failed } = reply;
    const parts = [
      ...(created > 0 ? [t('sync:unlinked.created', { count: created })] : []),
      ...(failed > 0 ? [t('sync:unlinked.failed', { count: failed })] : []),
    ];
    notify(parts.join(' '));
    void readSync();
  };

  return (
    <section className="panel" aria-labelledby="sync-only-here">
      <header>
        <h2 id="sync-only-here">{t('sync:unlinked.title')}</h2>
        <span className="end faint">{format.number(count)}</span>
      </header>
      <p className="pad dim">{t(isOffered ? 'sync:unlinked.text' : 'sync:unlinked.byHand')}</p>
      <ul className="rows sync-odd">
        {carts.slice(0, MAX_CARTS).map(({ name, labels }) => (
          <li key={name ?? ''} className="row roomy">
            <div className="grow">
              <b>{name ?? t('sync:unlinked.noCart')}</b>
              <div className="dim small">{span(labels)}</div>
            </div>
            <span className="faint">{format.number(labels.length)}</span>
          </li>
        ))}
      </ul>
      <div className="pad stack wordy">
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {isOffered && (
          <Button
            loading={isBusy}
            {...blockedBy(sync.state === 'paused' && t('sync:unlinked.paused'))}
            onClick={() => void create()}
          >
            {t('sync:unlinked.create', { count })}
          </Button>
        )}
        {isOffered && (
          <p className="small faint">
            {t(sync.state === 'paused' ? 'sync:unlinked.paused' : 'sync:unlinked.note')}
          </p>
        )}
        <Link href="/sync/headsets?which=unlinked" className="act-link small">
          {t('sync:unlinked.show')}
        </Link>
      </div>
    </section>
  );
}

type Cart = { readonly name: string | null; readonly labels: readonly string[] };

/** Groups the first hundred of them by cart, the largest first. */
function useCarts(): readonly Cart[] {
  const { t } = useTranslation('common');
  const { query } = usePaged(
    (page, signal) => call(listSyncDevices, { query: { ...page, which: 'unlinked' }, signal }),
    syncDeviceKey,
  );
  const byId = useFleet((fleet) => fleet.byId);
  const carts = new Map<string | null, string[]>();
  for (const { id, label } of query.reply?.items ?? []) {
    const name = (id === null ? null : byId[id]?.cart?.label) ?? null;
    carts.set(name, [...(carts.get(name) ?? []), label ?? t('unnamed')]);
  }
  return [...carts]
    .map(([name, labels]) => ({ name, labels: labels.toSorted() }))
    .sort((a, b) => b.labels.length - a.labels.length);
}

/** Returns "B-01 – B-30", or a single label. */
function span(labels: readonly string[]): string {
  const [first = ''] = labels;
  const last = labels.at(-1) ?? first;
  return first === last ? first : `${first} – ${last}`;
}
