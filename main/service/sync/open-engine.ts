import type { FastifyInstance } from 'fastify';

import { DEFAULT_NAME, type getStation } from '../../../shared/contract/operations/station.ts';
import type { EnterpriseId } from '../../../shared/contract/ids.ts';
import { Central, type CentralClient, type CentralOptions } from './client/central.ts';
import type { Sender } from './client/exchange.ts';
import type { Core } from '../kernel/kernel.ts';
import { newId } from '../kernel/new-id.ts';
import { toInstantOrNull } from '../kernel/clock.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { CommandRecords } from '../commands/index.ts';
import type { z } from 'zod';
import { identityOf } from './copies/identity.ts';
import { watchStations } from './copies/mount.ts';
import { Announcer } from './engine/announcer.ts';
import { saveUpstream } from './routes/connect.ts';
import type { Tokens } from '../access/index.ts';
import { openSetting } from '../kernel/store/setting.ts';
import type { Network } from '../network/index.ts';
import { openPartner } from './partner/open.ts';
import { type Partner, partnerSetting, type PartnerSetting, trustFor } from './partner/record.ts';
import { refuseWithPartner } from './partner/routes.ts';
import { Echoes } from './records/echoes.ts';
import { Engine } from './engine/engine.ts';
import type { SyncParts } from './records/parts.ts';
import { openerOf } from './engine/opener.ts';
import { followExpiry } from './reported/count-events.ts';
import { mountSyncRoutes, viewOf } from './routes/routes.ts';
import { openSyncStores } from './records/stores.ts';

/** The central that command-line flags configure. */
type UpstreamFlags = { readonly url: string; readonly token: string };

export type SyncOptions = {
  readonly ownEnterpriseId: EnterpriseId;
  /** The name of the station. */
  readonly ownName: () => string;
  /** Returns the name of a profile; undefined if it was deleted. */
  readonly nameOfProfile: (id: string) => string | undefined;
  readonly role: 'station' | 'central';
  readonly flags: UpstreamFlags | undefined;
  /** Factor for the waits between attempts of a request. */
  readonly pace: number;
  readonly ownUrls: () => readonly string[];
  readonly tokens: Tokens;
  readonly lan: Network['lan'];
  /** Sends pending orders to a connected headset. */
  readonly sendPending: (record: DeviceRecord) => void;
};

/** The running sync engine. */
export type OpenSync = {
  /** Serves `/station/sync`. */
  mount(http: FastifyInstance): void;
  /** Returns the `sync` part of `GET /station`. */
  summary(): z.input<typeof getStation.reply>['sync'];
  /** Returns the `serves` part of it. */
  served(): z.input<typeof getStation.reply>['serves'];
  /** Runs in progress: 0 or 1. */
  running(): number;
  stop(): Promise<void>;
};

/** Opens the engine and starts it if a central is configured. */
export function openEngine(records: CommandRecords, options: SyncOptions): OpenSync {
  const { core } = records;
  const { role, ownUrls, flags } = options;
  const isByFlags = flags !== undefined;
  const parts = partsOf(records, options);
  const setting = openSetting(core.db, partnerSetting);
  const open = (to: CentralOptions): CentralClient =>
    new Central({ ...to, trust: trustFor(setting.get(), to.address) });
  const engine = new Engine({
    ...parts,
    open,
    sender: senderOf(core, options),
    random: Math.random,
    pace: options.pace,
    onView() {
      announcer.publish();
      partner.onView();
    },
  });
  const announcer = announcerOf(parts, engine, isByFlags);
  const { tokens, lan } = options;
  const ownName = parts.station.name;
  const partner = openPartner({ sync: parts, engine, setting, tokens, lan, role, ownName, ownUrls });
  const stopFollowing = records.deviceEvents.subscribe(parts.enterpriseId, () => {
    if (parts.stores.upstream.get() !== undefined) announcer.publishCounts();
  });
  const started = role === 'central' ? Promise.resolve() : begin(parts, engine, flags);
  const settled = started
    .then(() => partner.start())
    .catch((error: unknown) => core.log.error({ err: error }, 'sync could not begin'));
  return {
    mount(http) {
      watchStations(http);
      mountSyncRoutes(http, {
        parts,
        engine,
        role,
        isByFlags,
        refuseCentral: () => refuseWithPartner(setting.get()),
        ownUrls,
        open: openerOf(open, parts),
        onDecided: () => announcer.publish(),
        flagsApplied: () => settled,
      });
      partner.mount(http);
    },
    summary: () => summaryOf(parts, engine, { isByFlags, setting }),
    served: () => servedOf(setting.get()),
    running: () => Number(engine.isRunning),
    async stop() {
      await started.catch(() => undefined);
      stopFollowing();
      await partner.stop();
      await engine.stop();
      announcer.stop();
    },
  };
}

