import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';

import type { ErrorCode } from '../../../shared/contract/errors.ts';
import {
  getCable,
  getCableRecipe,
  previewCable,
  retryCable,
  setCableRecipe,
  setCableSlot,
  startCable,
  stopCable,
  type CableView,
} from '../../../shared/contract/enrolment/cable.ts';
import { call, isRefused, type Outcome, type Refusal } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import type { EnrolCart } from '../cart/use-cart-slots.ts';
import { makeSlots } from '../carts/make-slots.ts';
import type { CartPlan } from '../cart/numbering.ts';
import { isSoundOn, saveSoundOn, SoundDesk } from '../frame/sounds.ts';
import { soundsBetween } from './cable-state.ts';
import { fieldsOf, recipeOf } from './recipe-fields.ts';

/** Returns the recipe of a cart, from the station. */
export type StoredRecipe = z.output<typeof getCableRecipe.reply>;
/** The result of the check of what headsets lack. */
export type Preview = z.output<typeof previewCable.reply>;

/** The reasons against it: another cart, an unplugged cable or another headset. */
type Conflict = 'start' | 'retry' | 'slot';

const EVERY_MS = 1_000;

/** The connected headsets, and the actions on them. `plan`: the slots of a cart that is created at the start. */
export function useCable({ id: cart, label }: EnrolCart, plan: CartPlan | null) {
  const query = useQuery<CableView>((signal) => call(getCable, { signal }), EVERY_MS);
  const recipe = useQuery<StoredRecipe>((signal) => call(getCableRecipe, { query: { cart }, signal }));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { put } = query;
  const handle = async (reply: Promise<Outcome<CableView, ErrorCode>>, what: Conflict): Promise<boolean> => {
    const outcome = await reply;
    const isConflict = isRefused(outcome) && outcome.refused === 'CONFLICT';
    setConflict(isConflict ? what : null);
    setRefusal(isRefused(outcome) && !isConflict ? outcome : null);
    if (isRefused(outcome)) return false;
    put(outcome.reply);
    return true;
  };
  /** Without a recipe it is the suggested one, which needs no agent. */
  const start = async (): Promise<boolean> => {
    if (recipe.reply === null) return false;
    const refused = plan === null ? null : await makeSlots({ cartId: cart, plan });
    if (refused !== null) {
      setRefusal(refused);
      return false;
    }
    if (recipe.reply.recipe === null) {
      const outcome = await call(setCableRecipe, { body: recipeOf(fieldsOf(recipe.reply, label), cart) });
      setRefusal(isRefused(outcome) ? outcome : null);
      if (isRefused(outcome)) return false;
      void recipe.reload();
    }
    return handle(call(startCable, { body: { cart } }), 'start');
  };
  return {
    view: query.reply,
    /** The time of this state, in ms since 1970 UTC. */
    readAtMs: query.readAtMs,
    recipe: recipe.reply,
    reloadRecipe: recipe.reload,
    refusal: refusal ?? query.refusal ?? recipe.refusal,
    /** The part that was not done because the state has changed. */
    conflict,
    start,
    pause: () => handle(call(stopCable, {}), 'start'),
    retry: (serial: string, takesOver = false) =>
      handle(call(retryCable, { body: { serial, takesOver } }), 'retry'),
    chooseSlot: (serial: string, deviceId: string) =>
      handle(call(setCableSlot, { body: { serial, deviceId } }), 'slot'),
    preview: () => call(previewCable, { body: { cart } }),
    reload: query.reload,
  };
}

/** Plays sounds for changes between two views; returns the switch. */
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
    saveSoundOn(localStorage, !isOn);
    setOn(!isOn);
  };
  return { isOn, toggle };
}
