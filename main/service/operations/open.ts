import type { Database } from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';

import type { Disk, Warning } from '../../../shared/contract/operations/diagnostics.ts';
import type { Access } from '../access/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Devices } from '../devices/index.ts';
import { toImpossible } from '../devices/registry/index.ts';
import { startRetention } from '../devices/events/index.ts';
import type { CellOptions } from '../kernel/cells/cell.ts';
import { plainAddresses } from '../kernel/addresses/interfaces.ts';
import type { LogFile } from '../kernel/logging/log-file.ts';
import { type Module, namesOf } from '../kernel/module.ts';
import type { ProgramHost, StationHost } from '../kernel/station-host.ts';
import type { Network } from '../network/index.ts';
import type { Statistics } from '../statistics/index.ts';
import type { Sync } from '../sync/index.ts';
import { AuditLog, type AuditInput } from './audit/log.ts';
import { openAuditStore } from './audit/store.ts';
import { recordWrites } from './audit/audit-hook.ts';
import { recordWatching } from './audit/record-watching.ts';
import { mountAudit } from './audit/routes.ts';
import { BackupScheduler } from './backups/scheduler.ts';
import { mountBackups } from './backups/routes.ts';
import { mountDiagnostics } from './diagnostics/routes.ts';
import { ClockWatch } from './health/clock-watch.ts';
import { DiskWatch } from './health/disk.ts';
import { warningsOf } from './health/warnings.ts';
import { mountProgram } from './program/routes.ts';
import { mountStation } from './station/routes.ts';
import { openWebhooks } from './webhooks/open.ts';

/** Maximum number of headsets in a support bundle that report impossible values. */
const MAX_IMPOSSIBLE = 100;

type Lower = {
  readonly access: Access;
  readonly devices: Devices;
  readonly statistics: Statistics;
  readonly network: Network;
  readonly commands: Commands;
  readonly sync: Sync;
  /** Every module below this one, for the names of their things. */
  readonly all: readonly Module[];
};

type Input = {
  readonly dataFolder: string;
  readonly version: string;
  readonly role: 'station' | 'central';
  readonly logFile: LogFile;
  readonly startedAtMs: number;
  /** Where it listens. */
  readonly host: string;
  readonly cell?: CellOptions | undefined;
  readonly program?: ProgramHost | undefined;
};

/** Running a station: backups, audit log, webhooks, diagnostics and health. */
export type Operations = Module & {
  /** Returns the entry of the restore that replaced this store; undefined if it has none. */
  restoreIn(replaced: Database): AuditInput | undefined;
  /** Records this entry in the current store too. */
  recordRestore(restore: AuditInput): Promise<void>;
  /** Returns true while nothing is deleted for its age, because the clock jumped. */
  isHolding(): boolean;
};

/** Opens backups, audit log, webhooks, diagnostics and health, and starts them. */
export function openOperations(lower: Lower, stationHost: StationHost, input: Input): Operations {
  const { records } = lower.devices;
  const { core } = records;
  const backups = new BackupScheduler(core, input.dataFolder);
  const disk = new DiskWatch(input.dataFolder, core.log);
  const clock = new ClockWatch(core);
  const audit = new AuditLog(records);
  const webhooks = openWebhooks(records, input.role);
  const isHolding = (): boolean => clock.isHolding;

  const jobs = new AbortController();
  const { signal } = jobs;
  startRetention(core, [records.events, lower.statistics.records.rollUps], { signal, isHolding });
  if (input.cell?.makesBackups !== false) backups.start(signal);
  for (const each of [disk, clock]) each.start(signal);
  recordWatching(lower.commands.views, audit, core.log);
  const stopRetention = audit.startRetention(isHolding);

  return {
    restoreIn: (replaced) => openAuditStore(replaced).lastDone('restoreBackup'),
    recordRestore: (restore) => audit.record({ ...restore, enterpriseId: lower.access.enterpriseId }),
    isHolding,
    names: { inPath: { webhookId: (id) => webhooks.nameOf(id) } },
    mount(http) {
      mountAuditLog(http, lower, audit, [...lower.all, this]);
      webhooks.mount(http);
      const warnings = (found: Disk): Warning[] => warningsOf(found, backups, { ...core, jump: clock.jump });
      mountAbout(http, lower, stationHost, { ...input, backups, disk: () => disk.measure(), warnings });
    },
    async stop() {
      jobs.abort();
      stopRetention();
      await webhooks.stop();
    },
    close: () => clock.save(),
  };
}

/** Records actions, with the names of people, tokens and things at that moment, and serves the log. */
function mountAuditLog(
  http: FastifyInstance,
  { access, devices }: Lower,
  audit: AuditLog,
  modules: readonly Module[],
): void {
  const { core } = devices.records;
  const subjects = namesOf(modules);
  const { enterpriseId: ownEnterpriseId } = access;
  recordWrites(http, { core, audit, ownEnterpriseId, nameOf: (caller) => access.nameOf(caller), subjects });
  mountAudit(http, devices.records, audit, ownEnterpriseId);
}

type About = Input & {
  readonly backups: BackupScheduler;
  readonly disk: () => Promise<Disk>;
  readonly warnings: (disk: Disk) => Warning[];
};

/** Serves the station itself, its backups and its diagnostics. */
function mountAbout(http: FastifyInstance, lower: Lower, stationHost: StationHost, input: About): void {
  const { access, devices, network, sync } = lower;
  const { enterpriseId, enterprises, keyFingerprint } = access;
  const { core } = devices.records;
  const { lan } = network;
  const { backups, dataFolder: folder, host, logFile, cell, ...rest } = input;
  const addresses = (): string[] => [
    stationHost.url(),
    ...plainAddresses(host, stationHost.url()),
    ...lan.urls,
  ];
  const about = { ...rest, core, ownEnterpriseId: enterpriseId, addresses, sync: () => sync.summary() };
  mountStation(http, {
    ...about,
    enterprises,
    serves: () => sync.served(),
    tlsFingerprint: () => lan.fingerprint,
  });
  mountProgram(http, {
    ownEnterpriseId: enterpriseId,
    version: input.version,
    program: input.program,
    newLaunchUrl: stationHost.newLaunchUrl,
  });
  const own = { enterpriseId, keyFingerprint };
  const place = { isCell: cell?.name !== undefined, isScheduled: cell?.makesBackups !== false };
  const enrolledIds = (): string[] => devices.records.devices.enrolledIds();
  mountBackups(http, {
    core,
    enrolledIds,
    scheduler: backups,
    folder,
    own,
    ...place,
    restore: stationHost.restore,
  });
  mountDiagnostics(http, {
    ...about,
    folder,
    backups: () => backups.list(),
    logFile,
    counts: () => devices.counts(),
    impossible: () =>
      devices.records.reports
        .impossible(MAX_IMPOSSIBLE)
        .map(({ impossible, ...headset }) => ({ ...headset, values: toImpossible({ impossible }) })),
    lan: () => ({ isOn: lan.view.isOn, problem: lan.problem }),
  });
}
