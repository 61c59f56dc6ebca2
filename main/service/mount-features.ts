import type { FastifyInstance } from 'fastify';

import type { EnterpriseId } from '../../shared/contract/ids.ts';
import { MAX_HIGH_FIDELITY_AT_ONCE } from '../../shared/domain/stream-quality.ts';
import type { Core } from './core.ts';
import { mountApplications } from './features/applications/index.ts';
import { mountAvailability } from './features/availability/index.ts';
import { mountCarts } from './features/carts/index.ts';
import { mountCatalog } from './features/catalog/index.ts';
import { mountChanges } from './features/changes/index.ts';
import { mountConfigure } from './features/configure/index.ts';
import { mountContents } from './features/contents/index.ts';
import { type CodeGuard, openCodeGuard } from './features/codes/index.ts';
import { mountCommands } from './features/commands/index.ts';
import {
  findKey,
  type ForHeadset,
  mountDevices,
  mountDeviceUpdates,
  type Records,
} from './features/devices/index.ts';
import { mountDrift } from './features/drift/index.ts';
import { mountEnrolment } from './features/enrolment/index.ts';
import { mountEvents } from './features/events/index.ts';
import { mountFleetUpdates } from './features/fleet/index.ts';
import { mountGroups } from './features/groups/index.ts';
import { type LanSettingStore, mountLan } from './features/lan/index.ts';
import { mountHeartbeat } from './features/heartbeat/index.ts';
import { mountLibrary } from './features/library/index.ts';
import { mountLibraryServing } from './features/library-serving/index.ts';
import { mountLookup } from './features/lookup/index.ts';
import { mountMetadata } from './features/metadata/index.ts';
import { mountNetworkChecks } from './features/network-checks/index.ts';
import { mountPairing } from './features/pairing/index.ts';
import { mountPlans } from './features/plans/index.ts';
import { mountPractice, Practice } from './features/practice/index.ts';
import {
  findProfile,
  giveProfile,
  mountProfiles,
  openProfileStore,
  type ProfileStore,
} from './features/profiles/index.ts';
import { mountResolveMac } from './features/resolve-mac/index.ts';
import { mountRouters } from './features/routers/index.ts';
import { mountSettingsSurvey } from './features/settings-survey/index.ts';
import { mountStream } from './features/stream/index.ts';
import { mountStation } from './features/station/index.ts';
import { mountStatistics } from './features/statistics/index.ts';
import { mountStatisticsNow } from './features/statistics-now/index.ts';
import { mountWebhooks } from './features/webhooks/index.ts';
import { mountUnenrolment, releaseHeadset } from './features/unenrolment/index.ts';
import { openAuthors } from './features/journal/index.ts';
import type { EventStreams } from './http/event-stream.ts';
import { mountMetrics } from './http/metrics.ts';
import { mountOpenApi } from './http/openapi.ts';
import type { LanSwitch } from './lan/index.ts';
import { plainAddresses } from './lan/index.ts';
import { Failure } from './failure.ts';
import type { ServiceOptions } from './options.ts';

/** What the features stand on. */
export type FeatureParts = {
  readonly records: Records;
  readonly enterpriseId: EnterpriseId;
  readonly streams: EventStreams;
  readonly url: () => string;
  readonly startedAtMs: number;
  readonly lan: LanSwitch;
  readonly lanSettings: LanSettingStore;
};

/** What is under way in features. */
type Mounted = { stop(): Promise<void> };

