import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { swapSlots } from '../../../shared/contract/enrolment/carts.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SlotPicker } from './slot-picker.tsx';

type Props = { isOpen: boolean; slot: Slot; slots: readonly Slot[]; onClose: () => void };

/** Swaps the slots of two headsets, after explaining the effect. */
export function SwapDialog({ isOpen, slot, slots, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['enrol', 'common']);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('enrol:swap.title', { name: nameOf(slot.headset) })}>
      <SwapForm slot={slot} slots={slots} onClose={onClose} />
    </Dialog>
  );
}

function SwapForm({ slot, slots, onClose }: Omit<Props, 'isOpen'>): React.JSX.Element {
  const { t } = useTranslation(['enrol', 'common']);
  const [otherId, setOtherId] = useState<string | null>(null);
  const { isBusy, refusal, run } = useAction();
  const others = slots.filter(({ headset }) => headset.id !== slot.headset.id);
  const other = others.find(({ headset }) => headset.id === otherId);
  const a = nameOf(slot.headset);
  const b = other === undefined ? '' : nameOf(other.headset);

  const swap = async (): Promise<void> => {
    if (other === undefined) return;
    const reply = await run(call(swapSlots, { body: { devicesId: [slot.headset.id, other.headset.id] } }));
    if (reply !== null) onClose();
  };

  return (
    <Form className="stack wide" onSubmit={swap}>
      <SlotPicker label={t('enrol:swap.with')} slots={others} chosenId={otherId} onChoose={setOtherId} />
      <p className="dim">{other === undefined ? t('enrol:swap.text') : t('enrol:swap.does', { a, b })}</p>
      <p className="small faint">{t('enrol:swap.stickers')}</p>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot cancel={t('common:cancel')} onCancel={onClose}>
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          {...needs(other === undefined && t('common:need.slot'))}
        >
          {other === undefined ? t('enrol:swap.submitNone') : t('enrol:swap.submit', { a, b })}
        </Button>
      </DialogFoot>
    </Form>
  );
}
