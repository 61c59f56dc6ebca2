import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { getStation } from '../../../../shared/contract/station.ts';
import { toInstant } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { Failure } from '../../failure.ts';
import { mount, mountOpen } from '../../http/mount.ts';
import { type Backup, writeBackup } from '../../store/backup.ts';
import { enterpriseOf, type EnterpriseStore } from '../enterprises/index.ts';

export type StationRoutes = {
  readonly core: Core;
  readonly enterprises: EnterpriseStore;
  readonly ownEnterpriseId: EnterpriseId;
  readonly folder: string;
  readonly version: string;
  readonly role: 'station' | 'central';
  readonly startedAtMs: number;
  /** Where it listens, loopback first. */
  readonly addresses: () => string[];
  readonly tlsFingerprint: () => string | null;
  /** How sync with the central goes; null where none is set. */
  readonly sync: () => z.input<typeof getStation.reply>['sync'];
};

export function mountStation(http: FastifyInstance, given: StationRoutes): void {
  const { core, enterprises, ownEnterpriseId } = given;
  mountOpen(http, contract.getHealth, () => ({ status: 'ok' as const }));

  mount(http, contract.getStation, ({ caller }) => {
    return {
      name: enterpriseOf(enterprises, ownEnterpriseId).name,
      version: given.version,
      role: given.role,
      enterprise: enterpriseOf(enterprises, caller.enterpriseId ?? ownEnterpriseId),
      addresses: given.addresses(),
      tlsFingerprint: given.tlsFingerprint(),
      sync: caller.enterpriseId === ownEnterpriseId ? given.sync() : null,
      startedAt: toInstant(given.startedAtMs),
    };
  });

  mount(http, contract.changeEnterprise, ({ body, caller }) =>
    core.writer.run(() => {
      if (caller.enterpriseId === null) {
        return new Failure('FORBIDDEN', 'This token belongs to no organisation.');
      }
      const before = enterpriseOf(enterprises, caller.enterpriseId);
      const after = { ...before, name: body.name ?? before.name, timeZone: body.timeZone ?? before.timeZone };
      enterprises.change(after);
      return after;
    }),
  );

  let running: Promise<Backup> | undefined;
  mount(http, contract.createBackup, async () => {
    // Who asks while one is being written gets that one.
    running ??= writeBackup(core.db, given.folder, core.clock.now()).finally(() => (running = undefined));
    const { name, sizeBytes, createdAtMs } = await running;
    return { name, sizeBytes, createdAt: toInstant(createdAtMs) };
  });
}
