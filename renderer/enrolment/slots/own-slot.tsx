import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { swapSlots } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { ownSlotOf } from './own-slot-of.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf } from '../cart/cart-progress.ts';

/** Offers a headset the slot that an asset list gives it, if it is in another one. */
export function OwnSlot({ headset }: { headset: Headset }): React.JSX.Element | null {
  const { t } = useTranslation('enrol');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ownId = useFleet((fleet) => ownSlotOf(headset, fleet.byId)?.id);
  const own = useFleet((fleet) => (ownId === undefined ? undefined : fleet.byId[ownId]));
  if (own === undefined) return null;
  const swap = async (): Promise<void> => {
    setBusy(true);
    const outcome = await call(swapSlots, { body: { devicesId: [headset.id, own.id] } });
    setBusy(false);
    setRefusal(isRefused(outcome) ? outcome : null);
  };
  return (
    <div className="note warn enrol-former" role="status">
      <StateGlyph state="attention" />
      <div className="stack">
        <p className="small">{t('own.text', { own: nameOf(own), mac: headset.macAddress })}</p>
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void swap()}>
          {t('own.swap', { own: nameOf(own) })}
        </Button>
        {refusal !== null && <RefusalNote refusal={refusal} />}
      </div>
    </div>
  );
}
