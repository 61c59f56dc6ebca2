import { create } from 'zustand';

import type { Command } from './command-dialog.tsx';

/** A dialog for some headsets. */
export type SelectionDialog =
  | { readonly kind: 'rename' | 'remove' | 'group' | 'macs'; readonly ids: readonly string[] }
  | { readonly kind: 'command'; readonly ids: readonly string[]; readonly command: Command };

type Requested = {
  readonly dialog: SelectionDialog | null;
  readonly ask: (dialog: SelectionDialog) => void;
  readonly close: () => void;
};

/** The dialog over the fleet; opened by the selection bar and the search. */
export const useSelectionDialog = create<Requested>((set) => ({
  dialog: null,
  ask: (dialog) => set({ dialog }),
  close: () => set({ dialog: null }),
}));
