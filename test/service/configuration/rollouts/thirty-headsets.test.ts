import { expect, test } from 'vitest';

import { NO_FAULTS } from '../../../../main/simulator/index.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { listChanges, revertChange } from '../../../../shared/contract/configuration/history.ts';
import { createPlan, planSummarySchema } from '../../../../shared/contract/configuration/plans/plans.ts';
import {
  applyPlan,
  getPlanResults,
  retryPlan,
} from '../../../../shared/contract/configuration/plans/rollouts.ts';
import { OFFLINE_AFTER_MS } from '../../../../shared/domain/devices/headset-limits.ts';
import { aStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSimulatedCart } from '../../../support/simulated-cart.ts';

const lab = {
  id: 'app-lab',
  packageName: 'org.school.lab',
  url: 'http://files.test/lab.apk',
  codeVersion: 7,
};
const FAILING = [11, 23];
const AWAY = 17;

test('kiosk on 30 headsets of three manufacturers in one plan, one offline, two failing, retried, undone', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ clock, rateLimit: 0 });
  const slots = await station.slots(30);
  await using cart = await aSimulatedCart(station, slots, (index) =>
    FAILING.includes(index) ? { faults: { ...NO_FAULTS, failedDownloadShare: 1 } } : {},
  );
  await using wall = await station.stream('/station/updates');
  const ids = slots.map(({ id }) => id);
  const away = cart.headsets[AWAY];
  await away?.headset.leave();
  await wall.next('device', (data) => data['id'] === away?.id && data['isLinked'] === false);
  clock.advance(OFFLINE_AFTER_MS + 1);

  // Preview.
  const { body: plan } = await station.call(createPlan, {
    body: {
      devicesId: ids,
      settings: { applications: [lab], kioskMode: { isActive: true, packageName: lab.packageName } },
    },
  });
  expect(plan.counts).toEqual({ devices: 30, change: 30, same: 0, refused: 0, offline: 1 });
  expect(new Set(plan.groups.map(({ brand }) => brand))).toEqual(new Set(['pico', 'meta', 'htc']));

  // Confirmation.
  const params = { planId: plan.id };
  const atStandstill = (open: number) =>
    wall.next('plan', (data) => {
      const { id, run } = planSummarySchema.parse(data);
      return id === plan.id && run !== null && run.counts.confirmed + run.counts.failed >= 30 - open;
    });
  expect((await station.call(applyPlan, { params, body: { waves: [1, 5] } })).status).toBe(200);
  await atStandstill(1);
  const first = (await station.call(getPlanResults, { params })).body;
  expect(first.plan.run).toMatchObject({
    state: 'running',
    wave: 3,
    counts: { confirmed: 27, failed: 2, waiting: 1 },
    waves: [
      { size: 1, confirmed: 1, state: 'done' },
      { size: 5, confirmed: 5, state: 'done' },
      { size: 23, confirmed: 21, failed: 2 },
    ],
  });
  expect(first.results.filter(({ state }) => state === 'failed')).toMatchObject(
    FAILING.map((index) => ({
      id: ids[index],
      reason: { code: 'CONTENT_FAILED', subject: lab.packageName },
    })),
  );
  expect(first.results.find(({ state }) => state === 'waiting')).toMatchObject({ id: away?.id, attempts: 0 });
  expect((await station.call(getDevice, { params: { deviceId: away?.id ?? '' } })).body).toMatchObject({
    settingsRevision: 0,
  });
  expect(orderOfWaves(wall.events, ids)).toEqual(['confirmed 1', 'sent 2', 'confirmed 2', 'sent 3']);

  // Retry.
  for (const index of FAILING) cart.headsets[index]?.headset.repairFaults();
  expect((await station.call(retryPlan, { params, body: {} })).body.run?.counts.failed).toBe(0);
  await wall.next('plan', (data) => planSummarySchema.parse(data).run?.counts.confirmed === 29);
  away?.headset.comeBack();
  await wall.next('plan', (data) => planSummarySchema.parse(data).run?.state === 'done');
  const done = (await station.call(getPlanResults, { params })).body;
  expect(done.plan.run?.counts).toMatchObject({ confirmed: 30, failed: 0, waiting: 0 });
  expect(FAILING.map((index) => done.results[index]?.attempts)).toEqual([2, 2]);

  // Undo.
  const [change] = (await station.call(listChanges)).body.items;
  expect(change).toMatchObject({ kind: 'plan', devices: 30, planId: plan.id, reverts: null });
  const { body: undoing } = await station.call(revertChange, {
    params: { changeId: change?.id ?? '' },
    body: {},
  });
  expect(undoing).toMatchObject({ source: { kind: 'revert', changeId: change?.id }, counts: { change: 30 } });
  await wall.next(
    'plan',
    (data) => data['id'] === undoing.id && planSummarySchema.parse(data).run?.state === 'done',
  );
  const [undone] = (await station.call(listChanges)).body.items;
  expect(undone).toMatchObject({ kind: 'revert', devices: 30, reverts: change?.id });
  for (const deviceId of [ids[0], ids[11], ids[17]]) {
    const { body } = await station.call(getDevice, { params: { deviceId: deviceId ?? '' } });
    expect(body.settings.kioskMode).toBeUndefined();
    expect(body.installedPackages.map(({ packageName }) => packageName)).not.toContain(lab.packageName);
  }
});

/** Returns the last confirmation of each wave and the first headset of the next that was sent a change, in order. */
function orderOfWaves(
  events: readonly { readonly name: string; readonly data: Record<string, unknown> }[],
  ids: readonly string[],
): string[] {
  const reported: string[] = [];
  const confirmed = new Map<number, number>();
  for (const { name, data } of events) {
    if (name !== 'planResults') continue;
    const items = data['items'] as readonly { state: string; wave: number | null; id: string }[];
    for (const { state, wave, id } of items) {
      if (wave === null || !ids.includes(id)) continue;
      if (state === 'sent' && wave > 1 && !reported.includes(`sent ${wave}`)) reported.push(`sent ${wave}`);
      if (state !== 'confirmed') continue;
      confirmed.set(wave, (confirmed.get(wave) ?? 0) + 1);
      if (confirmed.get(wave) === [0, 1, 5][wave]) reported.push(`confirmed ${wave}`);
    }
  }
  return reported;
}
