import type { Database } from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';

import type { Activity } from '../../shared/service-port.ts';
import { type Access, type RetainedTokens, openAccess } from './access/index.ts';
import { openClassroom } from './classroom/index.ts';
import { openCommands } from './commands/index.ts';
import { openConfiguration } from './configuration/index.ts';
import { openContent } from './content/index.ts';
import { openDevices } from './devices/index.ts';
import { openEnrolment } from './enrolment/index.ts';
import { DataFolder } from './kernel/data-folder/folder.ts';
import { nameEpoch } from './kernel/http/epoch-header.ts';
import { watchRequests } from './kernel/http/last-request.ts';
import { buildServer } from './kernel/http/server.ts';
import type { Core } from './kernel/kernel.ts';
import { LogFile } from './kernel/logging/log-file.ts';
import { activityOf, closeModule, isIdle, type Module } from './kernel/module.ts';
import { mountKernel, openCore } from './kernel/open.ts';
import type { StationHost } from './kernel/station-host.ts';
import { EventStreams } from './kernel/streams/event-stream.ts';
import { type Network, openNetwork } from './network/index.ts';
import { openOperations, type Operations } from './operations/index.ts';
import type { ServiceOptions } from './options.ts';
import { openStatistics } from './statistics/index.ts';
import { openSync } from './sync/index.ts';

/** The part of a replaced store that outlasts it: its tokens and revocations, and who restored the backup. */
type Inheritance = {
  readonly tokens: RetainedTokens;
  readonly restore: ReturnType<Operations['restoreIn']>;
};

/** A station that is built and not yet listening. */
export type Station = Pick<Access, 'enterpriseId' | 'readyToken' | 'launch'> & {
  readonly http: FastifyInstance;
  readonly core: Core;
  /** Where headsets reach it over the local network. */
  readonly lan: Pick<Network['lan'], 'urls' | 'fingerprint' | 'problem'>;
  /** Finishes the writes, checkpoints the log and releases the folder. The listener must be closed before. */
  close(): Promise<void>;
  /** Returns true if nothing runs, no stream is open, and no request has arrived for `ms`. */
  isAtRest(ms: number): boolean;
  readonly folder: Pick<DataFolder, 'findDamage' | 'findAnyDamage'>;
  /** Returns true while nothing is deleted for its age, because the clock jumped. */
  isHolding(): boolean;
  /** Opens the LAN listener if the options ask for one. @throws if its port is taken. */
  openLan(): Promise<void>;
  activity(): Activity;
  /** Reads what the backup that replaced this store lacks. */
  readReplaced(replaced: Database): Inheritance;
  /** Stores it in the current one. */
  inherit(inheritance: Inheritance): Promise<void>;
  /** Stops background work, and closes every stream and the LAN listener. */
  endStreams(): Promise<void>;
};

/** Opens all parts of a station, in order; those already opened are closed again if a later step fails. */
export async function openStation(options: ServiceOptions, host: StationHost): Promise<Station> {
  const folder = DataFolder.open(options.dataFolder, options.recover, options.cell);
  try {
    return await assemble(options, host, folder);
  } catch (error) {
    throw await folder.abandon(error);
  }
}

async function assemble(options: ServiceOptions, host: StationHost, folder: DataFolder): Promise<Station> {
  const logFile = new LogFile(options.dataFolder);
  const core = openCore(options, folder, logFile);
  const around = { host, logFile, path: folder.path };
  const { access, devices, network, operations, streams, modules } = await openModules(core, options, around);
  const http = await buildServer({
    ...options,
    log: core.log,
    authenticator: access.tokens,
    isAdministeredOverLan: () => access.isAdministeredOverLan(),
  });
  const quietMs = watchRequests(http);
  nameEpoch(http, core, options.role);
  for (const module of modules) module.mount(http);
  const { enterpriseId } = access;
  mountKernel(http, core, { ...options, streams, ownEnterpriseId: enterpriseId, stored: devices.stored });
  return {
    http,
    core,
    folder,
    enterpriseId,
    readyToken: access.readyToken,
    launch: access.launch,
    lan: network.lan,
    // A central has no LAN access, even in a folder of a station that had it.
    openLan: async () => (options.role === 'station' ? network.listen(http) : undefined),
    async endStreams() {
      const stopped = modules.toReversed().map(async (module) => module.stop?.());
      streams.close();
      await Promise.all(stopped);
    },
    activity: () => activityOf(modules),
    isAtRest: (ms) => streams.count === 0 && isIdle(activityOf(modules)) && quietMs() >= ms,
    isHolding: () => operations.isHolding(),
    readReplaced: (replaced) => ({
      tokens: access.retainedIn(replaced),
      restore: operations.restoreIn(replaced),
    }),
    async inherit({ tokens, restore }) {
      await core.writer.run(() => access.store.restore(tokens, core.clock.now()));
      if (restore !== undefined) await operations.recordRestore(restore);
    },
    async close() {
      for (const module of modules.toReversed()) await closeModule(module, core);
      await folder.close();
      logFile.end();
    },
  };
}

/** Opens the modules from the lowest up. */
async function openModules(
  core: Core,
  options: ServiceOptions,
  { host, logFile, path }: { host: StationHost; logFile: LogFile; path: string },
) {
  const { role } = options;
  const access = await openAccess(core, path, options.cell?.name);
  const streams = new EventStreams(access.tokens, core.clock);
  const devices = openDevices(core, { access, streams, refusesUnknownTypes: options.refusesUnknownTypes });
  const content = openContent(devices, { ...options, ownEnterpriseId: access.enterpriseId });
  const configuration = openConfiguration(devices, content);
  const commands = openCommands(devices, { streams, role, nameOf: (caller) => access.nameOf(caller) });
  const classroom = openClassroom(devices, content, commands);
  const statistics = openStatistics(devices, access);
  const network = openNetwork(access, devices, {
    ...options,
    blockedViews: () => commands.views.blocked(),
  });
  const lower = { access, devices, content, configuration, commands, statistics, network };
  const enrolment = openEnrolment(lower, { host, role, cable: options.cable });
  const sync = openSync(lower, { ...options, host });
  const all = [access, devices, content, configuration, commands, classroom, statistics, network, enrolment];
  const below: readonly Module[] = [...all, sync];
  const about = { ...options, logFile, startedAtMs: core.clock.now() };
  const operations = openOperations({ ...lower, sync, all: below }, host, about);
  return { access, devices, network, operations, streams, modules: [...below, operations] };
}
