import type { FastifyInstance } from 'fastify';

import type { Disk, Warning } from '../../../shared/contract/operations/diagnostics.ts';
import type { Access } from '../access/index.ts';
import type { Commands } from '../commands/index.ts';
import { type Devices, startRetention } from '../devices/index.ts';
import type { CellOptions } from '../kernel/cells/cell.ts';
import { plainAddresses } from '../kernel/addresses/interfaces.ts';
import type { LogFile } from '../kernel/log-file.ts';
import { type Module, namesOf } from '../kernel/module.ts';
import type { StationHost } from '../kernel/station-host.ts';
import type { Network } from '../network/index.ts';
import type { Statistics } from '../statistics/index.ts';
import type { Sync } from '../sync/index.ts';
import { AuditLog } from './audit/log.ts';
import { recordWrites } from './audit/record-writes.ts';
import { recordWatching } from './audit/record-watching.ts';
import { mountAudit } from './audit/routes.ts';
import { BackupKeeper } from './backups/keeper.ts';
import { mountBackups } from './backups/routes.ts';
import { mountDiagnostics } from './diagnostics/routes.ts';
import { ClockWatch } from './health/clock-watch.ts';
import { DiskWatch } from './health/disk.ts';
import { warningsOf } from './health/warnings.ts';
import { mountStation } from './station/routes.ts';
import { openWebhooks } from './webhooks/open.ts';

type Lower = {
  readonly access: Access;
  readonly devices: Devices;
  readonly statistics: Statistics;
  readonly network: Network;
  readonly commands: Commands;
  readonly sync: Sync;
  /** Every module below this one, for what their things are called. */
  readonly all: readonly Module[];
};

type Given = {
  readonly dataFolder: string;
  readonly version: string;
  readonly role: 'station' | 'central';
  readonly logFile: LogFile;
  readonly startedAtMs: number;
  /** Where it listens. */
  readonly host: string;
  readonly cell?: CellOptions | undefined;
};

/** Running a station: backups, audit log, webhooks, diagnostics and health. */
export type Operations = Module & {
  /** True while nothing is deleted for its age, because the clock was set. */
  isHolding(): boolean;
};

/** Opens what looks after the station itself, and starts it. */
export function openOperations(lower: Lower, stationHost: StationHost, given: Given): Operations {
  const { records } = lower.devices;
  const { core } = records;
  const backups = new BackupKeeper(core, given.dataFolder);
  const disk = new DiskWatch(given.dataFolder, core.log);
  const clock = new ClockWatch(core);
  const audit = new AuditLog(core);
  const webhooks = openWebhooks(records, given.role);
  const isHolding = (): boolean => clock.isHolding;

  const jobs = new AbortController();
  const { signal } = jobs;
  startRetention(core, [records.events, lower.statistics.records.rollUps], { signal, isHolding });
  if (given.cell?.makesBackups !== false) backups.start(signal);
  for (const each of [disk, clock]) each.start(signal);
  recordWatching(lower.commands.views, audit, core.log);
  const stopForgetting = audit.startForgetting(isHolding);

  return {
    isHolding,
    names: { inPath: { webhookId: (id) => webhooks.nameOf(id) } },
    mount(http) {
      mountAuditLog(http, lower, audit, [...lower.all, this]);
      webhooks.mount(http);
      const warnings = (found: Disk): Warning[] =>
        warningsOf(found, backups, { leap: clock.leap, logBreak: core.logBreak, epoch: core.epoch });
      mountAbout(http, lower, stationHost, { ...given, backups, disk: () => disk.look(), warnings });
    },
    async stop() {
      jobs.abort();
      stopForgetting();
      await webhooks.stop();
    },
    close: () => clock.keep(),
  };
}

/** Writes down who does what, with the names that people, tokens and things have at that moment, and serves it. */
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

type About = Given & {
  readonly backups: BackupKeeper;
  readonly disk: () => Promise<Disk>;
  readonly warnings: (disk: Disk) => Warning[];
};

/** Serves what the station is, its backups and its diagnostics. */
function mountAbout(http: FastifyInstance, lower: Lower, stationHost: StationHost, given: About): void {
  const { access, devices, network, sync } = lower;
  const { enterpriseId, enterprises, keyMark } = access;
  const { core } = devices.records;
  const { lan } = network;
  const { backups, dataFolder: folder, host, logFile, cell, ...rest } = given;
  const addresses = (): string[] => [
    stationHost.url(),
    ...plainAddresses(host, stationHost.url()),
    ...lan.urls,
  ];
  const about = { ...rest, core, ownEnterpriseId: enterpriseId, addresses, sync: () => sync.summary() };
  mountStation(http, { ...about, enterprises, tlsFingerprint: () => lan.fingerprint });
  const own = { enterpriseId, keyMark };
  const place = { isCell: cell?.name !== undefined, isMadeByItself: cell?.makesBackups !== false };
  mountBackups(http, { core, keeper: backups, folder, own, ...place, restore: stationHost.restore });
  mountDiagnostics(http, {
    ...about,
    folder,
    backups: () => backups.list(),
    logFile,
    counts: () => devices.counts(),
    lan: () => ({ isOn: lan.view.isOn, problem: lan.problem }),
  });
}
