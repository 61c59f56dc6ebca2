import { create } from 'zustand';

import type { Command } from './command-dialog.tsx';

/** What is asked of some headsets before it is done. */
export type SelectionDialog =
  | { readonly kind: 'rename' | 'remove' | 'group' | 'macs'; readonly ids: readonly string[] }
  | { readonly kind: 'command'; readonly ids: readonly string[]; readonly command: Command };

type Asked = {
  readonly dialog: SelectionDialog | null;
  readonly ask: (dialog: SelectionDialog) => void;
  readonly close: () => void;
};

/** The dialog that lies over the fleet; the bar below the selection and the search over all commands open it. */
export const useSelectionDialog = create<Asked>((set) => ({
  dialog: null,
  ask: (dialog) => set({ dialog }),
  close: () => set({ dialog: null }),
}));
