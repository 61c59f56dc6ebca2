import { useId, useState, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { nameOf, stageOf, type Slot } from '../cart/cart-progress.ts';
import { SlotFacts } from '../desk/code-card.tsx';
import { OwnSlot } from './own-slot.tsx';
import { SlotLink } from '../cart/slot-link.tsx';
import { SlotSteps } from './slot-steps.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { SwapForm } from './swap-dialog.tsx';
import { useEnrolLabels } from '../frame/use-enrol-labels.ts';
import { swapSlots } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';

type Props = {
  slot: Slot;
  /** The slots of its cart. */
  slots: readonly Slot[];
  /** Called with the slot that is free now. */
  onFreed: (id: string) => void;
};

/** Details of an enrolled slot, step by step, with its actions. */
export function SlotPanel({ slot, slots, onFreed }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const labels = useEnrolLabels();
  const [open, setOpen] = useState<'replace' | 'swap' | null>(null);
  const nameId = useId();
  const former = useFormerSlot(slot.headset);
  const close = (): void => setOpen(null);
  return (
    <section className="panel" aria-live="polite" aria-labelledby={nameId}>
      <header>
        <StateGlyph state={slot.state.state} />
        <h2 id={nameId} className="cut enrol-place-name">
          {nameOf(slot.headset)}
        </h2>
        <span className="end faint small">
          <SlotFacts headset={slot.headset} />
        </span>
      </header>
      <div className="in stack">
        {stageOf(slot) !== 'waiting' && <SlotSteps slot={slot} />}
        <p>
          {labels.text(slot)} <SlotLink slot={slot} />
        </p>
        {former !== null && (
          <div className="note">
            <StateGlyph state="archived" />
            <div className="stack">
              <p className="small">{t('former.text', { name: nameOf(slot.headset), old: former.name })}</p>
              <SmallButton loading={former.isBusy} onClick={former.undo}>
                {t('former.restore', { old: former.name })}
              </SmallButton>
              {former.refusal !== null && <RefusalNote refusal={former.refusal} />}
            </div>
          </div>
        )}
        <OwnSlot headset={slot.headset} />
        <div className="row enrol-place-actions wrap">
          <SmallButton onClick={() => setOpen('swap')}>{t('swap.open')}</SmallButton>
          {slot.headset.androidId !== null && (
            <SmallButton onClick={() => setOpen('replace')}>{t('replace.open')}</SmallButton>
          )}
        </div>
      </div>
      <Dialog
        isOpen={open === 'swap'}
        onClose={close}
        title={t('swap.title', { name: nameOf(slot.headset) })}
      >
        <SwapForm slot={slot} slots={slots} onClose={close} />
      </Dialog>
      <ReplaceDialog isOpen={open === 'replace'} slot={slot} onClose={close} onFreed={onFreed} />
    </section>
  );
}

/** The earlier record of a re-enrolled headset, and the action that restores its name and slot. */
type FormerSlot = {
  readonly name: string;
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  readonly undo: () => void;
};

/** Returns the former slot of a re-enrolled headset; null if there is none, or it is in that slot again. */
function useFormerSlot(headset: Headset): FormerSlot | null {
  const byId = useFleet((fleet) => fleet.byId);
  const { isBusy, refusal, run } = useAction();
  const former = useMemo(
    () => Object.values(byId).find((each) => each.isArchived && each.replacedBy === headset.id),
    [byId, headset.id],
  );
  if (former === undefined) return null;
  const undo = async (): Promise<void> => {
    await run(call(swapSlots, { body: { devicesId: [headset.id, former.id] } }));
  };
  return { name: nameOf(former), isBusy, refusal, undo: () => void undo() };
}
