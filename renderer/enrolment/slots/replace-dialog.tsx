import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { freeSlot } from '../../../shared/contract/enrolment/carts.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

type Props = { isOpen: boolean; slot: Slot; onClose: () => void; onFreed: (id: string) => void };

/** Un-enrols a broken or lost headset from its slot, after explaining the effect on both. */
export function ReplaceDialog({ isOpen, slot, onClose, onFreed }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const { isBusy, refusal, run } = useAction();
  const { id } = slot.headset;
  const name = nameOf(slot.headset);

  const replace = async (): Promise<void> => {
    const reply = await run(call(freeSlot, { params: { deviceId: id } }));
    if (reply === null) return;
    onClose();
    onFreed(id);
  };

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('replace.title', { name })}>
      <div className="stack wide">
        <ul className="bullets grid">
          {(['place', 'old', 'next', 'undo'] as const).map((line) => (
            <li key={line}>{t(`replace.${line}`, { name })}</li>
          ))}
        </ul>
        {refusal !== null && <RefusalNote refusal={refusal} />}
        <DialogFoot onCancel={onClose} isCancelFocused>
          <Button variant="outline" color="danger" loading={isBusy} onClick={() => void replace()}>
            {t('replace.submit', { name })}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
