import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

import { stageOf } from '../../../../renderer/enrolment/cart/cart-progress.ts';
import { filterOf } from '../../../../renderer/model/fleet/match.ts';
import { revertChange } from '../../../../shared/contract/configuration/history.ts';
import { createPlan, listPlans } from '../../../../shared/contract/configuration/plans/plans.ts';
import {
  applyPlan,
  getPlanResults,
  retryPlan,
} from '../../../../shared/contract/configuration/plans/rollouts.ts';
import { deleteDevice, getDevice } from '../../../../shared/contract/devices/devices.ts';
import { headsetSchema, type Headset } from '../../../../shared/contract/devices/fleet.ts';
import { createAcceptanceSheet, setSlotProfiles } from '../../../../shared/contract/enrolment/carts.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { getFleetStatistics } from '../../../../shared/contract/statistics/statistics-now.ts';
import { presenceOf } from '../../../../renderer/classroom/state/class-board.ts';
import { OFFLINE_AFTER_MS } from '../../../../shared/domain/devices/headset-limits.ts';
import { headsetState } from '../../../../shared/domain/devices/headset-state.ts';
import { isConfirmed } from '../../../../shared/domain/devices/confirmed.ts';
import { isPending } from '../../../../main/service/configuration/rollouts/waves.ts';
import { aStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { sized } from '../../../support/long.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const clock = new ManualClock();
const station = await aStation({ clock, rateLimit: 0 });
afterAll(() => station[Symbol.asyncDispose]());

const app = {
  id: 'app-sea',
  packageName: 'org.school.sea',
  url: 'http://files.test/sea.apk',
  codeVersion: 3,
};

/** Returns the tiles as a window gets them. */
async function tiles(ids: readonly string[]): Promise<readonly Headset[]> {
  await using wall = await station.stream('/station/updates?snapshot=true');
  await wall.next('live');
  const all = wall.events
    .filter(({ name }) => name === 'headsets')
    .flatMap(({ data }) => headsetSchema.array().parse(data['items']));
  return ids.map((id) => {
    const found = all.find((each) => each.id === id);
    if (found === undefined) throw new Error(`${id} is not on the wall`);
    return found;
  });
}

/** Returns the ids of headsets for which a rollout has not ended. */
async function pendingIds(): Promise<ReadonlySet<string>> {
  const { body: plans } = await station.call(listPlans, { query: { limit: '100' } });
  const applied = plans.items.filter(({ run }) => run !== null);
  const all = await Promise.all(
    applied.map(({ id }) => station.call(getPlanResults, { params: { planId: id } })),
  );
  const results = all.flatMap(({ body }) => body.results);
  return new Set(results.flatMap(({ id, state }) => (isPending(state) ? [id] : [])));
}

const USABLE = ['ready', 'inUse', 'attention', 'lowBattery'];

/** Returns what each screen says of each headset, and the count of the statistics. */
async function everyAnswer(ids: readonly string[]) {
  const { body: sheet } = await station.call(createAcceptanceSheet, { body: { devicesId: [...ids] } });
  const { body: counts } = await station.call(getFleetStatistics, { body: { deviceIds: [...ids] } });
  const pending = await pendingIds();
  const wall = await tiles(ids);
  const nowMs = clock.now();
  const answers = wall.map((headset, index) => {
    const state = headsetState(headset, nowMs);
    const isOffline = state.state === 'offline';
    const item = sheet.items[index];
    const sheetSays = item?.isConfirmed === true;
    const presence = presenceOf(headset, { state: state.state, nowMs, packageName: null });
    return {
      sheet: sheetSays,
      reasons: item?.open.length === 0,
      tile: isConfirmed(headset),
      enrol: stageOf({ headset, state }) === 'ready',
      // Fleet and Class show a headset that is off as such.
      fleet: isOffline ? sheetSays : USABLE.includes(state.state),
      fleetFilter: filterOf(state.state) === 'ready' ? true : sheetSays,
      class: presence === 'preparing' ? false : sheetSays,
      rollouts: pending.has(headset.id) ? false : sheetSays,
    };
  });
  return { answers, counted: counts.confirmed };
}

/**
 * Returns which of these are confirmed, by the sheet, and the places where somebody says otherwise. To be polled: a
 * rollout reads a report a moment after it was stored.
 */
async function oneTruth(ids: readonly string[]) {
  const { answers, counted } = await everyAnswer(ids);
  const confirmed = answers.map(({ sheet }) => sheet);
  const different = answers.flatMap((answer, index) =>
    Object.entries(answer).flatMap(([who, says]) => (says === answer.sheet ? [] : [`${who} ${index}`])),
  );
  if (counted !== confirmed.filter(Boolean).length) different.push(`statistics ${counted}`);
  return { confirmed, different };
}

const agreed = (...confirmed: boolean[]) => ({ confirmed, different: [] });

async function apply(ids: readonly string[], settings: object, options: object = { waves: [] }) {
  const { body: plan } = await station.call(createPlan, { body: { devicesId: [...ids], settings } });
  await station.call(applyPlan, { params: { planId: plan.id }, body: options });
  const read = async () => (await station.call(getPlanResults, { params: { planId: plan.id } })).body;
  return { planId: plan.id, read };
}

/** Reports the newest settings as applied, with `more`. */
async function confirm(headset: TestHeadset, more: object = {}) {
  const { body } = await station.call(getDevice, { params: headset.params, token: headset.token });
  await headset.report({ settingsRevision: body.settingsRevision, ...more });
}

const installed = {
  installedPackages: [{ packageName: app.packageName, versionCode: app.codeVersion }],
  downloads: [],
};
const failedDownload = {
  installedPackages: [],
  downloads: [{ downloadId: 1, url: app.url, fileName: 'sea.apk', status: 'FAILED', progress: 10 }],
};

test('an offline headset with a queued change is not confirmed anywhere, and is once it has confirmed it', async () => {
  await using near = await TestHeadset.linked(station);
  await using away = await TestHeadset.linked(station);
  await near.report({ settingsRevision: 0 });
  await away.report({ settingsRevision: 0 });
  await expect.poll(() => oneTruth([near.id, away.id])).toEqual(agreed(true, true));
  await away.unlink();
  clock.advance(OFFLINE_AFTER_MS + 1_000);
  await near.report({ settingsRevision: 0 });
  // What it confirmed before stays confirmed while it is off.
  await expect.poll(() => oneTruth([near.id, away.id])).toEqual(agreed(true, true));

  const plan = await apply([near.id, away.id], { volume: 30 });
  await expect
    .poll(async () => (await plan.read()).results.map(({ state }) => state))
    .toEqual(['sent', 'waiting']);
  await confirm(near);

  await expect.poll(() => oneTruth([near.id, away.id])).toEqual(agreed(true, false));
  const { body: sheet } = await station.call(createAcceptanceSheet, { body: { devicesId: [away.id] } });
  expect(sheet.items[0]?.open).toEqual([{ code: 'CHANGE_QUEUED', subject: null }]);
  const [tile] = await tiles([away.id]);
  expect(tile?.pendingChange).toMatchObject({ planId: plan.planId });

  await away.link();
  await expect.poll(async () => (await plan.read()).results[1]?.state).toBe('sent');
  await expect.poll(() => oneTruth([away.id])).toEqual(agreed(false));
  await confirm(away);
  await expect.poll(() => oneTruth([near.id, away.id])).toEqual(agreed(true, true));
});

test('a headset that enrols again ends what its old record waited for, and the rollout says so', async () => {
  await using away = await TestHeadset.linked(station);
  await away.report({ settingsRevision: 0 });
  await away.unlink();
  clock.advance(OFFLINE_AFTER_MS + 1_000);
  const plan = await apply([away.id], { volume: 12 });
  await expect.poll(async () => (await plan.read()).results[0]?.state).toBe('waiting');

  const [slot] = await station.slots(1, 'NEW-');
  await station.call(enrolDevice, {
    body: { enrollmentToken: slot?.enrollmentToken ?? '', androidId: away.androidId },
  });

  await expect.poll(async () => (await plan.read()).plan.run?.state).toBe('done');
  const { results } = await plan.read();
  expect(results[0]).toMatchObject({
    state: 'skipped',
    reason: { code: 'REPLACED_BY', subject: slot?.label },
  });
  // Its record got nothing more, and a retry is refused.
  const retried = await station.call(retryPlan, { params: { planId: plan.planId }, body: {} });
  expect(retried.status).toBe(409);
});

test('a rollout whose headsets are removed is closed', async () => {
  await using away = await TestHeadset.away(station);
  await using other = await TestHeadset.away(station);
  clock.advance(OFFLINE_AFTER_MS + 1_000);
  const plan = await apply([away.id, other.id], { volume: 13 });
  await expect.poll(async () => (await plan.read()).results[0]?.state).toBe('waiting');

  await station.call(deleteDevice, { params: away.params });
  await station.call(deleteDevice, { params: other.params });

  await expect.poll(async () => (await plan.read()).plan.run?.state).toBe('done');
  expect((await plan.read()).results.map(({ reason }) => reason?.code)).toEqual([
    'DEVICE_GONE',
    'DEVICE_GONE',
  ]);
});

test('undoing a change ends its rollout: what waits is not sent any more, and it is marked as undone', async () => {
  await using near = await TestHeadset.linked(station);
  await using away = await TestHeadset.linked(station);
  await near.report({ settingsRevision: 0 });
  await away.report({ settingsRevision: 0 });
  await away.unlink();
  clock.advance(OFFLINE_AFTER_MS + 1_000);
  await near.report({ settingsRevision: 0 });
  const plan = await apply([near.id, away.id], { volume: 14 });
  await expect.poll(async () => (await plan.read()).results[0]?.state).toBe('sent');
  await confirm(near);
  await expect
    .poll(async () => (await plan.read()).results.map(({ state }) => state))
    .toEqual(['confirmed', 'waiting']);
  const changeId = (await plan.read()).plan.changeId ?? '';

  await station.call(revertChange, { params: { changeId }, body: { apply: true, moved: 'refuse' } });

  await expect.poll(async () => (await plan.read()).plan.run?.state).toBe('done');
  const ended = await plan.read();
  expect(ended.results[1]).toMatchObject({ state: 'skipped', reason: { code: 'UNDONE' } });
  await expect.poll(async () => (await plan.read()).plan.undoneBy).not.toBeNull();
  await confirm(near);
  await expect.poll(() => oneTruth([near.id, away.id])).toEqual(agreed(true, true));
  await away.link();
  const { body } = await station.call(getDevice, { params: away.params });
  expect(body.settings).toEqual({});
});

type Step =
  | { readonly do: 'volume'; readonly value: number }
  | { readonly do: 'app' | 'profile' | 'confirm' | 'deviate' | 'fail' | 'install' | 'leave' | 'return' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('volume' as const), value: fc.integer({ min: 1, max: 99 }) }),
  fc.record({
    do: fc.constantFrom<'app' | 'profile' | 'confirm' | 'deviate' | 'fail' | 'install' | 'leave' | 'return'>(
      'app',
      'profile',
      'confirm',
      'confirm',
      'deviate',
      'fail',
      'install',
      'leave',
      'return',
    ),
  }),
);

