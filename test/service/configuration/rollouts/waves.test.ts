import { afterAll, expect, test } from 'vitest';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { deleteDevice, getDevice } from '../../../../shared/contract/devices/devices.ts';
import {
  createPlan,
  deletePlan,
  type PlanSummary,
} from '../../../../shared/contract/configuration/plans/plans.ts';
import {
  applyPlan,
  continuePlan,
  continuePlanWithout,
  getPlanResults,
  retryPlan,
  stopPlan,
} from '../../../../shared/contract/configuration/plans/rollouts.ts';
import { OFFLINE_AFTER_MS } from '../../../../shared/domain/devices/headset-limits.ts';
import { surveySettings } from '../../../../shared/contract/configuration/settings/settings-survey.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const clock = new ManualClock();
const station = await aStation({ clock, rateLimit: 0 });
afterAll(() => station[Symbol.asyncDispose]());

/** Connected headsets that do only what a test tells them to. */
async function someHeadsets(count: number, on: TestStation = station) {
  const headsets: TestHeadset[] = [];
  for (let made = 0; made < count; made += 1) headsets.push(await TestHeadset.linked(on));
  return {
    headsets,
    ids: headsets.map(({ id }) => id),
    async [Symbol.asyncDispose]() {
      for (const headset of headsets) await headset[Symbol.asyncDispose]();
    },
  };
}

async function applied(ids: readonly string[], options: object, settings: object = { volume: 30 }) {
  const { body: plan } = await station.call(createPlan, { body: { devicesId: ids, settings } });
  const params = { planId: plan.id };
  const { status } = await station.call(applyPlan, { params, body: options });
  expect(status).toBe(200);
  const results = async () => (await station.call(getPlanResults, { params })).body;
  return {
    params,
    results,
    states: async () => (await results()).results.map(({ state }) => state),
    /** Waits until the plan has this state. */
    async until(isSatisfied: (run: NonNullable<PlanSummary['run']>) => boolean) {
      const states = async () => {
        const { run } = (await results()).plan;
        return run !== null && isSatisfied(run) ? 'so' : run;
      };
      await expect.poll(states, { timeout: 120_000, interval: 10 }).toBe('so');
    },
  };
}

/** Makes a headset apply the newest settings and report it; `more` are further reported fields. */
async function confirm(headset: TestHeadset, more: object = {}) {
  const { body } = await station.call(getDevice, { params: headset.params, token: headset.token });
  await headset.report({ settingsRevision: body.settingsRevision, ...more });
}

