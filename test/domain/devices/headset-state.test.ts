import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ADB_CONNECTIONS } from '../../../shared/contract/devices/fleet.ts';
import { UNCONFIRMED } from '../../../shared/contract/devices/unconfirmed.ts';
import { LOW_BATTERY_PERCENT, OFFLINE_AFTER_MS } from '../../../shared/domain/devices/headset-limits.ts';
import {
  HEADSET_STATES,
  headsetState,
  isSameState,
  isStale,
  type HeadsetFacts,
} from '../../../shared/domain/devices/headset-state.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

function ago(ms: number): string {
  return new Date(NOW - ms).toISOString();
}

/** A headset that has confirmed everything and is not worn. */
function aReadyHeadset(input: Partial<HeadsetFacts> = {}): HeadsetFacts {
  return {
    isArchived: false,
    androidId: 'android-1',
    isLinked: true,
    linkEndedAt: null,
    lastHeartbeatAt: ago(5_000),
    enrolledAt: ago(3_600_000),
    battery: { level: 80, isCharging: false },
    storage: { freeBytes: 60e9, totalBytes: 128e9 },
    worn: false,
    runningPackage: null,
    download: null,
    settingsRevision: 3,
    appliedRevision: 3,
    drift: null,
    unconfirmed: null,
    pendingChange: null,
    profileId: null,
    overAdb: null,
    ...input,
  };
}

function stateOf(input: Partial<HeadsetFacts>): string {
  return headsetState(aReadyHeadset(input), NOW).state;
}

test('a headset that confirmed everything is ready', () => {
  expect(stateOf({})).toBe('ready');
});

test('a slot without a headset waits for its code', () => {
  expect(stateOf({ androidId: null, enrolledAt: null, lastHeartbeatAt: null })).toBe('waiting');
});

test('a record kept for its history is archived, whatever else it reports', () => {
  expect(stateOf({ isArchived: true, androidId: null })).toBe('archived');
});

test('a failed download is shown even for an offline headset', () => {
  const download = { fileName: 'volcano.apk', progress: 0.4, isFailed: true };
  const state = headsetState(
    aReadyHeadset({ download, isLinked: false, lastHeartbeatAt: ago(900_000) }),
    NOW,
  );
  expect(state).toEqual({ state: 'failed', what: 'content', fileName: 'volcano.apk' });
});

test('a headset without a connection is offline after 90 s of silence', () => {
  expect(stateOf({ isLinked: false, lastHeartbeatAt: ago(OFFLINE_AFTER_MS - 1) })).toBe('ready');
  expect(stateOf({ isLinked: false, lastHeartbeatAt: ago(OFFLINE_AFTER_MS) })).toBe('offline');
});

test('a headset with an open connection is not offline, however long it sends nothing', () => {
  expect(stateOf({ isLinked: true, lastHeartbeatAt: ago(900_000) })).toBe('ready');
});

test('a closed connection counts at once, until the headset sends something afterwards', () => {
  const gone = { isLinked: false, linkEndedAt: ago(1_000) };
  expect(stateOf({ ...gone, lastHeartbeatAt: ago(5_000) })).toBe('offline');
  expect(stateOf({ ...gone, lastHeartbeatAt: ago(500) })).toBe('ready');
});

test('enrolling sets the time last seen', () => {
  const joined = { isLinked: false, lastHeartbeatAt: null };
  expect(stateOf({ ...joined, enrolledAt: ago(10_000) })).toBe('enrolled');
  expect(stateOf({ ...joined, enrolledAt: ago(OFFLINE_AFTER_MS + 1) })).toBe('offline');
});

test('a heartbeat from before the enrolment does not count as a report', () => {
  expect(stateOf({ lastHeartbeatAt: ago(20_000), enrolledAt: ago(10_000) })).toBe('enrolled');
});

test('a headset that has not applied the target settings is applying', () => {
  expect(stateOf({ settingsRevision: 4, appliedRevision: 3 })).toBe('applying');
  expect(stateOf({ settingsRevision: 1, appliedRevision: null })).toBe('applying');
});

test('a headset without stored settings has nothing to apply', () => {
  expect(stateOf({ settingsRevision: 0, appliedRevision: null })).toBe('ready');
});

