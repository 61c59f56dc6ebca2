import { getSync, listSyncDevices, type Sync, type SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { allSentences } from '../../copy/language.ts';
import { call, isRefused } from '../../service/api.ts';
import { useFeed } from '../../service/event-feed.ts';
import { syncNews } from '../../service/news.ts';
import { useSyncFacts, type SyncMark } from '../../model/station/sync-facts.ts';
import { markOf } from '../overview/standing.ts';
import { syncViews } from '../overview/sync-views.tsx';

/** More headsets than these are not marked: who is so far apart looks at the figures. */
const MOST_PAGES = 50;
const ROWS_ON_PAGE = 100;

let watchers = 0;
let stop = (): void => {};
/** How often the station said how sync stands. */
let heard = 0;

/** Keeps the store of sync filled for as long as anybody watches. The answer ends it. */
export function watchSync(): () => void {
  watchers += 1;
  if (watchers === 1) stop = start();
  return () => {
    watchers -= 1;
    if (watchers === 0) stop();
  };
}

/** Reads how sync stands now, and which headsets are apart where that has changed. */
export async function readSync(): Promise<void> {
  const before = heard;
  const outcome = await call(getSync, {});
  if (isRefused(outcome)) return useSyncFacts.setState({ refusal: outcome });
  // What the station said meanwhile may be newer; if it is not, it says so again.
  if (heard === before) putSync(outcome.reply);
}

/** Takes how sync stands, as the station said it or answered it. */
export function putSync(sync: Sync): void {
  useSyncFacts.setState({ sync, refusal: null, readAtMs: Date.now() });
  const now = signOf(sync);
  if (now === shownFor) return;
  shownFor = now;
  void readApart(now);
}

/** What of the figures tells that other headsets are apart. */
function signOf({ upstream, waiting, conflicts, failures, gone, linked }: Sync): string {
  if (upstream === null) return '';
  return [waiting.desired, waiting.lifecycle, waiting.toRead, conflicts, failures, gone, linked].join(' ');
}

let shownFor = '';

async function readApart(sign: string): Promise<void> {
  const apart: SyncDevice[] = [];
  for (let page = 1; sign !== '' && page <= MOST_PAGES; page += 1) {
    const query = { which: 'apart', page: String(page), limit: String(ROWS_ON_PAGE) } as const;
    const outcome = await call(listSyncDevices, { query });
    // Another reading has begun meanwhile, or this one is tried again with the next figures.
    if (shownFor !== sign) return;
    if (isRefused(outcome)) {
      shownFor = 'unread';
      return;
    }
    apart.push(...outcome.reply.items);
    if (apart.length >= outcome.reply.total) break;
  }
  const marks = new Map<string, SyncMark>();
  for (const device of apart) {
    const mark = markOf(device);
    if (device.id !== null && mark !== null) marks.set(device.id, mark);
  }
  useSyncFacts.setState({ apart, marks });
}

function start(): () => void {
  // The station says each change; what it said while this window did not listen is read.
  const endNews = syncNews.on((sync) => {
    heard += 1;
    putSync(sync);
  });
  const endReturns = useFeed.subscribe(({ returns }, before) => {
    if (returns !== before.returns) void readSync();
  });
  // The badges have words of their own.
  void allSentences().then(() => {
    useSyncFacts.setState({ views: syncViews });
    return readSync();
  });
  return () => {
    endNews();
    endReturns();
  };
}
