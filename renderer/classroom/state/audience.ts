import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';

import type { Audience, Lesson } from '../../../shared/contract/classroom/lessons.ts';
import type { Fleet } from '../../model/fleet/fleet-changes.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useGroups } from '../../model/fleet/groups-store.ts';

const STORED = 'muster.class';

/** Returns the last class of this window: `lesson:<id>`, `cart:<id>`, `group:<id>` or `all`. */
export function storedClass(): string {
  return localStorage.getItem(STORED) ?? 'all';
}

export function storeClass(choice: string): void {
  localStorage.setItem(STORED, choice);
}

/** Returns the choice if it still exists, else all headsets. */
export function useKnownChoice(choice: string, lessons: readonly Lesson[]): string {
  const carts = useFleet((fleet) => fleet.carts);
  const groups = useGroups(({ items }) => items);
  const isKnown =
    lessons.some(({ id }) => choice === `lesson:${id}`) ||
    carts.some(({ id }) => choice === `cart:${id}`) ||
    groups.some(({ id }) => choice === `group:${id}`);
  return isKnown ? choice : 'all';
}

/** Returns the lesson of a choice. */
export function lessonOf(choice: string, lessons: readonly Lesson[]): Lesson | null {
  return lessons.find(({ id }) => choice === `lesson:${id}`) ?? null;
}

/** Returns the audience of a choice. */
export function audienceOf(choice: string, lessons: readonly Lesson[]): Audience {
  const lesson = lessonOf(choice, lessons);
  if (lesson !== null) return lesson.audience;
  const [kind, id = ''] = choice.split(/:(.*)/s);
  if (kind === 'cart') return { kind, cartId: id };
  return kind === 'group' ? { kind, groupId: id } : { kind: 'all' };
}

/** Returns an audience as the value of a select. */
export function choiceOf(audience: Audience): string {
  if (audience.kind === 'all') return 'all';
  return audience.kind === 'cart' ? `cart:${audience.cartId}` : `group:${audience.groupId}`;
}

/** Returns the headsets of a class, in cart order, including offline ones; slots without a headset are excluded. */
export function useMembers(audience: Audience): readonly string[] {
  // Includes those that enrol while the class is open.
  const enrolled = useFleet(useShallow(enrolledIn));
  const groups = useGroups(({ items }) => items);
  const carts = useFleet((fleet) => fleet.carts);
  const key = choiceOf(audience);
  return useMemo(() => {
    const { byId } = useFleet.getState();
    const members =
      audience.kind === 'group'
        ? new Set(groups.find(({ id }) => id === audience.groupId)?.devicesId ?? [])
        : null;
    return enrolled.filter((id) =>
      audience.kind === 'cart' ? byId[id]?.cart?.id === audience.cartId : (members?.has(id) ?? true),
    );
    // `carts` changes when a headset moves to another one; `key` stands for the audience.
    // oxlint-disable-next-line react/exhaustive-deps -- as said
  }, [enrolled, groups, carts, key]);
}

/** Returns the enrolled headsets of the fleet in order. */
function enrolledIn({ order, byId }: Fleet): string[] {
  return order.filter((id) => (byId[id]?.androidId ?? null) !== null);
}
