import type { FastifyInstance } from 'fastify';

import type { Drifted } from '../../../../shared/contract/drift.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../failure.ts';
import { mount } from '../../http/mount.ts';
import { inTurns } from '../../pause.ts';
import { type Records, toDrift } from '../devices/index.ts';
import { type Plans, wishOfRepair } from '../plans/index.ts';
import { toJudged } from '../standing/index.ts';

/** Headsets that report other than wanted after they had confirmed, and their repair. */
export function mountDrift(http: FastifyInstance, records: Records, plans: Plans): void {
  mount(http, contract.listDrift, async ({ caller }) => {
    const items: Drifted[] = [];
    await inTurns(records.standings.drifted(caller.enterpriseId ?? ''), (id) => {
      const drifted = toDrifted(records, id);
      if (drifted !== undefined) items.push(drifted);
    });
    return { items };
  });

  mount(http, contract.repairDrift, async ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return new Failure('FORBIDDEN', 'This token is attached to no organisation.');
    const named = body.devicesId === undefined ? undefined : new Set(body.devicesId);
    const ids = records.standings
      .drifted(enterpriseId)
      .filter((id) => (named === undefined || named.has(id)) && toDrifted(records, id) !== undefined);
    if (ids.length === 0) {
      return new Failure('CONFLICT', 'None of these headsets reports other than wanted. Nothing was sent.');
    }
    const plan = await plans.make({
      ids,
      caller,
      enterpriseId,
      wish: wishOfRepair(records),
      source: { kind: 'repair', profileId: null, profileName: null, profileVersion: null, changeId: null },
      text: null,
      title: undefined,
    });
    if (!body.apply) return plans.show(plan);
    const applied = await plans.applyAtOnce(plan, caller);
    if (applied instanceof Failure) return applied;
    return plans.show(applied);
  });
}

function toDrifted(records: Records, id: string): Drifted | undefined {
  const record = records.devices.find(id);
  if (record === undefined) return undefined;
  const row = records.standings.find(record.key);
  const drift = toDrift(row, record, records.reports.report(record.key));
  if (drift === null) return undefined;
  return { id, label: record.label, since: drift.since, fields: [...toJudged(row).drift] };
}
