import type { z } from 'zod';

import type { createSlots as createSlotsEndpoint } from '../../../../shared/contract/operations/station.ts';
import { type DeviceId, deviceIdSchema, type EnterpriseId } from '../../../../shared/contract/ids.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Records } from '../../devices/index.ts';
import { newEnrolmentToken } from '../../devices/registry/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { MUSTER_NAMESPACE, type MusterMetadata } from '../../devices/metadata/index.ts';
import { toHeadset } from '../../devices/views/index.ts';

type Body = z.output<typeof createSlotsEndpoint.body>;
/** A slot as the caller gets it. */
export type Slot = { readonly id: string; readonly label: string | null; readonly enrollmentToken: string };

/** A record with a label. */
export type LabelledSlot = Slot & { readonly label: string };

/** Default number of headsets per shelf of a cart. */
const PER_SHELF = 10;

/** What to create; `isPractice` marks the records of a practice cart. */
export type SlotOrder = Body & { readonly isPractice?: boolean };

/** Creates slots inside the caller's transaction: all of them, or none. A model is named by its id or its name. */
export function createSlots(
  records: Records,
  enterpriseId: EnterpriseId,
  order: SlotOrder,
  afterCommit: AfterCommit,
): LabelledSlot[] | Failure<'VALIDATION_FAILED'> {
  const typeId = planType(records, enterpriseId, order.type ?? null);
  if (typeId instanceof Failure) return typeId;
  const placeOf = planPositions(records, enterpriseId, order);
  const { profileId, isPractice } = order;
  return Array.from({ length: order.count }, (_, index) => {
    const label = order.labelPrefix + String(order.start + index).padStart(order.pad, '0');
    const place = placeOf(index);
    const metadata = place === undefined ? '{}' : JSON.stringify({ [MUSTER_NAMESPACE]: place });
    return addSlot(records, { enterpriseId, label, typeId, metadata, profileId, isPractice }, afterCommit);
  });
}

/** The fields of a slot. */
export type NewSlot = {
  /** Absent: a new one. */
  readonly id?: DeviceId | undefined;
  readonly enterpriseId: EnterpriseId;
  readonly label: string | null;
  readonly typeId: string | null;
  /** JSON text. */
  readonly metadata: string;
  /** The profile that is applied when its headset enrols. */
  readonly profileId?: string | undefined;
  readonly isPractice?: boolean | undefined;
};

/** Adds one slot inside the caller's transaction. */
export function addSlot<Label extends string | null>(
  records: Records,
  slot: NewSlot & { readonly label: Label },
  afterCommit: AfterCommit,
): Slot & { readonly label: Label } {
  const { devices, ids, slotProfiles, core } = records;
  const { enterpriseId, label, typeId, metadata, profileId, isPractice = false } = slot;
  const id = slot.id ?? deviceIdSchema.parse(newId());
  const enrollmentToken = newEnrolmentToken();
  const createdAtMs = core.clock.now();
  devices.add({ id, enterpriseId, label, enrollmentToken, typeId, metadata, isPractice, createdAtMs });
  const made = profileId === undefined ? undefined : devices.find(id);
  if (made !== undefined && profileId !== undefined) slotProfiles.put(made.key, profileId);
  afterCommit(() => {
    ids.added(enterpriseId, id);
    const record = devices.find(id);
    if (record !== undefined) announceDevice(records, record, { headset: toHeadset(records, record) });
  });
  return { id, label, enrollmentToken };
}

/** Returns the model of a slot by its id or its name; null: not known yet. */
export function planType(
  { types }: Records,
  enterpriseId: EnterpriseId,
  reported: string | null,
): string | null | Failure<'VALIDATION_FAILED'> {
  if (reported === null) return null;
  const type = types.find(enterpriseId, reported) ?? types.recognise(enterpriseId, reported, reported);
  if (type !== undefined) return type.id;
  const message = 'This station accepts only known models, and this one is unknown.';
  return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'type', message }] });
}

/** Returns the place of each new slot on its cart; slots added to an existing cart follow the current ones. */
function planPositions(
  records: Records,
  enterpriseId: EnterpriseId,
  { cart, count }: SlotOrder,
): (index: number) => MusterMetadata | undefined {
  if (cart === undefined) return () => undefined;
  const group = { id: cart.id ?? newId(), label: cart.label };
  const taken = cart.id === undefined ? 0 : records.devices.countInCart(enterpriseId, cart.id);
  const perShelf = cart.shelves === undefined ? PER_SHELF : Math.ceil((taken + count) / cart.shelves);
  return (index) => {
    const place = taken + index + 1;
    return { group, shelf: Math.ceil(place / perShelf), place };
  };
}
