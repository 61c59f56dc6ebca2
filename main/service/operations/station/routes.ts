import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import { contract } from '../../../../shared/contract/index.ts';
import type { getStation } from '../../../../shared/contract/operations/station.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount, mountOpen } from '../../kernel/http/routes/mount.ts';
import { enterpriseOf, type EnterpriseStore } from '../../access/index.ts';
import type { StationFacts } from '../diagnostics/routes.ts';

export type StationRoutes = StationFacts & {
  readonly enterprises: EnterpriseStore;
  readonly tlsFingerprint: () => string | null;
  /** State of sync with the central; null if none is connected. */
  readonly sync: () => z.input<typeof getStation.reply>['sync'];
  /** The station that this one serves as its central. */
  readonly serves: () => z.input<typeof getStation.reply>['serves'];
};

export function mountStation(http: FastifyInstance, input: StationRoutes): void {
  const { core, enterprises, ownEnterpriseId } = input;
  mountOpen(http, contract.getHealth, () => ({ status: 'ok' as const }));

  mount(http, contract.getStation, async ({ caller }) => {
    const disk = caller.scope === 'device' ? null : await input.disk();
    return {
      name: enterpriseOf(enterprises, ownEnterpriseId).name,
      version: input.version,
      role: input.role,
      enterprise: enterpriseOf(enterprises, caller.enterpriseId ?? ownEnterpriseId),
      addresses: input.addresses(),
      tlsFingerprint: input.tlsFingerprint(),
      sync: caller.enterpriseId === ownEnterpriseId ? input.sync() : null,
      serves: caller.enterpriseId === ownEnterpriseId ? input.serves() : null,
      startedAt: toInstant(input.startedAtMs),
      epoch: core.epoch.id,
      disk,
      warnings: disk === null ? [] : input.warnings(disk),
    };
  });

  mount(http, contract.settleCopy, ({ body, caller }) => {
    if (caller.enterpriseId !== ownEnterpriseId)
      return new Failure('FORBIDDEN', 'Only the organisation of this station decides this.');
    const before = enterpriseOf(enterprises, ownEnterpriseId);
    if (body.name === before.name)
      return new Failure('CONFLICT', 'The other station already has this name. Choose another one.');
    return core.writer.run((afterCommit) => {
      const after = { ...before, name: body.name ?? before.name };
      enterprises.change(after);
      afterCommit(() => core.epoch.settleCopy());
      return after;
    });
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
}
