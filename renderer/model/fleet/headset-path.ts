/** The parts of a headset's page, as they stand in its address. */
export const TABS = ['overview', 'content', 'events', 'commands', 'history', 'metadata', 'record'] as const;
export type Tab = (typeof TABS)[number];

/** The address of a headset's page, or of a part of it. */
export function pathOfHeadset(id: string, tab: Tab = 'overview'): string {
  const path = `/fleet/${encodeURIComponent(id)}`;
  return tab === 'overview' ? path : `${path}/${tab}`;
}

/** The part that an address names; the first where it names none that there is. */
export function tabOf(text: string | undefined): Tab {
  return TABS.find((tab) => tab === text) ?? 'overview';
}