/** Makes a headset apply the settings without effect. */
const fail = (headset: TestHeadset) => confirm(headset, { effectiveSettings: { volume: 99 } });

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}`);
  return item;
};

test('a headset that reports the setting has confirmed it; one that cannot report it is marked', async () => {
  await using cart = await someHeadsets(2);
  const plan = await applied(cart.ids, { waves: [] });
  await plan.until(({ counts }) => counts.sent === 2);

  await confirm(at(cart.headsets, 0), { effectiveSettings: { volume: 30 } });
  await confirm(at(cart.headsets, 1));
  await plan.until(({ state }) => state === 'done');

  const { results } = await plan.results();
  expect(results.map(({ state, reason }) => [state, reason?.code ?? null, reason?.subject ?? null])).toEqual([
    ['confirmed', null, null],
    ['confirmed', 'NOT_REPORTED', 'volume'],
  ]);
  const { body } = await station.call(surveySettings, { body: { devicesId: [...cart.ids] } });
  expect(body.reported).toEqual([{ path: 'volume', values: [{ value: 30, count: 1 }], unset: 1 }]);
});

test('nothing is done before the headset has confirmed it, and only then the next wave starts', async () => {
  await using cart = await someHeadsets(4);
  const plan = await applied(cart.ids, { waves: [1, 2] });

  await plan.until(({ counts }) => counts.sent === 1);
  expect(await plan.states()).toEqual(['sent', 'queued', 'queued', 'queued']);
  await at(cart.headsets, 0).report({ settingsRevision: 0 });
  expect(await plan.states()).toEqual(['sent', 'queued', 'queued', 'queued']);
  await confirm(at(cart.headsets, 0));
  await plan.until(({ wave }) => wave === 2);
  expect(await plan.states()).toEqual(['confirmed', 'sent', 'sent', 'queued']);
  await confirm(at(cart.headsets, 1));
  await confirm(at(cart.headsets, 2));
  await plan.until(({ wave, counts }) => wave === 3 && counts.sent === 1);
  await confirm(at(cart.headsets, 3));
  await plan.until(({ state }) => state === 'done');

  const { plan: summary } = await plan.results();
  expect(summary.run).toMatchObject({ stoppedBy: null, counts: { confirmed: 4 } });
  expect(summary.run?.finishedAt).not.toBeNull();
  expect((await station.call(deletePlan, { params: plan.params })).status).toBe(409);
  expect((await station.call(applyPlan, { params: plan.params, body: {} })).status).toBe(409);
});

test('a headset that failed and confirms later is shown as confirmed, also after a restart', async () => {
  await using other = await aStation({ rateLimit: 0 });
  await using cart = await someHeadsets(2, other);
  const { body: plan } = await other.call(createPlan, {
    body: { devicesId: cart.ids, settings: { volume: 30 } },
  });
  const params = { planId: plan.id };
  const results = async () => (await other.call(getPlanResults, { params })).body;
  const states = async () => {
    const { plan: summary, results: each } = await results();
    return [summary.run?.state, ...each.map(({ state }) => state)];
  };
  const reached = (...wanted: string[]) =>
    expect.poll(states, { timeout: 20_000, interval: 10 }).toEqual(wanted);
  await other.call(applyPlan, { params, body: { waves: [], stopAtFailedPercent: 100 } });
  await reached('running', 'sent', 'sent');
  for (const headset of cart.headsets)
    await headset.report({ settingsRevision: 1, effectiveSettings: { volume: 99 } });
  await reached('done', 'failed', 'failed');

  await at(cart.headsets, 0).report({ settingsRevision: 1, effectiveSettings: { volume: 30 } });
  await reached('done', 'confirmed', 'failed');
  expect((await results()).results[0]?.reason).toBeNull();

  await other.restart();
  await at(cart.headsets, 1).report({ settingsRevision: 1, effectiveSettings: { volume: 30 } });
  await reached('done', 'confirmed', 'confirmed');
  expect((await results()).plan.run?.counts).toMatchObject({ confirmed: 2, failed: 0 });
});

test('waves stop automatically when too many fail, say why, and continue on request', async () => {
  await using cart = await someHeadsets(4);
  const plan = await applied(cart.ids, { waves: [2], stopAtFailedPercent: 20 });
  await plan.until(({ counts }) => counts.sent === 2);

  await fail(at(cart.headsets, 0));
  await plan.until(({ state }) => state === 'stopped');

  const stopped = await plan.results();
  expect(stopped.plan.run).toMatchObject({ stoppedBy: 'failures', wave: 1 });
  expect(stopped.results.map(({ state }) => state)).toEqual(['failed', 'sent', 'queued', 'queued']);
  expect(stopped.results[0]?.reason).toMatchObject({ code: 'NOT_IN_EFFECT', subject: 'volume' });
  await confirm(at(cart.headsets, 1));
  await plan.until(({ counts }) => counts.confirmed === 1);
  expect(await plan.states()).toEqual(['failed', 'confirmed', 'queued', 'queued']);

  expect((await station.call(continuePlan, { params: plan.params })).status).toBe(200);
  await plan.until(({ counts }) => counts.sent === 2);
  await confirm(at(cart.headsets, 2));
  await confirm(at(cart.headsets, 3));
  await plan.until(({ state }) => state === 'done');
  expect((await station.call(continuePlan, { params: plan.params })).status).toBe(409);
  const [failed = ''] = cart.ids;
  expect((await station.call(retryPlan, { params: plan.params, body: { devicesId: [failed] } })).status).toBe(
    200,
  );
  await confirm(at(cart.headsets, 0), { effectiveSettings: { volume: 30 } });
  await plan.until(({ state, counts }) => state === 'done' && counts.confirmed === 4);
  expect((await station.call(retryPlan, { params: plan.params, body: {} })).status).toBe(409);
});

test('a plan waits after a wave for approval, and can be stopped', async () => {
  await using cart = await someHeadsets(3);
  const plan = await applied(cart.ids, { waves: [1, 1], pauseAfter: [1] });
  await plan.until(({ counts }) => counts.sent === 1);
  await confirm(at(cart.headsets, 0));
  await plan.until(({ state }) => state === 'paused');
  expect((await plan.results()).plan.run?.stoppedBy).toBe('wave');

  await station.call(continuePlan, { params: plan.params });
  await plan.until(({ wave, counts }) => wave === 2 && counts.sent === 1);
  expect((await station.call(stopPlan, { params: plan.params })).body.run?.stoppedBy).toBe('person');
  await confirm(at(cart.headsets, 1));
  await plan.until(({ counts }) => counts.confirmed === 2);

  expect(await plan.states()).toEqual(['confirmed', 'confirmed', 'queued']);
  expect((await station.call(getDevice, { params: at(cart.headsets, 2).params })).body.settingsRevision).toBe(
    0,
  );
  expect((await station.call(stopPlan, { params: plan.params })).status).toBe(409);
});

test('an unreachable headset gets it when it is back and not before; one that stays away is left unchanged', async () => {
  await using back = await TestHeadset.away(station);
  await using gone = await TestHeadset.away(station);
  await back.report();
  await gone.report();
  clock.advance(OFFLINE_AFTER_MS + 1);
  await using cart = await someHeadsets(1);
  const waitUntil = new Date(clock.now() + 3_600_000).toISOString();
  const plan = await applied([back.id, gone.id, ...cart.ids], { waitUntil });
  await plan.until(({ counts }) => counts.sent === 1);

  expect((await plan.results()).results[0]).toMatchObject({ until: waitUntil, wave: null });
  expect(await plan.states()).toEqual(['waiting', 'waiting', 'sent']);
  await back.report();
  await confirm(at(cart.headsets, 0));
  await plan.until(({ counts }) => counts.sent === 1 && counts.confirmed === 1);
  // The plan still waits, but its only wave is over.
  const { run } = (await plan.results()).plan;
  expect(run).toMatchObject({ state: 'running', waves: [{ state: 'done', confirmed: 1 }] });
  await confirm(back);
  await plan.until(({ counts }) => counts.confirmed === 2);
  clock.advance(3_600_001);
  await plan.until(({ state }) => state === 'done');

  const { results } = await plan.results();
  expect(results[1]).toMatchObject({ state: 'expired', reason: { code: 'OFFLINE' }, attempts: 0 });
  expect((await station.call(getDevice, { params: gone.params })).body.settingsRevision).toBe(0);
  const skipping = await applied([gone.id], { ifOffline: 'skip' }, { volume: 31 });
  await skipping.until(({ state }) => state === 'done');
  expect(await skipping.states()).toEqual(['skipped']);
  const past = { waitUntil: new Date(clock.now() - 1).toISOString() };
  const { body: late } = await station.call(createPlan, {
    body: { devicesId: [gone.id], settings: { volume: 32 } },
  });
  expect((await station.call(applyPlan, { params: { planId: late.id }, body: past })).status).toBe(400);
});

test('a headset that does not confirm in time has failed, and so has one changed or removed by somebody else', async () => {
  await using cart = await someHeadsets(3);
  const plan = await applied(cart.ids, { waves: [], confirmWithinSec: 60 });
  await plan.until(({ counts }) => counts.sent === 3);

  const replaced = at(cart.headsets, 1);
  await station.call(configureDevice, { params: replaced.params, body: { volume: 77 } });
  await station.call(deleteDevice, { params: at(cart.headsets, 2).params });
  await plan.until(({ counts }) => counts.failed === 2);
  clock.advance(60_001);
  await plan.until(({ state }) => state === 'done');

  const { results } = await plan.results();
  expect(results.map(({ state, reason }) => [state, reason?.code])).toEqual([
    ['failed', 'NOT_CONFIRMED'],
    ['failed', 'REPLACED'],
    ['failed', 'DEVICE_GONE'],
  ]);
  await station.call(retryPlan, { params: plan.params, body: { devicesId: [replaced.id] } });
  expect((await plan.results()).results[1]).toMatchObject({ state: 'failed', reason: { code: 'MOVED' } });
});

test('a station that restarts in the middle of a wave continues it', async () => {
  await using other = await aStation({ rateLimit: 0 });
  const first = await TestHeadset.linked(other);
  const second = await TestHeadset.linked(other);
  const { body: made } = await other.call(createPlan, {
    body: { devicesId: [first.id, second.id], settings: { volume: 30 } },
  });
  const params = { planId: made.id };
  await other.call(applyPlan, { params, body: { waves: [1] } });
  const states = async () =>
    (await other.call(getPlanResults, { params })).body.results.map(({ state }) => state);
  await expect.poll(states).toEqual(['sent', 'queued']);

  await other.restart();
  expect(await states()).toEqual(['sent', 'queued']);
  await first.report({ settingsRevision: 1 });
  await expect.poll(states).toEqual(['confirmed', 'sent']);
  await second.report({ settingsRevision: 1 });

  await expect.poll(states).toEqual(['confirmed', 'confirmed']);
  expect((await other.call(getPlanResults, { params })).body.plan.run?.state).toBe('done');
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
});

test('a wave continues without an offline headset, which gets the change when it is back, after the last wave', async () => {
  await using cart = await someHeadsets(3);
  const plan = await applied(cart.ids, { waves: [2] });
  await plan.until(({ counts }) => counts.sent === 2);
  await confirm(at(cart.headsets, 0));
  await plan.until(({ counts }) => counts.confirmed === 1);
  const continueWithout = async (...ids: string[]) =>
    (await station.call(continuePlanWithout, { params: plan.params, body: { devicesId: ids } })).status;

  const [, gone] = cart.ids;
  // As long as it holds its link it may still answer.
  expect(await continueWithout(gone ?? '')).toBe(409);
  await at(cart.headsets, 1).unlink();
  await expect.poll(() => continueWithout(gone ?? ''), { interval: 20 }).toBe(200);

  await plan.until(({ wave, counts }) => wave === 2 && counts.sent >= 1);
  await confirm(at(cart.headsets, 2));
  await plan.until(({ counts }) => counts.confirmed === 2 && counts.waiting === 1);
  await at(cart.headsets, 1).link();
  await plan.until(({ counts }) => counts.sent === 1);
  await confirm(at(cart.headsets, 1));
  await plan.until(({ state, counts }) => state === 'done' && counts.confirmed === 3);
});

test('an offline headset is replaced by one of a later wave, and gets the change in the end', async () => {
  await using cart = await someHeadsets(3);
  const plan = await applied(cart.ids, { waves: [1] });
  await plan.until(({ counts }) => counts.sent === 1);
  const [gone = '', next = '', last = ''] = cart.ids;
  await at(cart.headsets, 0).unlink();
  const use = async (...instead: string[]) =>
    station.call(continuePlanWithout, { params: plan.params, body: { devicesId: [gone], instead } });
  // A headset to which the change was already sent, or which is not in the plan, cannot replace it.
  await expect.poll(async () => (await use(gone)).status, { interval: 20 }).toBe(409);
  expect((await use('nobody')).status).toBe(409);
  expect(await plan.states()).toEqual(['sent', 'queued', 'queued']);

  expect((await use(next)).status).toBe(200);
  await plan.until(({ wave, counts }) => wave === 1 && counts.sent === 1 && counts.waiting === 1);
  expect(await plan.states()).toEqual(['waiting', 'sent', 'queued']);
  await confirm(at(cart.headsets, 1));
  await plan.until(({ wave, counts }) => wave === 2 && counts.sent === 1);
  expect((await plan.results()).results.map(({ id, wave }) => [id, wave])).toEqual([
    [gone, 1],
    [next, 1],
    [last, 2],
  ]);
  await confirm(at(cart.headsets, 2));
  await at(cart.headsets, 0).link();
  await plan.until(({ counts }) => counts.sent === 1 && counts.confirmed === 2);
  await confirm(at(cart.headsets, 0));
  await plan.until(({ state, counts }) => state === 'done' && counts.confirmed === 3);
});
