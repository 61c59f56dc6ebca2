import type { FastifyInstance } from 'fastify';

import { EPOCH_HEADER } from '../../shared/contract/devices/devices.ts';
import type { Activity } from '../../shared/service-port.ts';
import { type Access, type KeptTokens, openAccess } from './access/index.ts';
import { openClassroom } from './classroom/index.ts';
import { openCommands } from './commands/index.ts';
import { openConfiguration } from './configuration/index.ts';
import { type Content, openContent } from './content/index.ts';
import { type Devices, openDevices } from './devices/index.ts';
import { openEnrolment, releaseHeadset } from './enrolment/index.ts';
import { DataFolder } from './kernel/data-folder/folder.ts';
import { isFromLan } from './kernel/http/from-lan.ts';
import { readTrustedProxies } from './kernel/http/forwarded.ts';
import { isLoopbackAddress } from './kernel/http/host-check.ts';
import { limitsOf } from './kernel/http/rate-limit.ts';
import { compressReplies } from './kernel/http/compression.ts';
import { buildServer } from './kernel/http/server.ts';
import type { Core } from './kernel/kernel.ts';
import { LogFile } from './kernel/log-file.ts';
import { activityOf, type Module } from './kernel/module.ts';
import { mountKernel, openCore } from './kernel/open.ts';
import type { StationHost } from './kernel/station-host.ts';
import { EventStreams } from './kernel/streams/event-stream.ts';
import { type Network, openNetwork } from './network/index.ts';
import { openOperations } from './operations/index.ts';
import type { ServiceOptions } from './options.ts';
import { openStatistics } from './statistics/index.ts';
import { openSync } from './sync/index.ts';

/** A station that is built and not yet listening. */
export type Station = Pick<Access, 'enterpriseId' | 'readyToken' | 'launch'> & {
  readonly http: FastifyInstance;
  readonly core: Core;
  /** Where headsets reach it over the local network. */
  readonly lan: Pick<Network['lan'], 'urls' | 'fingerprint' | 'problem'>;
  /** Finishes the writes, checkpoints the log and releases the folder. The listener must be closed before. */
  close(): Promise<void>;
  /** Checks the store if that was postponed at the start. Returns what is wrong with it. */
  findDamage(): Promise<string | undefined>;
  /** Checks the whole store, as is done every day. */
  findAnyDamage(): Promise<string | undefined>;
  /** Opens the LAN listener if the options ask for one. @throws if its port is taken. */
  openLan(): Promise<void>;
  /** Returns what it is doing now. */
  activity(): Activity;
  /** Returns true while nothing is deleted for its age, because the clock jumped. */
  isHolding(): boolean;
  /** Returns the tokens that stay valid when the station restores a backup. */
  keptTokens(): KeptTokens;
  /** Stores them in the store that replaced the other. */
  takeUp(tokens: KeptTokens): Promise<void>;
  /** Stops background work, and closes every stream and the LAN listener. */
  endStreams(): Promise<void>;
};

/** Opens all parts of a station, in order; those already opened are closed again if a later step fails. */
export async function openStation(options: ServiceOptions, host: StationHost): Promise<Station> {
  const folder = DataFolder.open(options.dataFolder, options.recover, options.cell);
  try {
    return await assemble(options, host, folder);
  } catch (error) {
    await folder.abandon();
    throw error;
  }
}

async function assemble(options: ServiceOptions, host: StationHost, folder: DataFolder): Promise<Station> {
  const logFile = new LogFile(options.dataFolder);
  const core = openCore(options, folder, logFile);
  const opened = await openModules(core, options, { host, logFile, path: folder.path });
  const { access, network, operations, streams, modules } = opened;
  const http = await buildServer({
    log: core.log,
    authenticator: access.tokens,
    isAdministeredOverLan: () => access.isAdministeredOverLan(),
    limits: limitsOf(options.rateLimit),
    isLoopback: options.host === 'localhost' || isLoopbackAddress(options.host),
    isTrustedProxy: readTrustedProxies(options.trustedProxies),
    refusesUntoldProxies: options.role === 'central',
    // A central is reached over a network, also where a proxy stands before it.
    checksReplies: options.checksReplies,
  });
  if (options.role === 'central') nameEpoch(http, core);
  for (const module of modules) module.mount(http);
  // After the modules: the audit log reads replies before they are compressed.
  compressReplies(http, options.role === 'central' ? () => true : isFromLan);
  mountKernel(http, core, {
    streams,
    ownEnterpriseId: access.enterpriseId,
    interfaceFolder: options.interfaceFolder,
    cell: options.cell?.name,
  });

  return {
    http,
    core,
    enterpriseId: access.enterpriseId,
    readyToken: access.readyToken,
    launch: access.launch,
    lan: network.lan,
    async openLan() {
      // A central has no LAN access, even in a folder of a station that had it.
      if (options.role === 'station') await network.listen(http);
    },
    async endStreams() {
      const stopped = modules.toReversed().map(async (module) => module.stop?.());
      streams.close();
      await Promise.all(stopped);
    },
    activity: () => activityOf(modules),
    isHolding: () => operations.isHolding(),
    keptTokens: () => access.store.kept(),
    takeUp: (stored) => core.writer.run(() => access.store.takeUp(stored, core.clock.now())),
    async close() {
      for (const module of modules.toReversed()) await module.close?.();
      await folder.close();
      logFile.end();
    },
    findDamage: () => folder.findDamage(),
    findAnyDamage: () => folder.findAnyDamage(),
  };
}

/** Adds the epoch of the store to every reply of a central. */
function nameEpoch(http: FastifyInstance, { epoch }: Core): void {
  http.addHook('onRequest', (_request, reply, done) => {
    void reply.header(EPOCH_HEADER, epoch.id);
    done();
  });
}

type Around = { readonly host: StationHost; readonly logFile: LogFile; readonly path: string };

/** Opens the modules from the lowest up. Four calls go the other way; each runs only once all modules are open. */
async function openModules(core: Core, options: ServiceOptions, { host, logFile, path }: Around) {
  const { role } = options;
  const startedAtMs = core.clock.now();
  const access = await openAccess(core, path, {
    cell: options.cell?.name,
    stationPasscode: () => network.settings().passcode,
    enterpriseOfDevice: (id) => devices.records.devices.find(id)?.enterpriseId,
  });
  const streams = new EventStreams(access.tokens, core.clock);
  const devices: Devices = openDevices(core, {
    access,
    streams,
    refusesUnknownTypes: options.refusesUnknownTypes,
    forHeadset: (device, origin) => content.holdings.forHeadset(device, origin),
  });
  const content: Content = openContent(devices, { ...options, ownEnterpriseId: access.enterpriseId });
  const configuration = openConfiguration(devices, content);
  const commands = openCommands(devices, {
    streams,
    role,
    onUnenrolled: releaseHeadset,
    nameOf: (caller) => access.nameOf(caller),
  });
  const classroom = openClassroom(devices, commands);
  const statistics = openStatistics(devices, access);
  const network: Network = openNetwork(access, devices, {
    ...options,
    blockedViews: () => commands.views.blocked(),
  });
  const lower = { access, devices, content, configuration, commands, statistics, network };
  const enrolment = openEnrolment(lower, { host, role, cable: options.cable });
  const sync = openSync(lower, { ...options, host });
  const all = [access, devices, content, configuration, commands, classroom, statistics, network, enrolment];
  const below: readonly Module[] = [...all, sync];
  const about = { ...options, logFile, startedAtMs };
  const operations = openOperations({ ...lower, sync, all: below }, host, about);
  return { access, network, operations, streams, modules: [...below, operations] };
}
