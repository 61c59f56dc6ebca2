import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { cartProgress, isSettled, nameOf, type Slot } from '../cart/cart-progress.ts';
import { slotChanges, type SlotChange } from '../cart/next-slot.ts';
import { isSoundOn, saveSoundOn, SoundDesk, type Sound } from '../frame/sounds.ts';
import { useEnrolLabels, type EnrolLabels } from '../frame/use-enrol-labels.ts';

/** Announcements and sounds while headsets enrol. */
export type Announcements = {
  /** The newest sentence for the live region. */
  readonly sentence: string;
  readonly isSoundOn: boolean;
  readonly toggleSound: () => void;
  readonly announce: (sentence: string) => void;
};

/** Converts changes of the cart into one sentence and one sound each. `shownName` is the current slot. */
export function useAnnouncements(slots: readonly Slot[], shownName: string | null): Announcements {
  const { t } = useTranslation('enrol');
  const labels = useEnrolLabels();
  const [sentence, announce] = useState('');
  const [isOn, setIsOn] = useState(() => isSoundOn(localStorage));
  const before = useRef<readonly Slot[]>(slots);
  const desk = useRef<SoundDesk | null>(null);

  useEffect(() => {
    desk.current = new SoundDesk();
    return () => desk.current?.close();
  }, []);

  useEffect(() => {
    const changes = slotChanges(before.current, slots);
    before.current = slots;
    if (changes.length === 0) return;
    const progress = cartProgress(slots);
    const isDone = isSettled(progress) && progress.ready === progress.total;
    if (isOn) for (const sound of soundsOf(changes, isDone)) desk.current?.play(sound);
    const received = changesToAnnounce(changes, labels).map(({ kind, names }) =>
      t(`announce.${kind}`, { names }),
    );
    if (isDone) received.push(t('announce.done', { ready: progress.ready, total: progress.total }));
    else if (shownName !== null) received.push(t('announce.next', { name: shownName }));
    announce(received.join(' '));
  }, [slots, shownName, isOn, labels, t]);

  const toggleSound = (): void => {
    saveSoundOn(localStorage, !isOn);
    setIsOn(!isOn);
  };
  return { sentence, isSoundOn: isOn, toggleSound, announce };
}

function soundsOf(changes: readonly SlotChange[], isDone: boolean): readonly Sound[] {
  return isDone ? ['complete'] : changes.map((change) => change.kind);
}

/** Returns the changes to announce: final results first; an accepted code only if there is nothing else. */
function changesToAnnounce(
  changes: readonly SlotChange[],
  labels: EnrolLabels,
): readonly { kind: SlotChange['kind']; names: string }[] {
  const kinds = ['failed', 'ready', 'accepted'] as const;
  return kinds.flatMap((kind) => {
    const slots = changes.filter((change) => change.kind === kind).map((change) => change.slot);
    return slots.length === 0 ? [] : [{ kind, names: labels.names(slots) }];
  });
}

/** Returns the name of a slot for sentences; null without one. */
export function nameOrNull(slot: Slot | null): string | null {
  return slot === null ? null : nameOf(slot.headset);
}
