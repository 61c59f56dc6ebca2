import { stageOf, type Place } from './cart-progress.ts';

/**
 * Returns the next free slot after `afterId`, wrapping around at the end. Skipped slots come only when no other is
 * left; null when every slot is taken.
 */
export function nextFreePlace(
  places: readonly Place[],
  afterId: string | null,
  skipped: ReadonlySet<string>,
): string | null {
  const from = places.findIndex((place) => place.headset.id === afterId);
  const round = [...places.slice(from + 1), ...places.slice(0, from + 1)];
  const free = round.filter((place) => place.state.state === 'waiting').map((place) => place.headset.id);
  // The slot itself is the last of its own round: it comes again only if it is the only free one.
  return free.find((id) => !skipped.has(id) && id !== afterId) ?? free[0] ?? null;
}

/** A change of a slot between two updates. */
export type PlaceChange = {
  readonly place: Place;
  readonly kind: 'accepted' | 'ready' | 'failed';
};

/** Returns changes worth announcing, in slot order: a code was accepted, a headset is ready, a headset failed. */
export function placeChanges(before: readonly Place[], after: readonly Place[]): readonly PlaceChange[] {
  const old = new Map(before.map((place) => [place.headset.id, stageOf(place.state.state)]));
  return after.flatMap((place): PlaceChange[] => {
    const was = old.get(place.headset.id);
    const is = stageOf(place.state.state);
    if (was === undefined || was === is) return [];
    if (is === 'ready') return [{ place, kind: 'ready' }];
    if (place.state.state === 'failed') return [{ place, kind: 'failed' }];
    return was === 'waiting' && is === 'finishing' ? [{ place, kind: 'accepted' }] : [];
  });
}
