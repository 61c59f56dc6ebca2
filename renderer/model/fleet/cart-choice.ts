import { create } from 'zustand';

const STORED_CART = 'muster.cart';

type CartChoice = { readonly cartId: string | null; readonly choose: (cartId: string | null) => void };

/** The selected cart; null for all. Stored. */
export const useCartChoice = create<CartChoice>((set) => ({
  cartId: localStorage.getItem(STORED_CART),
  choose: (cartId) => {
    if (cartId === null) localStorage.removeItem(STORED_CART);
    else localStorage.setItem(STORED_CART, cartId);
    set({ cartId });
  },
}));
