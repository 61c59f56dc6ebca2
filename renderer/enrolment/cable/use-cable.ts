import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';

import type { ErrorCode } from '../../../shared/contract/errors.ts';
import {
  getCable,
  getCableRecipe,
  previewCable,
  retryCable,
  setCableSlot,
  startCable,
  stopCable,
  type CableView,
} from '../../../shared/contract/enrolment/cable.ts';
import { call, isRefused, type Outcome, type Refusal } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { isSoundOn, keepSoundOn, SoundDesk } from '../desk/sounds.ts';
import { soundsBetween } from './cable-state.ts';

/** The recipe of a cart as the station tells it. */
export type StoredRecipe = z.output<typeof getCableRecipe.reply>;
/** What headsets lack. */
export type Preview = z.output<typeof previewCable.reply>;

/** What another cart, a pulled plug or another headset may stand against. */
type Conflict = 'start' | 'retry' | 'slot';

const EVERY_MS = 1_000;

/** The headsets at the cables, and what can be done with them. */
export function useCable(cart: string) {
  const reading = useReading<CableView>((signal) => call(getCable, { signal }), EVERY_MS);
  const recipe = useReading<StoredRecipe>((signal) => call(getCableRecipe, { query: { cart }, signal }));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { put } = reading;
  const take = async (asked: Promise<Outcome<CableView, ErrorCode>>, what: Conflict): Promise<boolean> => {
    const outcome = await asked;
    const isConflict = isRefused(outcome) && outcome.refused === 'CONFLICT';
    setConflict(isConflict ? what : null);
    setRefusal(isRefused(outcome) && !isConflict ? outcome : null);
    if (isRefused(outcome)) return false;
    put(outcome.reply);
    return true;
  };
  return {
    view: reading.reply,
    /** When that was so, in ms since 1970 UTC. */
    readAtMs: reading.readAtMs,
    recipe: recipe.reply,
    reloadRecipe: recipe.reload,
    refusal: refusal ?? reading.refusal ?? recipe.refusal,
    /** What was not done because something else is so by now. */
    conflict,
    start: () => take(call(startCable, { body: { cart } }), 'start'),
    pause: () => take(call(stopCable, {}), 'start'),
    retry: (serial: string) => take(call(retryCable, { body: { serial } }), 'retry'),
    chooseSlot: (serial: string, deviceId: string) =>
      take(call(setCableSlot, { body: { serial, deviceId } }), 'slot'),
    preview: () => call(previewCable, { body: { cart } }),
    lookAgain: reading.reload,
  };
}

/** Plays what changed between two views; answers the switch. */
export function useCableSounds(view: CableView | null): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(() => isSoundOn(localStorage));
  const before = useRef<CableView | null>(null);
  const desk = useRef<SoundDesk | null>(null);
  useEffect(() => {
    const opened = new SoundDesk();
    desk.current = opened;
    return () => opened.close();
  }, []);
  const play = useEffectEvent((now: CableView) => {
    const sounds = before.current === null ? [] : soundsBetween(before.current, now);
    before.current = now;
    if (isOn) for (const sound of sounds) desk.current?.play(sound);
  });
  useEffect(() => {
    if (view !== null) play(view);
  }, [view]);
  const toggle = (): void => {
    keepSoundOn(localStorage, !isOn);
    setOn(!isOn);
  };
  return { isOn, toggle };
}
