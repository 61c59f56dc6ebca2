import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { Form } from '../../ui/parts/form.tsx';
import { blockedBy } from '../../ui/why/why.ts';
import { dropWaiting, getSyncWaiting, type WaitingPart } from '../../../shared/contract/sync/sync-waiting.ts';
import type { SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useConflictLabels } from '../status/conflict-labels.ts';
import { readSync } from '../status/sync-watch.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ticked } from '../../ui/controls/field-props.ts';

type Waiting = z.infer<typeof getSyncWaiting.reply>;
type Props = { device: SyncDevice; onClose: () => void };

const PARTS = ['settings', 'label', 'license', 'metadata'] as const;

/** Discards pending changes of a headset part by part, after showing what is lost. */
export function DiscardDialog({ device, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const query = useQuery<Waiting>((signal) =>
    call(getSyncWaiting, { params: { deviceId: device.id ?? '' }, signal }),
  );
  const name = device.label ?? t('common:unnamed');
  return (
    <Dialog onClose={onClose} size="lg" title={t('sync:discard.title', { name })}>
      <ReadingState query={query} />
      {query.reply !== null && (
        <DiscardForm deviceId={device.id ?? ''} waiting={query.reply} onClose={onClose} />
      )}
    </Dialog>
  );
}

type FormProps = { deviceId: string; waiting: Waiting; onClose: () => void };

function DiscardForm({ deviceId, waiting, onClose }: FormProps): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const present = PARTS.filter((part) => waiting.items.some((item) => item.part === part));
  const [chosen, setChosen] = useState<readonly WaitingPart[]>(present);
  const { isBusy, refusal, run } = useAction();

  const drop = async (): Promise<void> => {
    const reply = await run(call(dropWaiting, { body: { devicesId: [deviceId], parts: [...chosen] } }));
    if (reply === null) return;
    void readSync();
    onClose();
  };

  if (present.length === 0) return <p className="dim">{t('sync:discard.nothing')}</p>;
  return (
    <Form className="form" onSubmit={drop}>
      <p className="dim">{t('sync:discard.text')}</p>
      <div className="half-high framed" tabIndex={0} role="region" aria-label={t('sync:discard.lost')}>
        {present.map((part) => (
          <Part
            key={part}
            part={part}
            waiting={waiting}
            isChosen={chosen.includes(part)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, part] : chosen.filter((each) => each !== part))}
          />
        ))}
      </div>
      {waiting.total > waiting.items.length && (
        <p className="small faint">
          {t('sync:shown', { shown: waiting.items.length, total: waiting.total })}
        </p>
      )}
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot onCancel={onClose} isCancelFocused>
        <Button
          type="submit"
          variant="outline"
          color="danger"
          loading={isBusy}
          {...blockedBy(chosen.length === 0 && t('common:why.noneChosen'))}
        >
          {t('sync:discard.action')}
        </Button>
      </DialogFoot>
    </Form>
  );
}

type PartProps = {
  part: WaitingPart;
  waiting: Waiting;
  isChosen: boolean;
  onChange: (isOn: boolean) => void;
};

/** One part with its values: what this station has and would lose, and what the central had last. */
function Part({ part, waiting, isChosen, onChange }: PartProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  const labels = useConflictLabels();
  const items = waiting.items.filter((item) => item.part === part);
  return (
    <table className="plain-table">
      <caption className="pad">
        <Checkbox size="sm" label={t(`waiting.kind.${part}`)} {...ticked(isChosen, onChange)} />
      </caption>
      <thead>
        <tr>
          <th className="broad">{t('report.column.what')}</th>
          <th>{t('side.here')}</th>
          <th>{t('side.there')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const about = { ...item, kind: 'field' } as const;
          return (
            <tr key={item.path.join('/')}>
              <td>{labels.name(about)}</td>
              <td data-label={t('side.here')}>
                {isChosen ? <s>{labels.value(about, 'here').value}</s> : labels.value(about, 'here').value}
              </td>
              <td data-label={t('side.there')}>{labels.value(about, 'there').value}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
