import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { cartProgress, isSettled, nameOf, type Place } from '../carts/cart-progress.ts';
import { placeChanges, type PlaceChange } from '../carts/next-place.ts';
import { isSoundOn, keepSoundOn, SoundDesk, type Sound } from './sounds.ts';
import { useEnrolLabels, type EnrolLabels } from '../start/use-enrol-labels.ts';

/** What is announced and played while headsets enrol. */
export type Announcements = {
  /** The newest sentence for the live region. */
  readonly sentence: string;
  readonly isSoundOn: boolean;
  readonly toggleSound: () => void;
  readonly say: (sentence: string) => void;
};

/** Converts changes of the cart into one sentence and one sound each. `shownName` is the current slot. */
export function useAnnouncements(places: readonly Place[], shownName: string | null): Announcements {
  const { t } = useTranslation('enrol');
  const labels = useEnrolLabels();
  const [sentence, say] = useState('');
  const [isOn, setIsOn] = useState(() => isSoundOn(localStorage));
  const before = useRef<readonly Place[]>(places);
  const desk = useRef<SoundDesk | null>(null);

  useEffect(() => {
    desk.current = new SoundDesk();
    return () => desk.current?.close();
  }, []);

  useEffect(() => {
    const changes = placeChanges(before.current, places);
    before.current = places;
    if (changes.length === 0) return;
    const progress = cartProgress(places);
    const isDone = isSettled(progress) && progress.ready === progress.total;
    if (isOn) for (const sound of soundsOf(changes, isDone)) desk.current?.play(sound);
    const received = toldChanges(changes, labels).map(({ kind, names }) => t(`announce.${kind}`, { names }));
    if (isDone) received.push(t('announce.done', { ready: progress.ready, total: progress.total }));
    else if (shownName !== null) received.push(t('announce.next', { name: shownName }));
    say(received.join(' '));
  }, [places, shownName, isOn, labels, t]);

  const toggleSound = (): void => {
    keepSoundOn(localStorage, !isOn);
    setIsOn(!isOn);
  };
  return { sentence, isSoundOn: isOn, toggleSound, say };
}

function soundsOf(changes: readonly PlaceChange[], isDone: boolean): readonly Sound[] {
  return isDone ? ['complete'] : changes.map((change) => change.kind);
}

/** Returns the changes to announce: final results first; an accepted code only if there is nothing else. */
function toldChanges(
  changes: readonly PlaceChange[],
  labels: EnrolLabels,
): readonly { kind: PlaceChange['kind']; names: string }[] {
  const kinds = ['failed', 'ready', 'accepted'] as const;
  return kinds.flatMap((kind) => {
    const places = changes.filter((change) => change.kind === kind).map((change) => change.place);
    return places.length === 0 ? [] : [{ kind, names: labels.names(places) }];
  });
}

/** Returns the name of a slot for sentences; null without one. */
export function nameOrNull(place: Place | null): string | null {
  return place === null ? null : nameOf(place.headset);
}
