import { create } from 'zustand';

/** Selection in the fleet, shared by wall and table. */
export type FleetList = {
  readonly selected: ReadonlySet<string>;
  /** The headset that the keyboard acts on. */
  readonly activeId: string | null;
  /** Where an extended selection started. */
  readonly anchorId: string | null;
  /** The headset whose details are open over the list, if there is no space beside it. */
  readonly openId: string | null;
  /** Makes one headset the active one; an extended selection starts there. */
  readonly activate: (id: string) => void;
  /** Opens the details of one headset. */
  readonly open: (id: string) => void;
  readonly closeDetails: () => void;
  /** Adds a headset to the selection or removes it. */
  readonly toggle: (id: string) => void;
  /** Selects everything from the anchor to `id`, in the shown order. */
  readonly extend: (id: string, shown: readonly string[]) => void;
  readonly select: (ids: readonly string[]) => void;
  readonly clear: () => void;
  /** Activates and opens a headset, from search. */
  readonly show: (id: string) => void;
  /** Removes headsets that no longer exist. */
  readonly retain: (isPresent: (id: string) => boolean) => void;
};

/** Selection and focus of the fleet; they survive switching between wall and table. */
export const useFleetList = create<FleetList>((set) => ({
  selected: new Set(),
  activeId: null,
  anchorId: null,
  openId: null,
  activate: (id) => set({ activeId: id, anchorId: id }),
  open: (id) => set({ activeId: id, anchorId: id, openId: id }),
  closeDetails: () => set({ openId: null }),
  toggle: (id) =>
    set(({ selected }) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      return { selected: next, activeId: id, anchorId: id };
    }),
  extend: (id, shown) =>
    set(({ anchorId }) => {
      const from = shown.indexOf(anchorId ?? id);
      const to = shown.indexOf(id);
      if (from === -1 || to === -1) return { activeId: id, anchorId: id, selected: new Set([id]) };
      const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      return { activeId: id, selected: new Set(range) };
    }),
  select: (ids) => set({ selected: new Set(ids) }),
  clear: () => set({ selected: new Set() }),
  show: (id) => set({ activeId: id, anchorId: id, openId: id }),
  retain: (isPresent) =>
    set(({ selected, activeId, openId }) => {
      const stored = [...selected].filter(isPresent);
      return {
        selected: stored.length === selected.size ? selected : new Set(stored),
        activeId: activeId !== null && isPresent(activeId) ? activeId : null,
        openId: openId !== null && isPresent(openId) ? openId : null,
      };
    }),
}));