/** Mounts everything that the station serves to programs, but tokens and the interface's files. */
export function mountFeatures(http: FastifyInstance, options: ServiceOptions, parts: FeatureParts): Mounted {
  const { records, enterpriseId, streams, url, startedAtMs, lan } = parts;
  const { core, enterprises } = records;
  const guard = openCodeGuard(core.db);
  const practice = new Practice(records, guard, url);
  mountDescriptions(http, core, streams);
  mountStation(http, {
    core,
    enterprises,
    ownEnterpriseId: enterpriseId,
    folder: options.dataFolder,
    version: options.version,
    role: options.role,
    startedAtMs,
    addresses: () => [url(), ...plainAddresses(options.host, url()), ...lan.urls],
    tlsFingerprint: () => lan.fingerprint,
  });
  const serving = mountLibraryServing(http, records, {
    dataFolder: options.dataFolder,
    ownEnterpriseId: enterpriseId,
  });
  const profiles = openProfileStore(core.db);
  mountEntry(http, parts, guard, { forHeadset: serving.forHeadset, profiles });
  mountRecords(http, records, serving.forHeadset);
  const configurations = mountConfigurations(http, parts, profiles);
  const library = mountLibrary(http, records, options);
  mountApplications(http, core, { sources: [library.applications], webInterface: options.webInterface });
  mountResolveMac(http, records, mountRouters(http, core, options.role, enterpriseId));
  mountHeartbeat(http, records, {
    toAssigned: serving.toAssigned,
    welcome: (record, afterCommit) => giveProfile(records, profiles, record, afterCommit),
  });
  mountEvents(http, core, records.events, (id, caller) => findKey(records, id, caller));
  mountStatistics(http, records, enterpriseId);
  mountStatisticsNow(http, records);
  mountDeviceUpdates(http, records, streams);
  mountFleetUpdates(http, records, guard, streams);
  const webhooks = mountWebhooks(http, records, options.role);
  const commands = mountCommands(http, records, releaseHeadset);
  mountUnenrolment(http, records, commands);
  mountAvailability(http, records, commands);
  const wantedTransport = options.role === 'central' ? 'WEB' : 'LAN';
  const rules = { wantedTransport, mostHighFidelity: MAX_HIGH_FIDELITY_AT_ONCE } as const;
  mountStream(http, records, { commands, streams, rules });
  mountPractice(http, practice);
  mountNetworkChecks(http, { core, ownEnterpriseId: enterpriseId, role: options.role, lan: () => lan.view });
  return {
    async stop() {
      const webhooksStopped = webhooks.stop();
      commands.stop();
      await Promise.all([
        practice.stop(),
        webhooksStopped,
        library.stop(),
        serving.stop(),
        configurations.stop(),
      ]);
    },
  };
}

/** The records of devices, and what people and programs write into them. */
function mountRecords(http: FastifyInstance, records: Records, forHeadset: ForHeadset): void {
  mountDevices(http, records, forHeadset);
  mountConfigure(http, records);
  mountContents(http, records);
  mountCatalog(http, records);
  mountLookup(http, records);
  mountMetadata(http, records);
}

/** What programs read about the station itself: its metrics and its OpenAPI document. */
function mountDescriptions(http: FastifyInstance, core: Core, streams: EventStreams): void {
  mountMetrics(http, {
    linkedHeadsets: () => core.links.count,
    openStreams: () => streams.count,
    writes: () => core.writer.counts,
  });
  mountOpenApi(http);
}

/** How headsets come to the station: the local network, pairing, enrolment. */
function mountEntry(
  http: FastifyInstance,
  parts: FeatureParts,
  guard: CodeGuard,
  { forHeadset, profiles }: { readonly forHeadset: ForHeadset; readonly profiles: ProfileStore },
): void {
  const { records, enterpriseId: ownEnterpriseId, lan, lanSettings } = parts;
  const { core, tokens } = records;
  mountLan(http, { core, lan, settings: lanSettings, tokens, ownEnterpriseId });
  const allowsUnpaired = (): boolean => lanSettings.get().allowsUnpaired;
  mountEnrolment(http, {
    records,
    guard,
    ownEnterpriseId,
    forHeadset,
    allowsUnpaired,
    hasProfile: (id, caller) => !(findProfile(profiles, id, caller) instanceof Failure),
    welcome: (record, afterCommit) => giveProfile(records, profiles, record, afterCommit),
  });
  mountCarts(http, records, profiles, ownEnterpriseId);
  const fingerprint = (): string => lan.ownFingerprint;
  const isOnLan = (): boolean => lan.fingerprint !== null;
  mountPairing(http, { records, guard, ownEnterpriseId, fingerprint, isOnLan });
}

/** What headsets shall be, seen before and proved after: groups, profiles, plans, history, drift. */
function mountConfigurations(
  http: FastifyInstance,
  { records }: FeatureParts,
  profiles: ProfileStore,
): Mounted {
  const { core } = records;
  mountGroups(http, core);
  mountProfiles(http, { records, profiles, toAuthor: openAuthors(core.db) });
  const mounted = mountPlans(http, records, profiles);
  const stopForgetting = mountChanges(http, records, mounted.plans);
  mountDrift(http, records, mounted.plans);
  mountSettingsSurvey(http, records);
  return {
    stop() {
      stopForgetting();
      return mounted.stop();
    },
  };
}