test('a running download shows its progress', () => {
  const download = { fileName: 'volcano.apk', progress: 0.4, isFailed: false };
  expect(headsetState(aReadyHeadset({ download }), NOW)).toEqual({
    state: 'applying',
    fileName: 'volcano.apk',
    progress: 0.4,
  });
});

test('storage that is 95 percent full needs attention', () => {
  expect(stateOf({ storage: { freeBytes: 5e9, totalBytes: 100e9 } })).toBe('attention');
  expect(stateOf({ storage: { freeBytes: 5.1e9, totalBytes: 100e9 } })).toBe('ready');
});

const drift = {
  count: 2,
  since: ago(60_000),
  first: { path: 'volume', entry: null, wanted: 25, reported: 90 },
};

test('a headset that reports other values after it had confirmed has drifted, with the first difference', () => {
  expect(headsetState(aReadyHeadset({ drift }), NOW)).toEqual({ state: 'drifted', path: 'volume', count: 2 });
  expect(stateOf({ drift, battery: { level: 1, isCharging: false } })).toBe('drifted');
  expect(stateOf({ drift, settingsRevision: 4 })).toBe('applying');
});

test.each([
  ['CONTENT_FAILED', { state: 'failed', what: 'content', fileName: 'org.a' }],
  ['CONTENT_NOT_THERE', { state: 'applying', fileName: 'org.a', progress: null }],
  ['NOT_IN_EFFECT', { state: 'drifted', path: 'org.a', count: 1 }],
] as const)('%s keeps a headset that applied its settings from being ready', (code, shown) => {
  const unconfirmed = { code, subject: 'org.a' };
  expect(headsetState(aReadyHeadset({ unconfirmed }), NOW)).toEqual(shown);
  const full = { storage: { freeBytes: 0, totalBytes: 100e9 }, battery: { level: 1, isCharging: false } };
  expect(stateOf({ unconfirmed, ...full })).toBe(shown.state);
});

test('a profile that could not be assigned fails once the headset has reported, shown after work in progress', () => {
  const profileId = 'profile-1';
  expect(headsetState(aReadyHeadset({ profileId }), NOW)).toEqual({
    state: 'failed',
    what: 'profile',
    profileId,
  });
  expect(stateOf({ profileId, lastHeartbeatAt: null })).toBe('enrolled');
  expect(stateOf({ profileId, settingsRevision: 4 })).toBe('applying');
});

test('a headset is ready only if nothing is left to confirm', () => {
  fc.assert(
    fc.property(anyHeadset, (headset) => {
      fc.pre(headset.unconfirmed !== null || headset.drift !== null || headset.profileId !== null);
      const { state } = headsetState(headset, NOW);
      expect(['ready', 'inUse', 'lowBattery', 'attention']).not.toContain(state);
    }),
  );
});

test('a headset at 15 percent needs its charger unless it is charging', () => {
  expect(stateOf({ battery: { level: LOW_BATTERY_PERCENT, isCharging: false } })).toBe('lowBattery');
  expect(stateOf({ battery: { level: LOW_BATTERY_PERCENT, isCharging: true } })).toBe('ready');
  expect(stateOf({ battery: { level: LOW_BATTERY_PERCENT + 1, isCharging: false } })).toBe('ready');
});

test('a worn headset with an app in the foreground is in use', () => {
  expect(stateOf({ worn: true, runningPackage: 'org.lumiere.volcano' })).toBe('inUse');
  expect(stateOf({ worn: true })).toBe('ready');
});

test.each([
  ['plugIn', 'open', 'plugIn'],
  ['unauthorized', 'open', 'unauthorized'],
  ['reset', 'open', 'reset'],
  ['none', 'open', null],
  ['none', 'closed', 'closed'],
  ['none', 'blocked', 'blocked'],
  ['asleep', 'open', 'asleep'],
  ['silent', 'open', 'silent'],
  ['unwritable', 'closed', 'unwritable'],
] as const)(
  'an offline headset that is managed over adb, %s and %s, says what its cable is for',
  (...each) => {
    const [connection, wifi, cable] = each;
    const away = { isLinked: false, lastHeartbeatAt: ago(600_000), overAdb: { connection, wifi } };
    expect(headsetState(aReadyHeadset(away), NOW)).toMatchObject({ state: 'offline', cable });
  },
);

