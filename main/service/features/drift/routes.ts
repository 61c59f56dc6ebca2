import type { FastifyInstance } from 'fastify';

import type { Drifted, NeverInEffect } from '../../../../shared/contract/drift.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../failure.ts';
import { mount } from '../../http/mount.ts';
import { inTurns } from '../../pause.ts';
import { type DeviceRecord, otherThanWanted, type Records, toDrift } from '../devices/index.ts';
import { type Plans, wishOfRepair } from '../plans/index.ts';

/** Headsets that report other than wanted, and their repair. */
export function mountDrift(http: FastifyInstance, records: Records, plans: Plans): void {
  mount(http, contract.listDrift, async ({ caller }) => {
    const items: Drifted[] = [];
    const neverInEffect: NeverInEffect[] = [];
    await inTurns(records.standings.otherThanWanted(caller.enterpriseId ?? ''), (id) => {
      const record = records.devices.find(id);
      if (record === undefined) return;
      const found = otherThanWanted(records, record);
      const since = driftSince(records, record);
      const { label } = record;
      if (since !== null) items.push({ id, label, since, fields: [...found.drift] });
      if (found.neverInEffect.length > 0) neverInEffect.push({ id, label, fields: [...found.neverInEffect] });
    });
    return { items, neverInEffect };
  });

  mount(http, contract.repairDrift, async ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return new Failure('FORBIDDEN', 'This token is attached to no organisation.');
    const named = body.devicesId === undefined ? undefined : new Set(body.devicesId);
    const ids: string[] = [];
    await inTurns(records.standings.otherThanWanted(enterpriseId), (id) => {
      if ((named === undefined || named.has(id)) && isOther(records, id)) ids.push(id);
    });
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

function isOther(records: Records, id: string): boolean {
  const record = records.devices.find(id);
  if (record === undefined) return false;
  const { drift, neverInEffect } = otherThanWanted(records, record);
  return drift.length > 0 || neverInEffect.length > 0;
}

function driftSince(records: Records, record: DeviceRecord): string | null {
  const row = records.standings.find(record.key);
  return toDrift(row, record, records.reports.report(record.key))?.since ?? null;
}
