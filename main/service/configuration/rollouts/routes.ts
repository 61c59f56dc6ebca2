import type { FastifyInstance } from 'fastify';

import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { SealedChange } from '../../../../shared/domain/configuration/settings/stored.ts';
import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import { parseSealed } from '../settings/sealed.ts';
import { sealPasswords } from '../settings/change.ts';
import type { Records } from '../../devices/index.ts';
import { findProfile } from '../profiles/routes.ts';
import type { ProfileRow, ProfileStore } from '../profiles/store.ts';
import type { Plans } from './plans.ts';
import { toResult, toSummary } from './view.ts';
import type { PlanRow } from '../plan-store/plan-store.ts';
import { planChange } from '../preview/plan-change.ts';

/** Serves plans: previews of a change, and their rollout. */
export function mountPlanRoutes(
  http: FastifyInstance,
  records: Records,
  plans: Plans,
  profiles: ProfileStore,
): void {
  mountMaking(http, records, plans, profiles);
  mountReading(http, plans);
  mountControl(http, plans);
}

function mountMaking(http: FastifyInstance, records: Records, plans: Plans, profiles: ProfileStore): void {
  mount(http, contract.createPlan, async ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    const { settings, profileId, profileVersion, lists, title, devicesId } = body;
    const profile =
      profileId === undefined ? undefined : findProfile(profiles, profileId, caller, profileVersion);
    if (profile instanceof Failure) return profile;
    if (settings === undefined && profile === undefined) return nothingToPlan();
    const sealed = settings === undefined ? {} : sealPasswords(settings, records.core.vault);
    const change = overProfile(profile, sealed);
    return plans.makeToShow({
      ids: devicesId,
      caller,
      enterpriseId,
      target: planChange(records, { change, lists }),
      text: { change: JSON.stringify(change), lists },
      source: {
        kind: profile === undefined ? 'settings' : 'profile',
        profileId: profile?.id ?? null,
        profileName: profile?.name ?? null,
        profileVersion: profile?.version ?? null,
        changeId: null,
      },
      title: title ?? profile?.name,
    });
  });

  mount(http, contract.renewPlan, async ({ params, caller }) => {
    const plan = plans.control.find(params.planId, caller);
    if (plan instanceof Failure) return plan;
    if (plan.target === null) {
      return new Failure('CONFLICT', 'Start the undo or repair again from the same screen.');
    }
    const { lists } = plan.target;
    return plans.makeToShow({
      ids: [...plans.devicesOf(plan).map(({ deviceId }) => deviceId), ...plan.invalidIds],
      caller,
      enterpriseId: plan.enterpriseId,
      target: planChange(records, { change: parseSealed(plan.target.change), lists }),
      text: plan.target,
      source: plan.source,
      title: plan.title,
    });
  });
}

function mountReading(http: FastifyInstance, plans: Plans): void {
  const { parts, control } = plans;
  const { records, store } = parts;

  mount(http, contract.listPlans, async ({ query, caller }) => {
    const enterpriseId = caller.enterpriseId ?? '';
    const nowMs = records.core.clock.now();
    const items: ReturnType<typeof toSummary>[] = [];
    await forEachYielding(store.page(enterpriseId, nowMs, query), (plan) => {
      items.push(toSummary(parts, plan, plans.devicesOf(plan)));
    });
    return { page: query.page, limit: query.limit, total: store.count(enterpriseId, nowMs), items };
  });

  mount(http, contract.getPlan, ({ params, caller }) => {
    const plan = control.find(params.planId, caller);
    return plan instanceof Failure ? plan : plans.show(plan);
  });

  mount(http, contract.getPlanResults, ({ params, caller }) => {
    const plan = control.find(params.planId, caller);
    if (plan instanceof Failure) return plan;
    const run = plans.runner.find(plan.id);
    const devices = plans.devicesOf(plan);
    const results =
      run?.members.map((member) => run.result(member)) ??
      devices.map((row) => toResult(row, records.devices.find(row.deviceId), null));
    return { plan: toSummary(parts, run?.plan ?? plan, devices), results };
  });

  mount(http, contract.deletePlan, ({ params, caller }) =>
    records.core.writer.run(() => {
      const plan = control.find(params.planId, caller);
      if (plan instanceof Failure) return plan;
      if (plan.run !== null)
        return new Failure('CONFLICT', 'This plan was applied, so it is part of the history.');
      store.remove(plan.key);
      return { id: plan.id, success: true as const };
    }),
  );
}

function mountControl(http: FastifyInstance, plans: Plans): void {
  const { control } = plans;
  const summaryOf = <Code extends ErrorCode>(plan: PlanRow | Failure<Code>) =>
    plan instanceof Failure ? plan : plans.summaryOf(plan);

  mount(http, contract.applyPlan, async ({ params, body, caller }) =>
    summaryOf(await control.apply(params.planId, caller, body)),
  );
  mount(http, contract.continuePlan, async ({ params, caller }) =>
    summaryOf(await control.resume(params.planId, caller)),
  );
  mount(http, contract.continuePlanWithout, async ({ params, body, caller }) =>
    summaryOf(await control.continueWithout(params.planId, caller, body)),
  );
  mount(http, contract.stopPlan, async ({ params, caller }) =>
    summaryOf(await control.stopPlan(params.planId, caller)),
  );
  mount(http, contract.retryPlan, async ({ params, body, caller }) =>
    summaryOf(await control.retry(params.planId, caller, body.devicesId)),
  );
}

/** Applies a change on top of a profile: groups merge field by field, everything else is replaced. */
function overProfile(profile: ProfileRow | undefined, change: SealedChange): SealedChange {
  if (profile === undefined) return change;
  const below: Record<string, unknown> = { ...parseSealed(profile.settings) };
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue;
    const known = below[key];
    below[key] = isObject(value) && isObject(known) ? { ...known, ...value } : value;
  }
  return below;
}

function nothingToPlan(): Failure<'VALIDATION_FAILED'> {
  const message = 'Send settings, a profile, or both.';
  return new Failure('VALIDATION_FAILED', `settings: ${message}`, {
    details: [{ path: 'settings', message }],
  });
}
