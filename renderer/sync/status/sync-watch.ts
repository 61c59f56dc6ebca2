import { getSync, listSyncDevices, type Sync, type SyncDevice } from '../../../shared/contract/sync/sync.ts';
import { allSentences } from '../../copy/language.ts';
import { call, isRefused } from '../../service/api.ts';
import { useFeed } from '../../service/event-feed.ts';
import { syncEvents } from '../../service/events.ts';
import { useSyncFacts, type SyncMark } from '../../model/station/sync-facts.ts';
import { markOf } from './sync-status.ts';
import { syncViews } from './sync-views.tsx';

/** With more headsets than this, no badges are shown; the totals are enough then. */
const MAX_PAGES = 50;
const ROWS_ON_PAGE = 100;

let watchers = 0;
let stop = (): void => {};
/** Number of received status events. */
let received = 0;

/** Keeps the sync store up to date. Returns a function that stops it. */
export function watchSync(): () => void {
  watchers += 1;
  if (watchers === 1) stop = start();
  return () => {
    watchers -= 1;
    if (watchers === 0) stop();
  };
}

/** Loads the sync status, and the list of differing headsets if it has changed. */
export async function readSync(): Promise<void> {
  const before = received;
  const outcome = await call(getSync, {});
  if (isRefused(outcome)) return useSyncFacts.setState({ refusal: outcome });
  // An event that arrived meanwhile may be newer. If it is not, another one follows.
  if (received === before) putSync(outcome.reply);
}

/** Stores a sync status from an event or an answer. */
export function putSync(sync: Sync): void {
  useSyncFacts.setState({ sync, refusal: null, readAtMs: Date.now() });
  const now = fingerprintOf(sync);
  if (now === shownFor) return;
  shownFor = now;
  void readDiffering(now);
}

/** Returns a text that changes whenever other headsets may differ. */
function fingerprintOf({ upstream, waiting, conflicts, failures, gone, linked }: Sync): string {
  if (upstream === null) return '';
  return [waiting.desired, waiting.lifecycle, waiting.toRead, conflicts, failures, gone, linked].join(' ');
}

let shownFor = '';

async function readDiffering(fingerprint: string): Promise<void> {
  const differing: SyncDevice[] = [];
  for (let page = 1; fingerprint !== '' && page <= MAX_PAGES; page += 1) {
    const query = { which: 'apart', page: String(page), limit: String(ROWS_ON_PAGE) } as const;
    const outcome = await call(listSyncDevices, { query });
    // Another load has started meanwhile.
    if (shownFor !== fingerprint) return;
    if (isRefused(outcome)) {
      shownFor = 'unread';
      return;
    }
    differing.push(...outcome.reply.items);
    if (differing.length >= outcome.reply.total) break;
  }
  const marks = new Map<string, SyncMark>();
  for (const device of differing) {
    const mark = markOf(device);
    if (device.id !== null && mark !== null) marks.set(device.id, mark);
  }
  useSyncFacts.setState({ differing, marks });
}

function start(): () => void {
  // Events cover every change. Read once for what was missed before subscribing.
  const unsubscribe = syncEvents.on((sync) => {
    received += 1;
    putSync(sync);
  });
  const endReturns = useFeed.subscribe(({ returns }, before) => {
    if (returns !== before.returns) void readSync();
  });
  // The badges need their translations.
  void allSentences().then(() => {
    useSyncFacts.setState({ views: syncViews });
    return readSync();
  });
  return () => {
    unsubscribe();
    endReturns();
  };
}
