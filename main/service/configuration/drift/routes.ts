import type { FastifyInstance } from 'fastify';

import type { Drifted, NeverInEffect, REPAIRS } from '../../../../shared/contract/configuration/drift.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { findDevice, reaches } from '../../devices/live/index.ts';
import { deviationsOf, toDrift } from '../../devices/views/index.ts';
import { failedContents, planRetry } from '../preview/plan-retry.ts';
import type { Plans } from '../rollouts/plans.ts';
import { planRepair } from '../preview/plan-repair.ts';

/** Serves drifted headsets, and their repair. */
export function mountDrift(http: FastifyInstance, records: Records, plans: Plans): void {
  mount(http, contract.listDrift, async ({ caller }) => {
    const items: Drifted[] = [];
    const neverInEffect: NeverInEffect[] = [];
    await forEachYielding(records.compliance.deviatingIds(caller.enterpriseId ?? ''), (id) => {
      const record = records.devices.find(id);
      if (record === undefined || !reaches(records, caller, record)) return;
      const found = deviationsOf(records, record);
      const since = driftSince(records, record);
      const { label } = record;
      if (since !== null) items.push({ id, label, since, fields: [...found.drift] });
      if (found.neverInEffect.length > 0) neverInEffect.push({ id, label, fields: [...found.neverInEffect] });
    });
    return { items, neverInEffect };
  });

  mount(http, contract.repairDrift, async ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    const ids =
      body.what === 'drift'
        ? await othersAmong(records, enterpriseId, body.devicesId)
        : await failedAmong(records, caller, body.devicesId ?? []);
    if (ids.length === 0) return nothingToRepair(body.what);
    const plan = await plans.make({
      ids,
      caller,
      enterpriseId,
      target: body.what === 'drift' ? planRepair(records) : planRetry(records),
      source: { kind: 'repair', profileId: null, profileName: null, profileVersion: null, changeId: null },
      text: null,
      title: undefined,
    });
    if (!body.apply) return plans.show(plan);
    const applied = await plans.applyWithoutWaves(plan, caller);
    if (applied instanceof Failure) return applied;
    return plans.show(applied);
  });
}

async function othersAmong(
  records: Records,
  enterpriseId: EnterpriseId,
  devicesId: readonly string[] | undefined,
): Promise<readonly string[]> {
  const named = devicesId === undefined ? undefined : new Set(devicesId);
  const ids: string[] = [];
  await forEachYielding(records.compliance.deviatingIds(enterpriseId), (id) => {
    if ((named === undefined || named.has(id)) && isOther(records, id)) ids.push(id);
  });
  return ids;
}

async function failedAmong(
  records: Records,
  caller: Caller,
  devicesId: readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  await forEachYielding(devicesId, (id) => {
    const record = findDevice(records, id, caller);
    if (!(record instanceof Failure) && failedContents(records, record).length > 0) ids.push(id);
  });
  return ids;
}

function nothingToRepair(what: (typeof REPAIRS)[number]): Failure<'CONFLICT'> {
  const why =
    what === 'drift'
      ? 'The settings of these headsets match the assigned ones'
      : 'Nothing failed on these headsets';
  return new Failure('CONFLICT', `${why}. Nothing was sent.`);
}

function isOther(records: Records, id: string): boolean {
  const record = records.devices.find(id);
  if (record === undefined) return false;
  const { drift, neverInEffect } = deviationsOf(records, record);
  return drift.length > 0 || neverInEffect.length > 0;
}

function driftSince(records: Records, record: DeviceRecord): string | null {
  const row = records.compliance.find(record.key);
  return toDrift(row, record, records.reports.report(record.key))?.since ?? null;
}
