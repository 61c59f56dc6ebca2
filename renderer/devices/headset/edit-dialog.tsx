import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { getDevice, patchDevice, type Device } from '../../../shared/contract/devices/devices.ts';
import { call } from '../../service/api.ts';
import { unlessEdited } from '../../service/unless-edited.ts';
import { useAction } from '../../service/use-action.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { offerUndo } from '../../ui/dialogs/toasts.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { typed } from '../../ui/controls/field-props.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';

type Props = { device: Device; onClose: () => void };

/** The fields of a record that people edit. */
type Draft = { label: string; description: string; level: string; status: string; alertDay: string };

/** Changes label, description and licence of a headset. A change made elsewhere meanwhile is not overwritten. */
export function EditDialog({ device, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['headset', 'fleet', 'common']);
  // The values when the dialog opened: changes of others must not slip into the form unseen.
  const [before] = useState(device);
  const [draft, setDraft] = useState<Draft>(() => draftOf(device));
  const { isBusy, refusal, run } = useAction();
  const label = draft.label.trim();
  const isTaken = useFleet((fleet) =>
    fleet.order.some((other) => other !== device.id && fleet.byId[other]?.label === label),
  );
  const field = (name: keyof Draft) => typed(draft[name], (text) => setDraft({ ...draft, [name]: text }));

  const submit = async (): Promise<void> => {
    if (label === '') return;
    const params = { deviceId: device.id };
    const written = await run(
      unlessEdited({
        revision: before.revision,
        write: (ifMatch) => call(patchDevice, { params, body: bodyOf(draft), ifMatch }),
        read: () => call(getDevice, { params }),
        revisionOf: (now) => now.revision,
        isSame: (now) => JSON.stringify(draftOf(now)) === JSON.stringify(draftOf(before)),
      }),
    );
    if (written === null) return;
    onClose();
    const { description, license } = before;
    offerUndo({
      text: t('headset:edit.done', { name: label }),
      undo: () => void call(patchDevice, { params, body: { label: before.label, description, license } }),
    });
  };

  return (
    <Dialog onClose={onClose} title={t('headset:edit.title', { name: device.label ?? t('common:unnamed') })}>
      <Form className="stack wide" onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('headset:edit.label')}
          maxLength={256}
          error={label === '' ? t('fleet:rename.empty') : undefined}
          description={isTaken ? t('fleet:rename.taken') : undefined}
          {...field('label')}
        />
        <Textarea
          label={t('headset:identity.description')}
          maxLength={2_048}
          autosize
          minRows={2}
          {...field('description')}
        />
        <div className="cells">
          <TextInput label={t('headset:edit.level')} maxLength={64} {...field('level')} />
          <TextInput label={t('headset:edit.status')} maxLength={64} {...field('status')} />
        </div>
        <TextInput type="date" label={t('headset:edit.alert')} {...field('alertDay')} />
        {refusal?.refused === 'CONFLICT' ? (
          <p className="s-attention" role="alert">
            {t('headset:edit.conflict')}
          </p>
        ) : (
          refusal !== null && <RefusalNote refusal={refusal} />
        )}
        <FormFoot
          action={t('headset:edit.save')}
          isBusy={isBusy}
          missing={label === '' && t('fleet:rename.empty')}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

function draftOf({ label, description, license }: Device): Draft {
  return {
    label: label ?? '',
    description: description ?? '',
    level: license?.level ?? '',
    status: license?.status ?? '',
    alertDay: license?.alertDate?.slice(0, 10) ?? '',
  };
}

/** Returns the body. Empty fields clear; an empty licence is none. */
function bodyOf({ label, description, level, status, alertDay }: Draft) {
  const alertDate = alertDay === '' ? null : `${alertDay}T00:00:00Z`;
  const license = {
    level: level.trim() === '' ? null : level.trim(),
    status: status.trim() === '' ? null : status.trim(),
    alertDate,
  };
  const isNone = Object.values(license).every((value) => value === null);
  return {
    label: label.trim(),
    description: description.trim() === '' ? null : description.trim(),
    license: isNone ? null : license,
  };
}
