import { create } from 'zustand';

/** What the person has chosen in the fleet, the same in wall and table. */
export type FleetList = {
  readonly selected: ReadonlySet<string>;
  /** The headset that the keys act on. */
  readonly activeId: string | null;
  /** Where an extended selection started. */
  readonly anchorId: string | null;
  /** The headset whose details lie open over the list, where there is no room beside it. */
  readonly openId: string | null;
  /** Makes one headset the active one; a later extension starts there. */
  readonly activate: (id: string) => void;
  /** Opens the details of one headset. */
  readonly open: (id: string) => void;
  readonly closeDetails: () => void;
  /** Takes a headset into the selection or out of it. */
  readonly toggle: (id: string) => void;
  /** Selects everything from the anchor to `id`, in the order shown. */
  readonly extend: (id: string, shown: readonly string[]) => void;
  readonly select: (ids: readonly string[]) => void;
  readonly clear: () => void;
  /** Makes a headset active and opens it, from search. */
  readonly show: (id: string) => void;
  /** Forgets headsets that are gone. */
  readonly keepOnly: (isThere: (id: string) => boolean) => void;
};

/** Selection and focus of the fleet; they survive moving between wall and table. */
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
  keepOnly: (isThere) =>
    set(({ selected, activeId, openId }) => {
      const kept = [...selected].filter(isThere);
      return {
        selected: kept.length === selected.size ? selected : new Set(kept),
        activeId: activeId !== null && isThere(activeId) ? activeId : null,
        openId: openId !== null && isThere(openId) ? openId : null,
      };
    }),
}));
