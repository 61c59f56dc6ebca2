import { getSync, listSyncDevices, type Sync, type SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { allSentences } from '../../copy/language.ts';
import { call, isRefused } from '../../service/api.ts';
import { syncNews } from '../../service/news.ts';
import { useSyncFacts, type SyncMark } from '../../model/station/sync-facts.ts';
import { markOf } from '../overview/standing.ts';
import { syncViews } from '../overview/sync-views.tsx';

/** How often it is read without any news, while a screen of sync lies open and otherwise, in ms. */
const CLOSE_MS = 4_000;
const FAR_MS = 30_000;

/** News come in bursts: so long after one, what is known is read again, in ms. */
const GATHER_MS = 400;

/** More headsets than these are not marked: who is so far apart looks at the figures. */
const MOST_PAGES = 50;
const ROWS_ON_PAGE = 100;

let watchers = 0;
let closeWatchers = 0;
let stop = (): void => {};

/** Keeps the store of sync filled for as long as anybody watches; `isClose` for those who look at it. The answer ends it. */
export function watchSync(isClose: boolean): () => void {
  watchers += 1;
  closeWatchers += Number(isClose);
  if (watchers === 1) stop = start();
  else if (isClose) void readSync();
  return () => {
    watchers -= 1;
    closeWatchers -= Number(isClose);
    if (watchers === 0) stop();
  };
}

/** Reads how sync stands now, and which headsets are apart where that has changed. */
export async function readSync(): Promise<void> {
  const outcome = await call(getSync, {});
  if (isRefused(outcome)) return useSyncFacts.setState({ refusal: outcome });
  putSync(outcome.reply);
}

/** Takes an answer that came to a change. */
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const readIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void again(), ms);
  };
  const again = async (): Promise<void> => {
    // A hidden window asks nothing; it reads at once when it is looked at again.
    if (!document.hidden) await readSync();
    if (!isOver) readIn(closeWatchers > 0 ? CLOSE_MS : FAR_MS);
  };
  const onShown = (): void => readIn(0);
  const endNews = syncNews.on((news) => {
    const { sync } = useSyncFacts.getState();
    if (sync !== null) useSyncFacts.setState({ sync: { ...sync, ...news } });
    readIn(GATHER_MS);
  });
  document.addEventListener('visibilitychange', onShown);
  // The badges have words of their own.
  void allSentences().then(() => {
    useSyncFacts.setState({ views: syncViews });
    return again();
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    endNews();
    document.removeEventListener('visibilitychange', onShown);
  };
}
