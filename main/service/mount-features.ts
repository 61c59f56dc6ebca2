import type { FastifyInstance } from 'fastify';

import type { Disk, Warning } from '../../shared/contract/diagnostics.ts';
import type { EnterpriseId } from '../../shared/contract/ids.ts';
import type { Activity } from '../../shared/service-port.ts';
import { MAX_HIGH_FIDELITY_AT_ONCE } from '../../shared/domain/stream-quality.ts';
import { type Care, warningsOf } from './care.ts';
import type { Core } from './core.ts';
import { mountApplications } from './features/applications/index.ts';
import { mountAvailability } from './features/availability/index.ts';
import { mountCarts, takeOver } from './features/carts/index.ts';
import { openHeadsetCounts } from './activity.ts';
import { mountBackups } from './features/backups/index.ts';
import { DeploymentWatch } from './features/deployments/index.ts';
import { mountDiagnostics } from './features/diagnostics/index.ts';
import { mountCatalog } from './features/catalog/index.ts';
import { mountChanges } from './features/changes/index.ts';
import { mountConfigure } from './features/configure/index.ts';
import { mountAudit, type AuditLog } from './features/audit/index.ts';
import { mountClass } from './features/class/index.ts';
import { mountContents, mountUnassign } from './features/contents/index.ts';
import { type CodeGuard, openCodeGuard } from './features/codes/index.ts';
import { type Commands, mountCommands } from './features/commands/index.ts';
import {
  findKey,
  type ForHeadset,
  mountDevices,
  mountDeviceUpdates,
  type Records,
} from './features/devices/index.ts';
import { mountDrift } from './features/drift/index.ts';
import { mountEnrolment } from './features/enrolment/index.ts';
import { mountExpiry } from './features/expiry/index.ts';
import { mountEvents } from './features/events/index.ts';
import { mountFleetUpdates } from './features/fleet/index.ts';
import { mountGroups } from './features/groups/index.ts';
import { type LanSettingStore, mountLan } from './features/lan/index.ts';
import { mountHeartbeat } from './features/heartbeat/index.ts';
import { type LibraryStore, mountLibrary } from './features/library/index.ts';
import { mountLibraryCoverage } from './features/library-coverage/index.ts';
import { mountLibraryServing } from './features/library-serving/index.ts';
import { mountLessons, openLessonStore } from './features/lessons/index.ts';
import { mountLookup } from './features/lookup/index.ts';
import { mountMetadata } from './features/metadata/index.ts';
import { mountNetworkChecks } from './features/network-checks/index.ts';
import { mountPairing } from './features/pairing/index.ts';
import { type CommandRecords } from './features/pending/index.ts';
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
import type { StatisticsRecords } from './features/rollups/index.ts';
import { mountStream } from './features/stream/index.ts';
import { mountStation, type StationRoutes } from './features/station/index.ts';
import { mountStatistics } from './features/statistics/index.ts';
import { mountStatisticsNow } from './features/statistics-now/index.ts';
import { type MountedSync, mountSync } from './features/sync/index.ts';
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
import type { StationHost } from './station-host.ts';

/** Everything that is known about headsets, for the features that read or change it. */
export type StationRecords = CommandRecords & StatisticsRecords;

