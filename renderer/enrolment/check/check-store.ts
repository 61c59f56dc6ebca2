import { create } from 'zustand';

import type { SlotCheck, SlotChecks } from './cart-check.ts';

type Stored = {
  readonly byCart: Readonly<Record<string, SlotChecks>>;
  readonly note: (cartId: string, slotName: string, check: SlotCheck | null) => void;
  readonly clear: (cartId: string) => void;
};

/** Results of each cart; kept while the window is open, so that people can visit a headset and return. */
export const useSlotChecks = create<Stored>((set) => ({
  byCart: {},
  note: (cartId, slotName, check) =>
    set(({ byCart }) => {
      const { [slotName]: _before, ...rest } = byCart[cartId] ?? {};
      return { byCart: { ...byCart, [cartId]: check === null ? rest : { ...rest, [slotName]: check } } };
    }),
  clear: (cartId) =>
    set(({ byCart }) => {
      const { [cartId]: _gone, ...rest } = byCart;
      return { byCart: rest };
    }),
}));