function partsOf(records: CommandRecords, options: SyncOptions): SyncParts {
  const { core } = records;
  return {
    records,
    stores: openSyncStores(core.db),
    echoes: new Echoes(() => core.clock.now()),
    enterpriseId: options.ownEnterpriseId,
    station: {
      name: () => (options.ownName() === DEFAULT_NAME ? null : options.ownName()),
      profileOf(deviceKey) {
        const { slotProfiles } = records;
        const id = slotProfiles.find(deviceKey) ?? slotProfiles.applied(deviceKey)?.profileId;
        return id === undefined ? null : (options.nameOfProfile(id) ?? null);
      },
    },
    sendPending(deviceKey) {
      const record = records.devices.findByKey(deviceKey);
      if (record !== undefined) options.sendPending(record);
    },
  };
}

function summaryOf(
  parts: SyncParts,
  engine: Engine,
  { isByFlags, setting }: { readonly isByFlags: boolean; readonly setting: PartnerSetting },
): ReturnType<OpenSync['summary']> {
  const upstream = parts.stores.upstream.get();
  if (upstream === undefined) return null;
  const { state, waiting } = viewOf({ parts, engine, isByFlags });
  return {
    isConnected: ['upToDate', 'pulling', 'pushing'].includes(state),
    isPartner: setting.get()?.serves === false,
    lastContactAt: toInstantOrNull(upstream.lastContactMs),
    waiting: waiting.desired + waiting.lifecycle + waiting.events,
  };
}

function servedOf(partner: Partner | null): ReturnType<OpenSync['served']> {
  if (partner?.serves !== true) return null;
  return { name: partner.name, lastContactAt: toInstantOrNull(partner.lastContactMs) };
}

/** Returns how this station identifies itself to a Muster central. */
function senderOf({ epoch }: Core, { ownEnterpriseId: enterpriseId, ownName }: SyncOptions): Sender {
  const run = newId();
  return {
    identity: () => identityOf({ enterpriseId, name: ownName(), run }),
    onCopied: () => epoch.noteCopy(),
  };
}

/** Ends runs that a crash interrupted, applies the flags and starts the engine. */
async function begin(parts: SyncParts, engine: Engine, flags: UpstreamFlags | undefined): Promise<void> {
  const { records, stores } = parts;
  followExpiry(parts);
  if (flags !== undefined) {
    const known = stores.upstream.get();
    const isKnown =
      known?.url === flags.url && records.core.vault.unseal(known.token) === flags.token && !known.isPaused;
    if (!isKnown) {
      await saveUpstream(parts, {
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
    stores.runs.endInterrupted();
    if (!records.core.epoch.isNew) return;
    // This store was restored from a backup or copied: read everything again, without uploading anything twice.
    stores.links.invalidateAll();
  });
  engine.start();
}

/** Publishes the sync status to followers of the fleet whenever it has changed. */
function announcerOf(parts: SyncParts, engine: Engine, isByFlags: boolean): Announcer {
  const { records, enterpriseId } = parts;
  let published = '';
  const announce = (): void => {
    const data = viewOf({ parts, engine, isByFlags });
    const text = JSON.stringify(data);
    if (text === published) return;
    published = text;
    records.core.changes.announce({ enterpriseId, deviceId: null, fleet: { name: 'sync', data } });
  };
  return new Announcer(announce, () => engine.view.state);
}