async function play(headset: TestHeadset, taken: Step, profileId: string): Promise<void> {
  switch (taken.do) {
    case 'volume':
      await apply([headset.id], { volume: taken.value });
      break;
    case 'app':
      await apply([headset.id], { applications: [app] });
      break;
    case 'profile':
      await station.call(setSlotProfiles, { body: { devicesId: [headset.id], profileId } });
      break;
    case 'confirm':
      await confirm(headset);
      break;
    case 'deviate':
      await confirm(headset, { effectiveSettings: { volume: 100 } });
      break;
    case 'fail':
      await confirm(headset, failedDownload);
      break;
    case 'install':
      await confirm(headset, installed);
      break;
    case 'leave':
      await headset.unlink();
      clock.advance(OFFLINE_AFTER_MS + 1_000);
      break;
    case 'return':
      await headset.link();
      break;
  }
}

test('whatever happens to two headsets, sheet, cart, Enrol, Fleet, Class, statistics and rollouts agree', async () => {
  const { body: profile } = await station.call(createProfile, {
    body: { name: 'Quiet', settings: { volume: 5 } },
  });
  const history = fc.array(fc.record({ who: fc.nat({ max: 1 }), step }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      await using first = await TestHeadset.linked(station);
      await using second = await TestHeadset.linked(station);
      const headsets = [first, second];
      for (const { who, step: taken } of steps) {
        await play(headsets[who] ?? first, taken, profile.id);
        await expect.poll(async () => (await oneTruth([first.id, second.id])).different).toEqual([]);
      }
    }),
    { numRuns: sized({ long: 150, short: 6 }) },
  );
});
