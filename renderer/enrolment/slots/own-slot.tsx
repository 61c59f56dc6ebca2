import { useTranslation } from 'react-i18next';

import { swapSlots } from '../../../shared/contract/enrolment/carts.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { nameOf } from '../cart/cart-progress.ts';

/** Offers a headset the slot that an asset list gives it, if it is in another one. */
export function OwnSlot({ headset }: { headset: Headset }): React.JSX.Element | null {
  const { t } = useTranslation('enrol');
  const { isBusy, refusal, run } = useAction();
  const ownId = useFleet((fleet) => ownSlotOf(headset, fleet.byId)?.id);
  const own = useFleet((fleet) => (ownId === undefined ? undefined : fleet.byId[ownId]));
  if (own === undefined) return null;
  const swap = async (): Promise<void> => {
    await run(call(swapSlots, { body: { devicesId: [headset.id, own.id] } }));
  };
  return (
    <div className="note warn" role="status">
      <StateGlyph state="attention" />
      <div className="stack">
        <p className="small">{t('own.text', { own: nameOf(own), mac: headset.macAddress })}</p>
        <SmallButton loading={isBusy} onClick={() => void swap()}>
          {t('own.swap', { own: nameOf(own) })}
        </SmallButton>
        {refusal !== null && <RefusalNote refusal={refusal} />}
      </div>
    </div>
  );
}

/**
 * Returns the slot that an asset list gives to a headset by the MAC address that it reports; undefined if it is in that
 * slot, or no list names it.
 */
function ownSlotOf(
  { id, androidId, macAddress, asset, isArchived }: Headset,
  byId: Readonly<Record<string, Headset>>,
): Headset | undefined {
  if (androidId === null || macAddress === null || isArchived || asset?.macAddress === macAddress)
    return undefined;
  return Object.values(byId).find(
    (each) => each.id !== id && !each.isArchived && each.asset?.macAddress === macAddress,
  );
}
