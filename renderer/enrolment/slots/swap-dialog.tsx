import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { swapSlots } from '../../../shared/contract/enrolment/carts.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { SlotPicker } from './slot-picker.tsx';

type Props = { slot: Slot; slots: readonly Slot[]; onClose: () => void };

/** Swaps the slots of two headsets, after explaining the effect. */
export function SwapForm({ slot, slots, onClose }: Props): React.JSX.Element {
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
      <FormFoot
        action={other === undefined ? t('enrol:swap.submitNone') : t('enrol:swap.submit', { a, b })}
        variant="filled"
        isBusy={isBusy}
        missing={other === undefined && t('common:need.slot')}
        refusal={refusal}
        onCancel={onClose}
      />
    </Form>
  );
}
