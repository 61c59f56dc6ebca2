import { Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { linkDevice, listSyncDevices, type SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { call, isRefused } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { readSync } from '../status/sync-watch.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { notify } from '../../ui/dialogs/toasts.tsx';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { device: SyncDevice; onClose: () => void; onLinked: () => void };

/** Links a local slot to a record of the central: one of its empty slots, or any by id. */
export function LinkDialog({ device, onClose, onLinked }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const slots = useEmptySlots();
  const [upstreamId, setUpstreamId] = useState('');
  const { isBusy, refusal, run } = useAction();
  const name = device.label ?? t('common:unnamed');

  const link = async (): Promise<void> => {
    if (device.id === null) return;
    const reply = await run(
      call(linkDevice, { body: { deviceId: device.id, upstreamId: upstreamId.trim() } }),
    );
    if (reply === null) return;
    notify(t('sync:link.done', { name }));
    void readSync();
    onLinked();
    onClose();
  };

  return (
    <Dialog onClose={onClose} title={t('sync:link.title', { name })}>
      <Form className="form" onSubmit={link}>
        <p className="dim">{t('sync:link.text')}</p>
        <Select
          data-autofocus
          searchable
          label={t('sync:link.slot')}
          placeholder={t(slots.length === 0 ? 'sync:link.noSlot' : 'sync:link.choose')}
          disabled={slots.length === 0}
          data={[...slots]}
          value={slots.some(({ value }) => value === upstreamId) ? upstreamId : null}
          comboboxProps={{ shadow: 'none' }}
          onChange={(value) => setUpstreamId(value ?? '')}
        />
        <TextInput label={t('sync:link.id')} maxLength={256} {...typed(upstreamId, setUpstreamId)} />
        {refusal !== null && (
          <>
            <RefusalNote refusal={refusal} />
            <p className="small dim">{refusal.message}</p>
          </>
        )}
        <FormFoot
          action={t('sync:link.action')}
          isBusy={isBusy}
          missing={upstreamId.trim() === '' && t('common:need.slot')}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** If there are more empty slots than this, they must be entered by id. */
const MAX_PAGES = 10;

/** Loads the slots of the central that never had a headset. */
function useEmptySlots(): readonly { readonly value: string; readonly label: string }[] {
  const [linked, setLinked] = useState<readonly SyncDevice[]>([]);
  const byId = useFleet((fleet) => fleet.byId);
  useEffect(() => {
    const request = new AbortController();
    void readLinked(request.signal).then((items) => {
      if (!request.signal.aborted) setLinked(items);
    });
    return () => request.abort();
  }, []);
  return linked.flatMap(({ id, upstreamId, label, gone }) => {
    const isEmpty = id !== null && gone === null && byId[id]?.androidId === null;
    return isEmpty && upstreamId !== null ? [{ value: upstreamId, label: label ?? upstreamId }] : [];
  });
}

async function readLinked(signal: AbortSignal): Promise<readonly SyncDevice[]> {
  const items: SyncDevice[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { which: 'all', page: String(page), limit: '100' } as const;
    const outcome = await call(listSyncDevices, { query, signal });
    if (isRefused(outcome)) break;
    items.push(...outcome.reply.items);
    if (items.length >= outcome.reply.total) break;
  }
  return items;
}
