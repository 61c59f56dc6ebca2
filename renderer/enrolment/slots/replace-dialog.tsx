import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { freeSlot } from '../../../shared/contract/enrolment/carts.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';

type Props = { isOpen: boolean; slot: Slot; onClose: () => void; onFreed: (id: string) => void };

/** Un-enrols a broken or lost headset from its slot, after explaining the effect on both. */
export function ReplaceDialog({ isOpen, slot, onClose, onFreed }: Props): React.JSX.Element {
  const { t } = useTranslation(['enrol', 'common']);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { id } = slot.headset;
  const name = nameOf(slot.headset);

  const replace = async (): Promise<void> => {
    setBusy(true);
    const outcome = await call(freeSlot, { params: { deviceId: id } });
    setBusy(false);
    if (isRefused(outcome)) return setRefusal(outcome);
    onClose();
    onFreed(id);
  };

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('enrol:replace.title', { name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className="stack wide">
        <ul className="bullets grid">
          {(['place', 'old', 'next', 'undo'] as const).map((line) => (
            <li key={line}>{t(`enrol:replace.${line}`, { name })}</li>
          ))}
        </ul>
        {refusal !== null && <RefusalNote refusal={refusal} />}
        <DialogFoot cancel={t('common:cancel')} onCancel={onClose} isCancelFocused>
          <Button variant="outline" color="danger" loading={isBusy} onClick={() => void replace()}>
            {t('enrol:replace.submit', { name })}
          </Button>
        </DialogFoot>
      </div>
    </Modal>
  );
}
