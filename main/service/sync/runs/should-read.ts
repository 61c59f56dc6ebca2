import { isLiveHere } from '../apply/add-record.ts';
import type { CentralListItem } from '../client/readers.ts';
import type { List } from '../merge/list.ts';
import { isSelected } from '../merge/selection.ts';
import type { SyncParts } from '../records/parts.ts';

type Listed = {
  readonly item: CentralListItem;
  readonly list: List | undefined;
  /** Which devices this station syncs; null: all. */
  readonly part: Parameters<typeof isSelected>[0];
  readonly scope: 'all' | 'list' | 'local';
};

/** Returns whether to read a device of the list that has no link. */
export function shouldRead(parts: SyncParts, { item, list, part, scope }: Listed): boolean {
  // An archived record whose slot goes on under another id says nothing about the slot.
  if (item.isArchived && (list?.aliases.has(item.id) === true || !isLiveHere(parts, item))) return false;
  if (!isSelected(part, { label: item.label ?? null })) return false;
  const entry = parts.stores.trouble.findQuarantined(item.id);
  return entry === undefined || (entry.code !== 'NOT_CHOSEN' && scope === 'all');
}
