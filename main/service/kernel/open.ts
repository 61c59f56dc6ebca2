import type { FastifyInstance } from 'fastify';

import { statSync } from 'node:fs';

import type { CellOptions } from './cells/cell.ts';
import { compressReplies } from './http/compression.ts';
import { isFromLan } from './http/from-lan.ts';
import { Links } from './connections.ts';
import type { Clock } from './clock.ts';
import type { Recovery } from './backups/recovery.ts';
import { openVault } from './data-folder/require-keys.ts';
import type { DataFolder } from './data-folder/folder.ts';
import { ChangeFeed, RETAINED } from './streams/change-feed.ts';
import type { Core } from './kernel.ts';
import type { LogFile } from './logging/log-file.ts';
import { openLog } from './logging/log.ts';
import { serveInterface } from './openapi/interface-files.ts';
import { type Measured, mountMetrics } from './openapi/metrics.ts';
import { mountOpenApi } from './openapi/openapi.ts';
import { logBytes } from './store/log/log-size.ts';
import type { EventStreams } from './streams/event-stream.ts';

type Input = {
  readonly role: 'station' | 'central';
  readonly clock: Clock;
  readonly dataFolder: string;
  readonly logLevel: string;
  readonly masterKey: string | undefined;
  readonly recover: Recovery | undefined;
};

/** Opens what every module builds on. */
export function openCore(
  input: Input,
  { db, writer, epoch, logBreak, health }: DataFolder,
  logFile: LogFile,
): Core {
  const { role, clock, dataFolder, logLevel, masterKey, recover } = input;
  const vault = openVault({ path: dataFolder, db, masterKey, makesNew: recover === 'keys' });
  const log = openLog(logLevel, logFile);
  const changes = new ChangeFeed(clock.now(), RETAINED[role]);
  if (logBreak !== undefined)
    log.warn(
      logBreak,
      'the log of the store was damaged: changes of the last moments before the crash may be missing; a copy of it was kept',
    );
  return { db, clock, log, writer, changes, links: new Links(), vault, epoch, logBreak, health };
}

/** Registers what belongs to no module: compression, metrics, OpenAPI document and files of the interface. */
export function mountKernel(
  http: FastifyInstance,
  { db, links, writer }: Core,
  {
    streams,
    ownEnterpriseId,
    interfaceFolder,
    role,
    cell,
    stored,
  }: {
    readonly streams: EventStreams;
    readonly ownEnterpriseId: string;
    readonly interfaceFolder: string;
    readonly role: 'station' | 'central';
    readonly cell?: CellOptions | undefined;
    /** Counts what the modules above store. */
    readonly stored: Pick<Measured, 'organisations' | 'devices'>;
  },
): void {
  mountMetrics(http, {
    ownEnterpriseId,
    linkedHeadsets: () => links.count,
    openStreams: () => streams.count,
    writes: () => writer.counts,
    queued: () => writer.queued,
    onTimes: (received) => writer.onTimes(received),
    storeBytes: () => statSync(db.name, { throwIfNoEntry: false })?.size ?? 0,
    logBytes: () => logBytes(db.name),
    ...stored,
    cell: cell?.name,
  });
  // After the modules: the audit log reads replies before they are compressed. A central is reached over a network, also
  // where a proxy is in front of it.
  compressReplies(http, role === 'central' ? () => true : isFromLan);
  mountOpenApi(http);
  serveInterface(http, interfaceFolder);
}
