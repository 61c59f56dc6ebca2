import type { FastifyInstance } from 'fastify';

import { Links } from './connections.ts';
import type { Clock } from './clock.ts';
import type { DataFolder } from './data-folder/folder.ts';
import { ChangeFeed } from './event-bus.ts';
import type { Core } from './kernel.ts';
import type { LogFile } from './log-file.ts';
import { openLog } from './log.ts';
import { serveInterface } from './openapi/interface-files.ts';
import { mountMetrics } from './openapi/metrics.ts';
import { mountOpenApi } from './openapi/openapi.ts';
import type { EventStreams } from './streams/event-stream.ts';
import { Vault } from './vault.ts';

type Given = {
  readonly clock: Clock;
  readonly dataFolder: string;
  readonly logLevel: string;
  readonly masterKey: string | undefined;
};

/** Opens what every module stands on. */
export function openCore(given: Given, { db, writer }: DataFolder, logFile: LogFile): Core {
  const { clock, dataFolder, logLevel, masterKey } = given;
  const log = openLog(logLevel, logFile);
  const vault = new Vault(dataFolder, masterKey);
  return { db, clock, log, writer, changes: new ChangeFeed(clock.now()), links: new Links(), vault };
}

/** Serves what belongs to no module: the metrics, the OpenAPI document and the files of the interface. */
export function mountKernel(
  http: FastifyInstance,
  { links, writer }: Core,
  { streams, interfaceFolder }: { readonly streams: EventStreams; readonly interfaceFolder: string },
): void {
  mountMetrics(http, {
    linkedHeadsets: () => links.count,
    openStreams: () => streams.count,
    writes: () => writer.counts,
  });
  mountOpenApi(http);
  serveInterface(http, interfaceFolder);
}
