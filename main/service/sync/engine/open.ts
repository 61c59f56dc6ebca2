import type { FastifyInstance } from 'fastify';

import type { getStation } from '../../../../shared/contract/operations/station.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { Central, type CentralOptions } from '../client/central.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { CommandRecords } from '../../commands/index.ts';
import type { z } from 'zod';
import { Announcer } from './announcer.ts';
import { keepUpstream } from '../routes/connect.ts';
import { Echoes } from './echoes.ts';
import { Engine } from './engine.ts';
import type { CentralClient, SyncParts } from './parts.ts';
import { openerOf } from './opener.ts';
import { mountSyncRoutes, viewOf } from '../routes/routes.ts';
import { openSyncStores } from './stores.ts';

/** Whom the flags say to sync with. */
type UpstreamFlags = { readonly url: string; readonly token: string };

export type SyncGiven = {
  readonly ownEnterpriseId: EnterpriseId;
  readonly role: 'station' | 'central';
  readonly flags: UpstreamFlags | undefined;
  /** What the waits between two tries of one request are multiplied with. */
  readonly pace: number;
  readonly ownUrls: () => readonly string[];
  /** Hands what waits for a headset to it. */
  readonly handOver: (record: DeviceRecord) => void;
};

/** Sync at work. */
export type OpenSync = {
  /** Serves `/station/sync`. */
  mount(http: FastifyInstance): void;
  /** What `GET /station` says of it. */
  summary(): z.input<typeof getStation.reply>['sync'];
  /** Runs that are under way: at most one. */
  running(): number;
  stop(): Promise<void>;
};

/** Opens sync, and syncs with the central that is set. */
export function openEngine(records: CommandRecords, given: SyncGiven): OpenSync {
  const { core } = records;
  const parts: SyncParts = {
    records,
    stores: openSyncStores(core.db),
    echoes: new Echoes(() => core.clock.now()),
    enterpriseId: given.ownEnterpriseId,
    handOver(deviceKey) {
      const record = records.devices.findByKey(deviceKey);
      if (record !== undefined) given.handOver(record);
    },
  };
  const open = (options: CentralOptions): CentralClient => new Central(options);
  const engine = new Engine({
    ...parts,
    open,
    random: Math.random,
    pace: given.pace,
    onView: () => announcer.tell(),
  });
  const isByFlags = given.flags !== undefined;
  const announcer = announcerOf(parts, engine, isByFlags);
  const stopFollowing = core.changes.followEnterprise(parts.enterpriseId, ({ fleet }) => {
    if (fleet?.name !== 'sync' && parts.stores.upstream.get() !== undefined) announcer.tellFigures();
  });
  const { role, ownUrls } = given;
  const begun = role === 'central' ? Promise.resolve() : begin(parts, engine, given.flags);
  const settled = begun.catch((error: unknown) => core.log.error({ err: error }, 'sync could not begin'));
  return {
    mount(http) {
      mountSyncRoutes(http, {
        parts,
        engine,
        role,
        isByFlags,
        ownUrls,
        open: openerOf(open, parts),
        onDecided: () => announcer.tell(),
        begun: () => settled,
      });
    },
    summary() {
      const upstream = parts.stores.upstream.get();
      if (upstream === undefined) return null;
      const { state, waiting } = viewOf({ parts, engine, isByFlags });
      return {
        isConnected: ['upToDate', 'pulling', 'pushing'].includes(state),
        lastContactAt: toInstantOrNull(upstream.lastContactMs),
        waiting: waiting.desired + waiting.lifecycle + waiting.events,
      };
    },
    running: () => Number(engine.isRunning),
    async stop() {
      await begun.catch(() => undefined);
      stopFollowing();
      await engine.stop();
      announcer.stop();
    },
  };
}

/** Ends what a crash left open, takes over what the flags say, and goes to work. */
async function begin(parts: SyncParts, engine: Engine, flags: UpstreamFlags | undefined): Promise<void> {
  const { records, stores } = parts;
  if (flags !== undefined) {
    const known = stores.upstream.get();
    const isKnown =
      known?.url === flags.url && records.core.vault.unseal(known.token) === flags.token && !known.isPaused;
    if (!isKnown) {
      await keepUpstream(parts, {
        ...flags,
        enterpriseId: undefined,
        part: undefined,
        startsOver: false,
      });
      await records.core.writer.run(() => stores.upstream.set({ isPaused: false }));
    }
  }
  if (stores.upstream.get() === undefined) return;
  await records.core.writer.run(() => {
    stores.runs.endCut();
    if (!records.core.epoch.isNew) return;
    // This store went back to an earlier state, or is a copy: everything is read again, and nothing told twice.
    stores.links.doubtAll();
    stores.upstream.set({ sweptAtMs: null });
  });
  engine.start();
}

/** Tells who follows the fleet how sync stands, as often as that is another answer than before. */
function announcerOf(parts: SyncParts, engine: Engine, isByFlags: boolean): Announcer {
  const { records, enterpriseId } = parts;
  let told = '';
  const announce = (): void => {
    const data = viewOf({ parts, engine, isByFlags });
    const text = JSON.stringify(data);
    if (text === told) return;
    told = text;
    records.core.changes.announce({ enterpriseId, deviceId: null, fleet: { name: 'sync', data } });
  };
  return new Announcer(announce, () => engine.view.state);
}
