import { expect, test } from 'vitest';

import { measureCablePace } from '../../../renderer/enrolment/cable/cable-pace.ts';
import { soundsBetween } from '../../../renderer/enrolment/cable/cable-state.ts';
import { faultyAppOps, fieldsOf, recipeOf } from '../../../renderer/enrolment/cable/recipe-fields.ts';
import { CABLE_STEPS, type CableHeadset, type CableView } from '../../../shared/contract/enrolment/cable.ts';
import { cableRecipeSchema } from '../../../shared/contract/enrolment/cable-recipe.ts';

const MINUTE = 60_000;
const NO_STEP = { progress: null, failure: null, advice: null, words: null };

/**
 * A headset whose eight steps took these times, one after the other, from `startedAtMs` on; the rest is still pending.
 */
function aHeadset(
  state: CableHeadset['state'],
  tookMs: readonly number[],
  input: { readonly serial?: string; readonly startedAtMs?: number; readonly running?: boolean } = {},
): CableHeadset {
  let at = input.startedAtMs ?? 0;
  const steps = CABLE_STEPS.map((step, index) => {
    const took = tookMs[index];
    if (took !== undefined) {
      at += took;
      return { ...NO_STEP, step, state: 'done' as const, startedAtMs: at - took, endedAtMs: at };
    }
    const isRunning = input.running === true && index === tookMs.length;
    return {
      ...NO_STEP,
      step,
      state: isRunning ? ('running' as const) : ('pending' as const),
      startedAtMs: isRunning ? at : null,
      endedAtMs: null,
    };
  });
  return { serial: input.serial ?? 'A', model: null, state, slot: null, steps };
}

const through = (minutes: number) =>
  aHeadset(
    'ready',
    CABLE_STEPS.map(() => (minutes * MINUTE) / CABLE_STEPS.length),
  );

function aView(headsets: readonly CableHeadset[]): CableView {
  const ports = headsets.map((headset, at) => ({ number: at + 1, key: `3-2.${at + 1}`, headset }));
  const adb = { state: 'ready' as const, platform: 'linux', isOwn: true, words: null, isContested: false };
  return {
    adb,
    isRunning: true,
    cart: 'a',
    nextSlot: null,
    hubs: [{ id: '3-2', isDark: false, ports }],
    away: [],
  };
}

test('before the first headset is done there is no estimate', () => {
  expect(measureCablePace([aHeadset('running', [MINUTE], { running: true })], 2 * MINUTE)).toBeNull();
});

test('the estimate is the median of the finished headsets, and those in progress need the rest of it', () => {
  const running = aHeadset('running', [MINUTE], { running: true });
  const pace = measureCablePace([through(2), through(2), through(9), running], 1.5 * MINUTE);
  expect(pace).toEqual({ msPerHeadset: 2 * MINUTE, leftMs: 0.5 * MINUTE, among: 1 });
});

test('if every headset in progress exceeds the median there is no estimate', () => {
  const running = aHeadset('running', [MINUTE], { running: true });
  expect(measureCablePace([through(2), running], 9 * MINUTE)).toMatchObject({ leftMs: 0, among: 0 });
});

test('a queued headset begins when one of the sixteen in progress is done', () => {
  const running = Array.from({ length: 16 }, () => aHeadset('running', [MINUTE], { running: true }));
  const queued = [aHeadset('queued', []), aHeadset('queued', [])];
  const pace = measureCablePace([through(2), ...running, ...queued], MINUTE);
  expect(pace).toEqual({ msPerHeadset: 2 * MINUTE, leftMs: 3 * MINUTE, among: 18 });
});

test('time that a headset was unplugged does not count', () => {
  const steps = through(2).steps.map((step, at) =>
    at < 4
      ? step
      : {
          ...step,
          startedAtMs: (step.startedAtMs ?? 0) + 60 * MINUTE,
          endedAtMs: (step.endedAtMs ?? 0) + 60 * MINUTE,
        },
  );
  expect(measureCablePace([{ state: 'ready', steps }], 0)?.msPerHeadset).toBe(2 * MINUTE);
});

test('the sounds for “put it on”, a failure, a ready headset and the last one differ', () => {
  const plain = aView([aHeadset('running', [], { serial: 'A' }), aHeadset('running', [], { serial: 'B' })]);
  const now = (one: CableHeadset['state'], other: CableHeadset['state']) =>
    aView([aHeadset(one, [], { serial: 'A' }), aHeadset(other, [], { serial: 'B' })]);
  expect(soundsBetween(plain, plain)).toEqual([]);
  expect(soundsBetween(plain, now('unauthorized', 'running'))).toEqual(['putOn']);
  expect(soundsBetween(plain, now('failed', 'ready'))).toEqual(['failed', 'ready']);
  expect(soundsBetween(plain, now('ready', 'running'))).toEqual(['ready']);
  expect(soundsBetween(now('ready', 'running'), now('ready', 'ready'))).toEqual(['complete']);
});

test('a recipe comes out of the dialog unchanged', () => {
  const recipe = cableRecipeSchema.parse({
    cart: 'a',
    name: 'Science week',
    models: ['Quest 3', 'PICO'],
    minBattery: 40,
    agent: {
      sha256: 'a'.repeat(64),
      permissions: ['android.permission.RECORD_AUDIO'],
      appOps: [{ operation: 'SYSTEM_ALERT_WINDOW', mode: 'ignore' }],
      deviceOwner: 'org.example/.Admin',
    },
    wifi: { ssid: 'CART-A' },
    timezone: 'Europe/Paris',
    locale: 'fr-FR',
    contents: ['b'.repeat(64)],
    contentFolder: '/sdcard/Lessons',
    handOver: {
      component: 'org.example/.Enrol',
      kind: 'service',
      action: 'org.example.ENROL',
      extras: [{ name: 'config', value: '{file}=1' }],
      file: '/sdcard/x.json',
    },
    stationUrl: 'https://muster.example:7443',
  });
  expect(recipeOf(fieldsOf({ recipe, hasWifiPassword: true }, 'Cart A'), 'a')).toEqual(recipe);
});

test('an open network has no password, and a stored password stays unchanged', () => {
  const fields = { ...fieldsOf({ recipe: null, hasWifiPassword: false }, 'Cart A'), ssid: 'CART-A' };
  expect(recipeOf({ ...fields, isOpenWifi: true, password: 'typed before' }, 'a').wifi).toEqual({
    ssid: 'CART-A',
    password: null,
  });
  expect(recipeOf(fields, 'a').wifi).toEqual({ ssid: 'CART-A' });
});

test('an app operation with an unknown mode is reported, not taken for another', () => {
  expect(faultyAppOps({ appOps: 'SYSTEM_ALERT_WINDOW\nCAMERA deny' })).toBeNull();
  expect(faultyAppOps({ appOps: 'CAMERA deny\nCAMERA maybe' })).toBe('CAMERA maybe');
});