/** What the features stand on. */
export type FeatureParts = {
  readonly records: StationRecords;
  readonly enterpriseId: EnterpriseId;
  /** Fingerprint of the station's keys. */
  readonly keyMark: string;
  readonly streams: EventStreams;
  readonly host: StationHost;
  readonly startedAtMs: number;
  readonly lan: LanSwitch;
  readonly lanSettings: LanSettingStore;
  readonly care: Care;
  readonly audit: AuditLog;
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
  mountCare(http, options, parts, () => sync.summary());
  const library = mountLibrary(http, records, options);
  const serving = mountLibraryServing(http, records, { library, ownEnterpriseId: enterpriseId });
  const profiles = openProfileStore(core.db);
  mountEntry(http, parts, guard, { forHeadset: serving.forHeadset, profiles, role: options.role });
  mountRecords(http, records, serving.forHeadset);
  const configurations = mountConfigurations(http, parts, { profiles, library: library.store });
  mountLibraryCoverage(http, records, library.store);
  mountUnassign(http, records, library.store);
  mountExpiry(http, records);
  mountApplications(http, core, { sources: [library.applications], webInterface: options.webInterface });
  mountNetwork(http, options, parts);
  mountHeartbeat(http, records, {
    toAssigned: serving.toAssigned,
    welcome: (record, afterCommit) => giveProfile(records, profiles, record, afterCommit),
  });
  mountHistory(http, parts, guard);
  const webhooks = mountWebhooks(http, records, options.role);
  const deployments = new DeploymentWatch(records);
  deployments.start();
  const commands = mountCommands(http, records, releaseHeadset);
  const stopClass = mountTeaching(http, parts, commands);
  mountUnenrolment(http, records, { commands, role: options.role });
  const sync: MountedSync = mountSync(http, records, {
    ownEnterpriseId: enterpriseId,
    role: options.role,
    flags: options.upstream,
    pace: options.syncPace,
    ownUrls: () => [host.url(), ...parts.lan.urls],
    handOver: (record) => commands.handOver(record),
  });
  mountPresence(http, options, parts, commands);
  mountPractice(http, practice);
  return {
    activity: activityOf(core, { serving, library, sync }),
    async stop() {
      const webhooksStopped = webhooks.stop();
      commands.stop();
      stopClass();
      await Promise.all([
        practice.stop(),
        webhooksStopped,
        library.stop(),
        serving.stop(),
        configurations.stop(),
        sync.stop(),
        deployments.stop(),
      ]);
    },
  };
}

/** What happened and happens, as events, sums and streams. */
function mountHistory(
  http: FastifyInstance,
  { records, enterpriseId, streams }: FeatureParts,
  guard: CodeGuard,
): void {
  mountEvents(http, records.core, records.events, (id, caller) => findKey(records, id, caller));
  mountStatistics(http, records, enterpriseId);
  mountStatisticsNow(http, records);
  mountDeviceUpdates(http, records, streams);
  mountFleetUpdates(http, records, guard, streams);
}

/** Whether a headset is there, and what its picture is like. */
function mountPresence(
  http: FastifyInstance,
  { role }: Pick<ServiceOptions, 'role'>,
  { records, streams }: FeatureParts,
  commands: Commands,
): void {
  mountAvailability(http, records, commands);
  const wantedTransport = role === 'central' ? 'WEB' : 'LAN';
  const rules = { wantedTransport, mostHighFidelity: MAX_HIGH_FIDELITY_AT_ONCE } as const;
  mountStream(http, records, { commands, streams, rules });
}

/** Who did what, lesson plans and what classes are told; answers how to stop. */
function mountTeaching(
  http: FastifyInstance,
  { records, enterpriseId, audit, care }: FeatureParts,
  commands: Commands,
): () => void {
  const { core } = records;
  const lessons = openLessonStore(core.db);
  mountAudit(http, records, audit, enterpriseId);
  mountLessons(http, core, lessons);
  const stopClass = mountClass(http, records, { commands, lessons });
  const stopForgetting = audit.startForgetting(() => care.clock.isHolding);
  return () => {
    stopClass();
    stopForgetting();
  };
}

/** What is under way now. */
function activityOf(
  core: Core,
  {
    serving,
    library,
    sync,
  }: {
    readonly serving: { sending(): number };
    readonly library: { arriving(): number };
    readonly sync: Pick<MountedSync, 'running'>;
  },
): Mounted['activity'] {
  const headsets = openHeadsetCounts(core);
  return () => ({
    ...headsets(),
    downloads: serving.sending(),
    uploads: library.arriving(),
    syncs: sync.running(),
  });
}

