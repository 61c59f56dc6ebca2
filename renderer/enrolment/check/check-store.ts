import { create } from 'zustand';

import type { Look, Looks } from './cart-check.ts';

type Stored = {
  readonly byCart: Readonly<Record<string, Looks>>;
  readonly note: (cartId: string, placeName: string, check: Look | null) => void;
  readonly clear: (cartId: string) => void;
};

/** Results of each cart; kept while the window is open, so that people can visit a headset and return. */
export const useLooks = create<Stored>((set) => ({
  byCart: {},
  note: (cartId, placeName, check) =>
    set(({ byCart }) => {
      const { [placeName]: _before, ...rest } = byCart[cartId] ?? {};
      return { byCart: { ...byCart, [cartId]: check === null ? rest : { ...rest, [placeName]: check } } };
    }),
  clear: (cartId) =>
    set(({ byCart }) => {
      const { [cartId]: _gone, ...rest } = byCart;
      return { byCart: rest };
    }),
}));
