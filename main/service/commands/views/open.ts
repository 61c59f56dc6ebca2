import type { FastifyInstance } from 'fastify';

import type { Caller } from '../../kernel/http/caller.ts';
import type { CommandSender } from '../orders/commands.ts';
import type { CommandRecords } from '../pending/records.ts';
import type { QualityNegotiator } from '../stream/quality.ts';
import { Boards } from './boards.ts';
import { type BlockedViews, LiveViews } from './live.ts';
import { openViewPermissions } from './permission-store.ts';
import { mountViews } from './routes.ts';
import type { OnWatched } from './watching.ts';

/** How often leases are checked, in ms. */
const TICK_MS = 1_000;

/** Small pictures and live views of headsets. */
export type Views = {
  mount(http: FastifyInstance): void;
  /**
   * Calls back when watching starts or ends without a request. Needed by the audit log, which is in a higher module.
   */
  onWatched(callback: OnWatched): void;
  /** Returns how many headsets cannot be viewed because of the network. */
  blocked(): BlockedViews;
  stop(): void;
};

export function openViews(
  records: CommandRecords,
  commands: CommandSender,
  {
    negotiator,
    nameOf,
  }: { readonly negotiator: QualityNegotiator; readonly nameOf: (caller: Caller) => string | null },
): Views {
  const permissions = openViewPermissions(records.core.db);
  const listeners: OnWatched[] = [];
  const onWatched: OnWatched = (entry) => listeners.forEach((each) => each(entry));
  const common = { records, commands, permissions, onWatched };
  const live: LiveViews = new LiveViews({
    ...common,
    negotiator,
    isRefused: (id) => boards.isRefused(id),
    announce: (record) => boards.announce(record),
  });
  const boards: Boards = new Boards({ ...common, liveOf: (id) => live.of(id) });
  const tick = (): void => {
    if (!boards.isIdle) boards.tick();
    if (!live.isIdle) live.tick();
  };
  const timer = setInterval(tick, TICK_MS).unref();
  const stopListening = records.core.clock.onMoved?.(tick);
  return {
    mount: (http) => mountViews(http, { records, permissions, boards, live, nameOf }),
    onWatched: (callback) => void listeners.push(callback),
    blocked: () => live.blocked,
    stop() {
      clearInterval(timer);
      stopListening?.();
    },
  };
}