test('values reported more than 5 minutes ago are stale', () => {
  expect(isStale(aReadyHeadset({ lastHeartbeatAt: ago(300_000) }), NOW)).toBe(false);
  expect(isStale(aReadyHeadset({ lastHeartbeatAt: ago(300_001) }), NOW)).toBe(true);
});

const instant = fc.option(
  fc.integer({ min: -600_000, max: 600_000 }).map((ms) => ago(ms)),
  { nil: null },
);

const anyHeadset: fc.Arbitrary<HeadsetFacts> = fc.record({
  overAdb: fc.option(
    fc.record({
      connection: fc.constantFrom(...ADB_CONNECTIONS),
      wifi: fc.constantFrom('open', 'blocked', 'closing', 'closed'),
    }),
    { nil: null },
  ),
  isArchived: fc.boolean(),
  androidId: fc.option(fc.constant('android-1'), { nil: null }),
  isLinked: fc.boolean(),
  linkEndedAt: fc.constantFrom(null, ago(1_000), ago(60_000)),
  lastHeartbeatAt: instant,
  enrolledAt: instant,
  battery: fc.option(
    fc.record({
      level: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
      isCharging: fc.option(fc.boolean(), { nil: null }),
    }),
    { nil: null },
  ),
  storage: fc.option(fc.record({ freeBytes: fc.nat(), totalBytes: fc.nat() }), { nil: null }),
  worn: fc.option(fc.boolean(), { nil: null }),
  runningPackage: fc.option(fc.constant('org.lumiere.volcano'), { nil: null }),
  download: fc.option(
    fc.record({
      fileName: fc.string(),
      progress: fc.double({ min: 0, max: 1, noNaN: true }),
      isFailed: fc.boolean(),
    }),
    { nil: null },
  ),
  settingsRevision: fc.nat({ max: 3 }),
  appliedRevision: fc.option(fc.nat({ max: 3 }), { nil: null }),
  drift: fc.option(fc.constant(drift), { nil: null }),
  unconfirmed: fc.option(
    fc.record({ code: fc.constantFrom(...UNCONFIRMED), subject: fc.constant('org.a') }),
    {
      nil: null,
    },
  ),
  profileId: fc.option(fc.constant('profile-1'), { nil: null }),
  pendingChange: fc.option(fc.constant({ planId: 'plan-1', until: null }), { nil: null }),
});

test('every headset has one state of the list, and the same one when asked twice', () => {
  fc.assert(
    fc.property(anyHeadset, fc.integer({ min: NOW - 1e6, max: NOW + 1e6 }), (headset, nowMs) => {
      const state = headsetState(headset, nowMs);
      expect(HEADSET_STATES).toContain(state.state);
      expect(isSameState(state, headsetState(headset, nowMs))).toBe(true);
    }),
  );
});

/** Changes that add a condition to a headset; each may only raise its state's priority, at most to that state. */
const worsenings: readonly [HeadsetFacts['androidId'] | string, Partial<HeadsetFacts>][] = [
  ['archived', { isArchived: true }],
  ['waiting', { androidId: null }],
  ['failed', { download: { fileName: 'a.apk', progress: 0, isFailed: true } }],
  ['offline', { isLinked: false, lastHeartbeatAt: null, enrolledAt: null }],
];

test('an additional condition leads to its own state or to one with higher priority', () => {
  const rank = (state: string): number => HEADSET_STATES.findIndex((known) => known === state);
  fc.assert(
    fc.property(anyHeadset, fc.constantFrom(...worsenings), (headset, [name, change]) => {
      const after = headsetState({ ...headset, ...change }, NOW).state;
      expect(rank(after)).toBeLessThanOrEqual(rank(String(name)));
    }),
  );
});

test('time alone never makes a silent headset come back online', () => {
  fc.assert(
    fc.property(anyHeadset, fc.nat({ max: 1e6 }), fc.nat({ max: 1e6 }), (headset, first, later) => {
      const before = headsetState(headset, NOW + first).state;
      const after = headsetState(headset, NOW + first + later).state;
      expect([before, 'offline']).toContain(after);
    }),
  );
});
