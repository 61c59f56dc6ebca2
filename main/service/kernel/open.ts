import type { FastifyInstance } from 'fastify';

import { statSync } from 'node:fs';
import { z } from 'zod';

import { Links } from './connections.ts';
import type { Clock } from './clock.ts';
import type { Recovery } from './backups/set-aside.ts';
import { openVault } from './data-folder/require-keys.ts';
import type { DataFolder } from './data-folder/folder.ts';
import { ChangeFeed } from './event-bus.ts';
import type { Core } from './kernel.ts';
import type { LogFile } from './log-file.ts';
import { openLog } from './log.ts';
import { serveInterface } from './openapi/interface-files.ts';
import { mountMetrics } from './openapi/metrics.ts';
import { mountOpenApi } from './openapi/openapi.ts';
import { logBytes } from './store/log-size.ts';
import type { EventStreams } from './streams/event-stream.ts';

type Input = {
  readonly clock: Clock;
  readonly dataFolder: string;
  readonly logLevel: string;
  readonly masterKey: string | undefined;
  readonly recover: Recovery | undefined;
};

/** Opens what every module builds on. */
export function openCore(input: Input, { db, writer, epoch, logBreak }: DataFolder, logFile: LogFile): Core {
  const { clock, dataFolder, logLevel, masterKey, recover } = input;
  const vault = openVault({ path: dataFolder, db, masterKey, makesNew: recover === 'keys' });
  const log = openLog(logLevel, logFile);
  const changes = new ChangeFeed(clock.now());
  if (logBreak !== undefined)
    log.warn(
      logBreak,
      'the log of the store was damaged: changes of the last moments before the crash may be missing; a copy of it was kept',
    );
  return { db, clock, log, writer, changes, links: new Links(), vault, epoch, logBreak };
}

/** Registers the routes that belong to no module: metrics, OpenAPI document and files of the interface. */
export function mountKernel(
  http: FastifyInstance,
  { db, links, writer }: Core,
  {
    streams,
    ownEnterpriseId,
    interfaceFolder,
    cell,
  }: {
    readonly streams: EventStreams;
    readonly ownEnterpriseId: string;
    readonly interfaceFolder: string;
    readonly cell: string | undefined;
  },
): void {
  const organisations = db.prepare('SELECT count(*) FROM enterprise WHERE gone_to IS NULL').pluck();
  const devices = db.prepare('SELECT count(*) FROM device').pluck();
  mountMetrics(http, {
    ownEnterpriseId,
    linkedHeadsets: () => links.count,
    openStreams: () => streams.count,
    writes: () => writer.counts,
    queued: () => writer.queued,
    onTimes: (received) => writer.onTimes(received),
    storeBytes: () => statSync(db.name, { throwIfNoEntry: false })?.size ?? 0,
    logBytes: () => logBytes(db.name),
    organisations: () => z.int().parse(organisations.get()),
    devices: () => z.int().parse(devices.get()),
    cell,
  });
  mountOpenApi(http);
  serveInterface(http, interfaceFolder);
}
