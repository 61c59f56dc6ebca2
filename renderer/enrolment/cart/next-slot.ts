import { stageOf, type Slot } from './cart-progress.ts';

/**
 * Returns the next free slot after `afterId`, wrapping around at the end. Skipped slots come only when no other is
 * left; null when every slot is taken.
 */
export function nextFreeSlot(
  slots: readonly Slot[],
  afterId: string | null,
  skipped: ReadonlySet<string>,
): string | null {
  const from = slots.findIndex((slot) => slot.headset.id === afterId);
  const round = [...slots.slice(from + 1), ...slots.slice(0, from + 1)];
  const free = round.filter((slot) => slot.state.state === 'waiting').map((slot) => slot.headset.id);
  // The slot itself is the last of its own round: it comes again only if it is the only free one.
  return free.find((id) => !skipped.has(id) && id !== afterId) ?? free[0] ?? null;
}

/** A change of a slot between two updates. */
export type SlotChange = {
  readonly slot: Slot;
  readonly kind: 'accepted' | 'ready' | 'failed';
};

/** Returns changes worth announcing, in slot order: a code was accepted, a headset is ready, a headset failed. */
export function slotChanges(before: readonly Slot[], after: readonly Slot[]): readonly SlotChange[] {
  const old = new Map(before.map((slot) => [slot.headset.id, stageOf(slot)]));
  return after.flatMap((slot): SlotChange[] => {
    const was = old.get(slot.headset.id);
    const is = stageOf(slot);
    if (was === undefined || was === is) return [];
    if (is === 'ready') return [{ slot, kind: 'ready' }];
    if (slot.state.state === 'failed') return [{ slot, kind: 'failed' }];
    return was === 'waiting' && is === 'finishing' ? [{ slot, kind: 'accepted' }] : [];
  });
}
