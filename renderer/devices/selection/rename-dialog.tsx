import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { patchDevice } from '../../../shared/contract/devices/devices.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { offerUndo } from '../../ui/dialogs/toasts.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { id: string; onClose: () => void };

/** Renames a headset. The new name shows once the station has published it. */
export function RenameDialog({ id, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const shownName = useFleet((fleet) => fleet.byId[id]?.label ?? t('common:unnamed'));
  const [name, setName] = useState(() => useFleet.getState().byId[id]?.label ?? '');
  const { isBusy: isSending, refusal, run } = useAction();
  const trimmed = name.trim();
  const isTaken = useFleet((fleet) =>
    fleet.order.some((other) => other !== id && fleet.byId[other]?.label === trimmed),
  );

  const submit = async (): Promise<void> => {
    if (trimmed === '') return;
    // Somebody else may have renamed it since the dialog opened.
    const before = useFleet.getState().byId[id]?.label ?? null;
    const reply = await run(call(patchDevice, { params: { deviceId: id }, body: { label: trimmed } }));
    if (reply === null) return;
    onClose();
    offerUndo({
      text: t('fleet:rename.done', { name: trimmed }),
      undo: () => void call(patchDevice, { params: { deviceId: id }, body: { label: before } }),
    });
  };

  return (
    <Dialog onClose={onClose} title={t('fleet:rename.title', { name: shownName })}>
      <Form className="stack wide" onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('fleet:rename.label')}
          {...typed(name, setName)}
          maxLength={256}
          error={trimmed === '' ? t('fleet:rename.empty') : undefined}
          description={isTaken ? t('fleet:rename.taken') : undefined}
        />
        <FormFoot
          action={t('fleet:rename.submit')}
          isBusy={isSending}
          missing={trimmed === '' && t('fleet:rename.empty')}
          refusal={refusal}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
