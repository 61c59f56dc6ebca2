import type { FastifyInstance } from 'fastify';

import type { Disk, Warning } from '../../shared/contract/diagnostics.ts';
import type { EnterpriseId } from '../../shared/contract/ids.ts';
import type { Activity } from '../../shared/service-port.ts';
import { MAX_HIGH_FIDELITY_AT_ONCE } from '../../shared/domain/stream-quality.ts';
import { type Care, warningsOf } from './care.ts';
import type { Core } from './core.ts';
import { mountApplications } from './features/applications/index.ts';
import { mountAvailability } from './features/availability/index.ts';
import { openHeadsetCounts } from './activity.ts';
import { mountBackups } from './features/backups/index.ts';
import { mountDiagnostics } from './features/diagnostics/index.ts';
import { mountCatalog } from './features/catalog/index.ts';
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
import { mountEnrolment } from './features/enrolment/index.ts';
import { mountEvents } from './features/events/index.ts';
import { mountFleetUpdates } from './features/fleet/index.ts';
import { type LanSettingStore, mountLan } from './features/lan/index.ts';
import { mountHeartbeat } from './features/heartbeat/index.ts';
import { mountLibrary } from './features/library/index.ts';
import { mountLibraryServing } from './features/library-serving/index.ts';
import { mountLookup } from './features/lookup/index.ts';
import { mountMetadata } from './features/metadata/index.ts';
import { mountNetworkChecks } from './features/network-checks/index.ts';
import { mountPairing } from './features/pairing/index.ts';
import { mountPractice, Practice } from './features/practice/index.ts';
import { mountResolveMac } from './features/resolve-mac/index.ts';
import { mountRouters } from './features/routers/index.ts';
import { mountStream } from './features/stream/index.ts';
import { mountStation } from './features/station/index.ts';
import { mountStatistics } from './features/statistics/index.ts';
import { mountStatisticsNow } from './features/statistics-now/index.ts';
import { mountWebhooks } from './features/webhooks/index.ts';
import { mountUnenrolment, releaseHeadset } from './features/unenrolment/index.ts';
import type { EventStreams } from './http/event-stream.ts';
import { mountMetrics } from './http/metrics.ts';
import { mountOpenApi } from './http/openapi.ts';
import type { LanSwitch } from './lan/index.ts';
import { plainAddresses } from './lan/index.ts';
import type { ServiceOptions } from './options.ts';
import type { StationHost } from './station-host.ts';

/** What the features stand on. */
export type FeatureParts = {
  readonly records: Records;
  readonly enterpriseId: EnterpriseId;
  readonly streams: EventStreams;
  readonly host: StationHost;
  readonly startedAtMs: number;
  readonly lan: LanSwitch;
  readonly lanSettings: LanSettingStore;
  readonly care: Care;
};

/** What is under way in features. */
type Mounted = { stop(): Promise<void>; activity(): Activity };

/** Mounts everything that the station serves to programs, but tokens and the interface's files. */
export function mountFeatures(http: FastifyInstance, options: ServiceOptions, parts: FeatureParts): Mounted {
  const { records, enterpriseId, streams, host } = parts;
  const { core } = records;
  const guard = openCodeGuard(core.db);
  const practice = new Practice(records, guard, host.url);
  mountDescriptions(http, core, streams);
  mountCare(http, options, parts);
  const serving = mountLibraryServing(http, records, {
    dataFolder: options.dataFolder,
    ownEnterpriseId: enterpriseId,
  });
  const { forHeadset } = serving;
  mountEntry(http, parts, guard, forHeadset);
  mountDevices(http, records, forHeadset);
  mountConfigure(http, records);
  mountContents(http, records);
  mountCatalog(http, records);
  const library = mountLibrary(http, records, options);
  mountApplications(http, core, { sources: [library.applications], webInterface: options.webInterface });
  mountResolveMac(http, records, mountRouters(http, core, options.role, enterpriseId));
  mountLookup(http, records);
  mountMetadata(http, records);
  mountHeartbeat(http, records, serving.toAssigned);
  mountEvents(http, core, records.events, (id, caller) => findKey(records, id, caller));
  mountStatistics(http, records, enterpriseId);
  mountStatisticsNow(http, records);
  mountDeviceUpdates(http, records, streams);
  mountFleetUpdates(http, records, guard, streams);
  const webhooks = mountWebhooks(http, records, options.role);
  const commands = mountCommands(http, records, releaseHeadset);
  mountUnenrolment(http, records, commands);
  mountAvailability(http, records, commands);
  mountStream(http, records, {
    commands,
    streams,
    rules: {
      wantedTransport: options.role === 'central' ? 'WEB' : 'LAN',
      mostHighFidelity: MAX_HIGH_FIDELITY_AT_ONCE,
    },
  });
  mountPractice(http, practice);
  mountNetworkChecks(http, {
    core,
    ownEnterpriseId: enterpriseId,
    role: options.role,
    lan: () => parts.lan.view,
  });
  const headsets = openHeadsetCounts(core);
  return {
    activity: () => ({ ...headsets(), downloads: serving.sending(), uploads: library.arriving() }),
    async stop() {
      const webhooksStopped = webhooks.stop();
      commands.stop();
      await Promise.all([practice.stop(), webhooksStopped, library.stop(), serving.stop()]);
    },
  };
}

/** The station about itself: what it is, its backups, what it tells somebody far away. */
function mountCare(http: FastifyInstance, options: ServiceOptions, parts: FeatureParts): void {
  const { records, enterpriseId: ownEnterpriseId, host, startedAtMs, lan, care } = parts;
  const { core, enterprises } = records;
  const { dataFolder: folder, version, role } = options;
  const addresses = (): string[] => [host.url(), ...plainAddresses(options.host, host.url()), ...lan.urls];
  const disk = (): Promise<Disk> => care.disk.look();
  const warnings = (found: Disk): Warning[] => warningsOf(care, found);
  const about = { core, ownEnterpriseId, version, role, startedAtMs, addresses, disk, warnings };
  mountStation(http, { ...about, enterprises, tlsFingerprint: () => lan.fingerprint });
  mountBackups(http, { core, keeper: care.backups, folder, ownEnterpriseId, restore: host.restore });
  mountDiagnostics(http, { ...about, folder, backups: () => care.backups.list(), logFile: care.logFile });
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
  forHeadset: ForHeadset,
): void {
  const { records, enterpriseId: ownEnterpriseId, lan, lanSettings } = parts;
  const { core, tokens } = records;
  mountLan(http, { core, lan, settings: lanSettings, tokens, ownEnterpriseId });
  const allowsUnpaired = (): boolean => lanSettings.get().allowsUnpaired;
  mountEnrolment(http, { records, guard, ownEnterpriseId, forHeadset, allowsUnpaired });
  const fingerprint = (): string => lan.ownFingerprint;
  const isOnLan = (): boolean => lan.fingerprint !== null;
  mountPairing(http, { records, guard, ownEnterpriseId, fingerprint, isOnLan });
}