/** The station about itself: what it is, its backups, what it tells somebody far away. */
function mountCare(
  http: FastifyInstance,
  options: ServiceOptions,
  parts: FeatureParts,
  sync: StationRoutes['sync'],
): void {
  const { records, enterpriseId: ownEnterpriseId, host, startedAtMs, lan, care } = parts;
  const { core, enterprises } = records;
  const { dataFolder: folder, version, role } = options;
  const addresses = (): string[] => [host.url(), ...plainAddresses(options.host, host.url()), ...lan.urls];
  const disk = (): Promise<Disk> => care.disk.look();
  const warnings = (found: Disk): Warning[] => warningsOf(care, found);
  const about = { core, ownEnterpriseId, version, role, startedAtMs, addresses, disk, warnings };
  mountStation(http, { ...about, enterprises, tlsFingerprint: () => lan.fingerprint, sync });
  const own = { enterpriseId: ownEnterpriseId, keyMark: parts.keyMark };
  mountBackups(http, { core, keeper: care.backups, folder, own, restore: host.restore });
  mountDiagnostics(http, {
    ...about,
    folder,
    backups: () => care.backups.list(),
    logFile: care.logFile,
    counts: openHeadsetCounts(core),
    lan: () => ({ isOn: lan.view.isOn, problem: lan.problem }),
    sync,
  });
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

/** What is known of the network: routers, MAC addresses, what stands between headsets and station. */
function mountNetwork(
  http: FastifyInstance,
  { role }: Pick<ServiceOptions, 'role'>,
  { records, enterpriseId: ownEnterpriseId, lan }: FeatureParts,
): void {
  const { core } = records;
  const routers = mountRouters(http, core, role, ownEnterpriseId);
  mountResolveMac(http, records, routers.sourceOf);
  const { leasePool: leases } = routers;
  mountNetworkChecks(http, { core, ownEnterpriseId, role, lan: () => lan.view, leases });
}

/** How headsets come to the station and where they stand: the local network, pairing, enrolment, groups and carts. */
function mountEntry(
  http: FastifyInstance,
  parts: FeatureParts,
  guard: CodeGuard,
  {
    forHeadset,
    profiles,
    role,
  }: {
    readonly forHeadset: ForHeadset;
    readonly profiles: ProfileStore;
    readonly role: ServiceOptions['role'];
  },
): void {
  const { records, enterpriseId: ownEnterpriseId, lan, lanSettings } = parts;
  const { core, tokens } = records;
  const groups = mountGroups(http, core);
  mountLan(http, { core, lan, settings: lanSettings, tokens, ownEnterpriseId, role });
  const allowsUnpaired = (): boolean => lanSettings.get().allowsUnpaired;
  mountEnrolment(http, {
    records,
    guard,
    ownEnterpriseId,
    forHeadset,
    allowsUnpaired,
    hasProfile: (id, caller) => !(findProfile(profiles, id, caller) instanceof Failure),
    welcome(record, replaced, afterCommit) {
      const standing = replaced.reduce(
        (to, from) => takeOver(records, groups, { from, to }, afterCommit),
        record,
      );
      return giveProfile(records, profiles, standing, afterCommit);
    },
  });
  mountCarts(http, records, profiles, ownEnterpriseId);
  const fingerprint = (): string => lan.ownFingerprint;
  const isOnLan = (): boolean => lan.fingerprint !== null;
  mountPairing(http, { records, guard, ownEnterpriseId, fingerprint, isOnLan });
}

/** What headsets shall be, seen before and proved after: profiles, plans, history, drift. */
function mountConfigurations(
  http: FastifyInstance,
  { records }: FeatureParts,
  { profiles, library }: { readonly profiles: ProfileStore; readonly library: LibraryStore },
): Pick<Mounted, 'stop'> {
  const { core } = records;
  mountProfiles(http, { records, profiles, toAuthor: openAuthors(core.db) });
  const mounted = mountPlans(http, records, { profiles, library });
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
