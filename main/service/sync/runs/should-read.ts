import { findSlot } from '../apply/add-record.ts';
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
  if (item.isArchived && !isLastOfSlot(parts, item, list)) return false;
  if (!isSelected(part, { label: item.label ?? null })) return false;
  const entry = parts.stores.trouble.findQuarantined(item.id);
  return entry === undefined || (entry.code !== 'NOT_CHOSEN' && scope === 'all');
}

/**
 * True for an archived record if its slot is in use here, and the list has no other record of it: a slot that goes on
 * under another id is described by that one.
 */
function isLastOfSlot(parts: SyncParts, item: CentralListItem, list: List | undefined): boolean {
  const record = findSlot(parts, item);
  if (record === undefined || record.isArchived || list?.aliases.has(item.id) === true) return false;
  const { devices } = parts.records;
  const goesOn = [record.id, devices.aliasOf(record.key)]
    .flatMap((id) => (id === undefined ? [] : [list?.items.get(id), list?.aliases.get(id)]))
    .some(
      (other) =>
        other?.isArchived === false &&
        parts.stores.links.findByUpstream(other.id) === undefined &&
        findSlot(parts, other)?.key === record.key,
    );
  return !goesOn;
}
