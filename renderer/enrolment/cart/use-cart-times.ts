import { useEffect } from 'react';
import { create } from 'zustand';

import { isSettled, type CartProgress } from './cart-progress.ts';
import { readJournal, withEnd, withWork, type CartTimes, type Journal } from './journal.ts';

const STORED_JOURNAL = 'muster.enrol.journal';

const useJournal = create<{ readonly journal: Journal }>(() => ({
  journal: readJournal(localStorage.getItem(STORED_JOURNAL)),
}));

function keep(journal: Journal): void {
  if (journal === useJournal.getState().journal) return;
  localStorage.setItem(STORED_JOURNAL, JSON.stringify(journal));
  useJournal.setState({ journal });
}

/** Starts the clock of a cart, unless it is running. */
export function noteWork(cartId: string): void {
  keep(withWork(useJournal.getState().journal, cartId, Date.now()));
}

/** Records the times of a cart as it progresses, and returns them; null for a cart that was never worked on here. */
export function useCartTimes(cartId: string, progress: CartProgress): CartTimes | null {
  const isWaiting = progress.waiting.length > 0;
  const isDone = isSettled(progress);
  useEffect(() => {
    if (isWaiting) noteWork(cartId);
    if (isDone) keep(withEnd(useJournal.getState().journal, cartId, Date.now()));
  }, [cartId, isWaiting, isDone]);
  return useJournal(({ journal }) => journal[cartId]) ?? null;
}
