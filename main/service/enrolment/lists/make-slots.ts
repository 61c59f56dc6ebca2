import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Records } from '../../devices/index.ts';
import { MUSTER_NAMESPACE, musterMetadata, type MusterMetadata } from '../../devices/metadata/index.ts';
import { addSlot, planType, type LabelledSlot } from '../join/slots.ts';
import type { WantedSlot } from './read-slots.ts';

/** Slots requested by a file. */
export type SlotsOrder = {
  readonly enterpriseId: EnterpriseId;
  readonly slots: readonly WantedSlot[];
  readonly profileIdOf: (name: string) => string | undefined;
  /** Whether a headset that reports the MAC address of a slot gets it automatically. */
  readonly givesOwnSlot: boolean;
};

/**
 * Creates slots inside the caller's transaction, all of them or none; slots are added to an existing cart of that
 * name.
 */
export function makeSlots(
  records: Records,
  { enterpriseId, slots, profileIdOf, givesOwnSlot }: SlotsOrder,
  afterCommit: AfterCommit,
): LabelledSlot[] | Failure<'VALIDATION_FAILED'> {
  const carts = cartsOf(records, enterpriseId);
  const made: LabelledSlot[] = [];
  for (const slot of slots) {
    const { label, model, cart, shelf, place, profile, macAddress, serial } = slot;
    const typeId = planType(records, enterpriseId, model);
    if (typeId instanceof Failure) return typeId;
    const group = cart === null ? undefined : (carts.get(cart) ?? { id: newId(), label: cart });
    if (group !== undefined) carts.set(group.label, group);
    const muster: MusterMetadata = {
      ...(group === undefined ? {} : { group }),
      ...(shelf === null ? {} : { shelf }),
      ...(place === null ? {} : { place }),
      ...(macAddress === null && serial === null
        ? {}
        : { asset: { macAddress, serial, isGiven: givesOwnSlot } }),
    };
    const metadata = Object.keys(muster).length === 0 ? '{}' : JSON.stringify({ [MUSTER_NAMESPACE]: muster });
    const profileId = profile === null ? undefined : profileIdOf(profile);
    made.push(addSlot(records, { enterpriseId, label, typeId, metadata, profileId }, afterCommit));
  }
  return made;
}

/** Returns the carts of an organisation by name. */
function cartsOf(records: Records, enterpriseId: string): Map<string, { id: string; label: string }> {
  const carts = new Map<string, { id: string; label: string }>();
  for (const id of records.ids.all(enterpriseId)) {
    const record = records.devices.find(id);
    const group = record === undefined ? undefined : musterMetadata(record.metadata)?.group;
    if (group !== undefined) carts.set(group.label, group);
  }
  return carts;
}
