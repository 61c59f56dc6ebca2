/** The tabs of a headset's page, as in its URL. */
export const TABS = ['overview', 'content', 'events', 'commands', 'history', 'metadata', 'record'] as const;
export type Tab = (typeof TABS)[number];

/** Returns the path of a headset's page, or of a tab. */
export function pathOfHeadset(id: string, tab: Tab = 'overview'): string {
  const path = `/fleet/${encodeURIComponent(id)}`;
  return tab === 'overview' ? path : `${path}/${tab}`;
}

/** Returns the tab of a URL; the first one if it names none. */
export function tabOf(text: string | undefined): Tab {
  return TABS.find((tab) => tab === text) ?? 'overview';
}
