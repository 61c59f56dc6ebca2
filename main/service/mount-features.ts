import type { FastifyInstance } from 'fastify';

import type { Disk, Warning } from '../../shared/contract/operations/diagnostics.ts';
import type { EnterpriseId } from '../../shared/contract/ids.ts';
import type { Activity } from '../../shared/service-port.ts';
import { MAX_HIGH_FIDELITY_AT_ONCE } from '../../shared/domain/commands/stream-quality.ts';
import {
  type Care,
  warningsOf,
  openHeadsetCounts,
  mountBackups,
  mountDiagnostics,
  mountAudit,
  type AuditLog,
  mountStation,
  type StationRoutes,
  mountWebhooks,
} from './operations/index.ts';
import type { Core } from './kernel/kernel.ts';
import {
  mountApplications,
  type Library,
  type LibraryStore,
  mountLibrary,
  mountLibraryCoverage,
  mountLibraryServing,
} from './content/index.ts';
import {
  mountAvailability,
  type Commands,
  mountCommands,
  type CommandRecords,
  mountStream,
} from './commands/index.ts';
import {
  mountCable,
  mountCarts,
  takeOver,
  DeploymentWatch,
  mountEnrolment,
  mountHeartbeat,
  mountPairing,
  mountPractice,
  Practice,
  mountUnenrolment,
  releaseHeadset,
} from './enrolment/index.ts';
import {
  mountCatalog,
  mountChanges,
  mountConfigure,
  mountContents,
  mountUnassign,
  mountDrift,
  mountExpiry,
  mountPlans,
  findProfile,
  giveProfile,
  mountProfiles,
  openProfileStore,
  type ProfileStore,
  mountSettingsSurvey,
} from './configuration/index.ts';
import { mountClass, mountLessons, openLessonStore } from './classroom/index.ts';
import {
  type CodeGuard,
  openCodeGuard,
  findKey,
  type ForHeadset,
  mountDevices,
  mountDeviceUpdates,
  type Records,
  mountEvents,
  mountFleetUpdates,
  mountGroups,
  mountLookup,
  mountMetadata,
  openAuthors,
} from './devices/index.ts';
import {
  type LanSettingStore,
  mountLan,
  mountNetworkChecks,
  mountResolveMac,
  mountRouters,
  type LanSwitch,
} from './network/index.ts';
import { type StatisticsRecords, mountStatistics, mountStatisticsNow } from './statistics/index.ts';
import { type MountedSync, mountSync } from './sync/index.ts';
import type { EventStreams } from './kernel/streams/event-stream.ts';
import { mountMetrics } from './kernel/openapi/metrics.ts';
import { mountOpenApi } from './kernel/openapi/openapi.ts';
import { plainAddresses } from './kernel/addresses/interfaces.ts';
import { Failure } from './kernel/failure.ts';
import type { ServiceOptions } from './options.ts';
import type { StationHost } from './kernel/station-host.ts';

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
  const cable = mountAtCable(http, options, parts, { profiles, library });
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
        cable.stop(),
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

/** Headsets at the cables of this computer; they enrol where the local network reaches the station. */
function mountAtCable(
  http: FastifyInstance,
  { cable: place }: Pick<ServiceOptions, 'cable'>,
  { records, enterpriseId: ownEnterpriseId, lan }: FeatureParts,
  stores: { readonly profiles: ProfileStore; readonly library: Library },
): Pick<Mounted, 'stop'> {
  const reach = (): { url: string; fingerprint: string | null } | null => {
    const [url] = lan.urls;
    return url === undefined ? null : { url, fingerprint: lan.fingerprint };
  };
  return mountCable(http, records, { ...stores, place, ownEnterpriseId, reach });
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
