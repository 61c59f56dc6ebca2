import { inSlices, Yielder } from '../../kernel/yielding.ts';
import type { LinkedDevice } from '../records/link-store.ts';
import type { SyncParts } from '../records/parts.ts';

const LINKS_ON_PAGE = 500;
/** Devices per transaction. */
const BATCH_SIZE = 20;

/** Calls `work` with the key of every linked device, many per transaction. Resolves once all of it is written. */
export async function forEachLinked(
  { records, stores }: SyncParts,
  work: (deviceKey: number) => void,
): Promise<void> {
  const keys: number[] = [];
  for (let after = 0; ;) {
    const page = stores.links.page(after, LINKS_ON_PAGE);
    keys.push(...page.map(({ deviceKey }) => deviceKey));
    if (page.length < LINKS_ON_PAGE) break;
    after = page.at(-1)?.deviceKey ?? after;
  }
  const written: Promise<void>[] = [];
  await inSlices(keys, BATCH_SIZE, (part) => {
    written.push(records.core.writer.run(() => part.forEach((key) => work(key))));
  });
  await Promise.all(written);
}

/** Visits links page by page, and yields to requests in between. */
export async function eachLink(
  readPage: (afterKey: number, limit: number) => LinkedDevice[],
  visit: (link: LinkedDevice) => void,
): Promise<void> {
  const yielder = new Yielder();
  let after = 0;
  for (;;) {
    const page = readPage(after, LINKS_ON_PAGE);
    for (const link of page) visit(link);
    if (page.length < LINKS_ON_PAGE) return;
    after = page.at(-1)?.deviceKey ?? after;
    await yielder.yieldIfDue();
  }
}
