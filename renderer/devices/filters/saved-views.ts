import { z } from 'zod';
import { create } from 'zustand';

import { asColumns, useColumns } from './columns.ts';

const STORED = 'muster.views';
/** Maximum number of views in a menu. */
const MAX_VIEWS = 30;

const savedViewSchema = z.object({
  name: z.string(),
  /** The query of the URL: view, filter, text, facets. */
  query: z.string(),
  columns: z.array(z.string()),
});

/** A named view of the fleet. */
export type SavedView = z.infer<typeof savedViewSchema>;

type SavedViews = {
  readonly items: readonly SavedView[];
  /** Saves the current view; a view of that name is replaced. */
  readonly save: (name: string, query: string) => void;
  readonly remove: (name: string) => void;
};

/** The views that this person saved, in this browser. */
export const useSavedViews = create<SavedViews>((set) => ({
  items: stored(),
  save: (name, query) =>
    set(({ items }) => {
      const view = { name, query, columns: [...useColumns.getState().shown] };
      return { items: validItems([...items.filter((other) => other.name !== name), view].slice(-MAX_VIEWS)) };
    }),
  remove: (name) => set(({ items }) => ({ items: validItems(items.filter((view) => view.name !== name)) })),
}));

/** Shows the columns of a saved view. */
export function showColumnsOf(view: SavedView): void {
  useColumns.getState().show(asColumns(view.columns));
}

function validItems(items: readonly SavedView[]): readonly SavedView[] {
  localStorage.setItem(STORED, JSON.stringify(items));
  return items;
}

function stored(): readonly SavedView[] {
  try {
    const parsed = z.array(savedViewSchema).safeParse(JSON.parse(localStorage.getItem(STORED) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    // Edited by hand: counts as none.
    return [];
  }
}
