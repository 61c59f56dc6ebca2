import { Yielder } from '../../kernel/yielding.ts';
import type { AuditFilter, AuditRow, AuditStore, Stretch } from './store.ts';

/** Entries searched at once: a text search has no index. */
const STRETCH = 5_000;
/** Entries that are read at once. */
const CONCURRENCY = 250;

/** Divides the log into ranges, the oldest first; later entries are not included. */
function stretchesOf(store: AuditStore): readonly Stretch[] {
  const [first, last] = [store.firstSeq(), store.head()?.seq];
  if (first === undefined || last === undefined || last < first) return [];
  const count = Math.ceil((last - first + 1) / STRETCH);
  return Array.from({ length: count }, (_, index) => {
    const firstSeq = first + index * STRETCH;
    return { firstSeq, lastSeq: Math.min(last, firstSeq + STRETCH - 1) };
  });
}

/** Returns a page of matching entries, newest first, and their total. Lets requests run in between. */
export async function findPage(
  store: AuditStore,
  filter: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; rows: AuditRow[] }> {
  const yielder = new Yielder();
  const rows: AuditRow[] = [];
  let total = 0;
  for (const stretch of stretchesOf(store).toReversed()) {
    const entries = { ...filter, ...stretch };
    const count = store.count(entries);
    const wanted = limit - rows.length;
    if (wanted > 0 && total + count > offset) {
      const part = { limit: wanted, offset: Math.max(0, offset - total) };
      rows.push(...store.find(entries, part, 'DESC'));
    }
    total += count;
    await yielder.yieldIfDue();
  }
  return { total, rows };
}

/** Yields all matching entries, oldest first, some at a time. Lets requests run in between. */
export async function* findAll(store: AuditStore, filter: AuditFilter): AsyncGenerator<readonly AuditRow[]> {
  const yielder = new Yielder();
  for (const stretch of stretchesOf(store)) {
    for (let firstSeq: number | undefined = stretch.firstSeq; firstSeq !== undefined;) {
      const part = { limit: CONCURRENCY, offset: 0 };
      const rows = store.find({ ...filter, ...stretch, firstSeq }, part, 'ASC');
      if (rows.length > 0) yield rows;
      firstSeq = rows.length < CONCURRENCY ? undefined : (rows.at(-1)?.seq ?? stretch.lastSeq) + 1;
      await yielder.yieldIfDue();
    }
  }
}
