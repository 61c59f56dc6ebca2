import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

type Props = { ids: readonly string[]; onClose: () => void };

/** More names would push the buttons out of view. */
const MAX_NAMES = 24;

/** Removals at once: the station commits them one after the other anyway. */
const CONCURRENCY = 4;

type Failed = { readonly id: string; readonly refusal: Refusal };

/** Asks for confirmation before headsets are removed, by name; it cannot be undone. */
export function RemoveDialog({ ids, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const format = useFormat();
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [names] = useState(() => new Map(ids.map((id) => [id, nameOf(id) ?? t('common:unnamed')])));
  const isRunning = done !== null && done < ids.length;

  const run = async (): Promise<void> => {
    setFailed([]);
    setDone(0);
    const failures = await removeAll(ids, () => setDone((count) => (count ?? 0) + 1));
    setFailed(failures);
    if (failures.length === 0) onClose();
  };

  const shown = [...names.values()].slice(0, MAX_NAMES);
  const rest = ids.length - shown.length;
  return (
    <Dialog onClose={onClose} title={t('fleet:remove.title', { count: ids.length })}>
      <div className="stack wide">
        <p>
          <b>{format.list(rest > 0 ? [...shown, t('fleet:remove.more', { count: rest })] : shown)}</b>
        </p>
        <p className="dim">{t('fleet:remove.text')}</p>
        {isRunning && (
          <div role="status">
            <Progress
              value={(done / ids.length) * 100}
              aria-label={t('fleet:remove.progress', { done, total: ids.length })}
            />
            <p className="small dim">{t('fleet:remove.progress', { done, total: ids.length })}</p>
          </div>
        )}
        {failed.length > 0 && (
          <p className="s-failed">
            {t('fleet:remove.failed', {
              count: failed.length,
              names: format.list(failed.map(({ id }) => names.get(id) ?? id)),
            })}
          </p>
        )}
        {failed[0] !== undefined && <RefusalNote refusal={failed[0].refusal} />}
        <DialogFoot
          cancel={failed.length > 0 ? t('common:close') : t('common:cancel')}
          onCancel={onClose}
          isCancelFocused
        >
          {failed.length === 0 && (
            <Button color="danger" variant="outline" loading={isRunning} onClick={() => void run()}>
              {t('fleet:remove.submit', { count: ids.length })}
            </Button>
          )}
        </DialogFoot>
      </div>
    </Dialog>
  );
}

/** Removes all, a few at a time; one failure does not stop the others. A missing headset counts as removed. */
async function removeAll(ids: readonly string[], onEach: () => void): Promise<readonly Failed[]> {
  const waiting = [...ids];
  const failed: Failed[] = [];
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const outcome = await call(deleteDevice, { params: { deviceId: id } });
      if (isRefused(outcome) && outcome.refused !== 'DEVICE_NOT_FOUND') failed.push({ id, refusal: outcome });
      onEach();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return failed;
}

function nameOf(id: string): string | null {
  return useFleet.getState().byId[id]?.label ?? null;
}
