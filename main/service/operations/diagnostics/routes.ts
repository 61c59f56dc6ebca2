import { readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism, release, type as systemName } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import type { Computer, Disk, Warning } from '../../../../shared/contract/operations/diagnostics.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { Activity } from '../../../../shared/service-port.ts';
import { machineTimeZone } from '../../../../shared/domain/statistics/time-zone.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { LogFile } from '../../kernel/logging/log-file.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { Backup } from '../../kernel/backups/backup.ts';
import { logBytes } from '../../kernel/store/log/log-size.ts';
import { storeVersion } from '../../kernel/store/migrate.ts';
import { countInThread } from '../../kernel/store/store-thread.ts';
import { scrub } from './scrub.ts';

/** Number of log lines included. */
const LOG_LINES = 2_000;

/** What is said of a station, here and where it describes itself. */
export type StationFacts = {
  readonly core: Core;
  readonly ownEnterpriseId: EnterpriseId;
  readonly version: string;
  readonly role: 'station' | 'central';
  readonly startedAtMs: number;
  /** URLs at which it listens, loopback first. */
  readonly addresses: () => string[];
  readonly disk: () => Promise<Disk>;
  /** Warnings, those about this disk among them. */
  readonly warnings: (disk: Disk) => Warning[];
};

export type DiagnosticParts = StationFacts & {
  readonly folder: string;
  readonly backups: () => Backup[];
  readonly logFile: LogFile;
  readonly counts: () => Pick<Activity, 'headsets' | 'linked' | 'codes'>;
  readonly lan: () => Computer['lan'];
  readonly impossible: () => z.output<typeof contract.getDiagnostics.reply>['impossible'];
  readonly sync: () => Computer['sync'];
};

/** Serves the state of this computer, and the support bundle: chosen field by field, with a redacted log. */
export function mountDiagnostics(http: FastifyInstance, parts: DiagnosticParts): void {
  const { core, ownEnterpriseId } = parts;
  const refuse = ({ enterpriseId }: Caller): Failure<'FORBIDDEN'> | undefined =>
    enterpriseId === ownEnterpriseId
      ? undefined
      : new Failure('FORBIDDEN', 'Only the station’s own organisation may read this.');

  mount(http, contract.getComputer, async ({ caller }) => refuse(caller) ?? computerOf(parts));

  mount(http, contract.getDiagnostics, async ({ caller }) => {
    const refusal = refuse(caller);
    if (refusal !== undefined) return refusal;
    const { store, ...computer } = await computerOf(parts);
    const rows = { ...(await countInThread(core.db.name)) };
    return {
      ...computer,
      store: { ...store, rows },
      impossible: parts.impossible(),
      log: await scrubbedLog(parts),
    };
  });
}

async function computerOf(parts: DiagnosticParts): Promise<Computer> {
  const { core } = parts;
  const disk = await parts.disk();
  const { rss, heapUsed } = process.memoryUsage();
  const { headsets: enrolled, linked, codes } = parts.counts();
  return {
    generatedAt: toInstant(core.clock.now()),
    station: {
      version: parts.version,
      role: parts.role,
      node: process.versions.node,
      electron: process.versions['electron'] ?? null,
      platform: process.platform,
      architecture: process.arch,
      system: `${systemName()} ${release()}`,
      timeZone: machineTimeZone(),
      startedAt: toInstant(parts.startedAtMs),
      addresses: parts.addresses(),
    },
    process: {
      residentBytes: rss,
      heapBytes: heapUsed,
      cpuCount: availableParallelism(),
      uptimeSec: Math.round(process.uptime()),
    },
    headsets: { enrolled, linked, codes },
    lan: parts.lan(),
    sync: parts.sync(),
    warnings: parts.warnings(disk),
    disk,
    store: {
      sizeBytes: statSync(core.db.name).size,
      logBytes: logBytes(core.db.name),
      schema: storeVersion(core.db),
    },
    backups: parts.backups().map(({ name, sizeBytes, createdAtMs }) => ({
      name,
      sizeBytes,
      createdAt: toInstant(createdAtMs),
    })),
  };
}

async function scrubbedLog({ logFile, folder }: DiagnosticParts): Promise<string[]> {
  const known = secretsOf(folder);
  const yielder = new Yielder();
  const lines: string[] = [];
  for (const line of logFile.tail(LOG_LINES)) {
    lines.push(scrub(line, known));
    await yielder.yieldIfDue();
  }
  return lines;
}

/** Returns the texts of the station's own key files, whole and line by line. */
function secretsOf(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => /\.(key|pem)$/.test(name));
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [text, ...text.split('\n')].map((each) => each.trim()).filter((each) => each.length >= 16);
  });
}
