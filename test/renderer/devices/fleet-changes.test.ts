import { expect, test } from 'vitest';

import {
  afterEvents,
  atTime,
  MAX_STATE_CHANGES,
  unknownFleet,
  type Fleet,
} from '../../../renderer/model/fleet/fleet-changes.ts';
import type { FleetEvent } from '../../../renderer/service/event-feed.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { aHeadset, LAST_SEEN_AT_MS } from './a-headset.ts';

const SOON = LAST_SEEN_AT_MS + 1_000;

function aFleet(...items: Headset[]): Fleet {
  return afterEvents(unknownFleet, [{ kind: 'snapshot', items }], SOON);
}

function changed(change: Partial<Headset> & { id: string }): FleetEvent {
  return { kind: 'changed', change };
}

test('a fleet is unknown before its first snapshot, even if it is empty', () => {
  expect(unknownFleet.isKnown).toBe(false);
  expect(aFleet().isKnown).toBe(true);
});

test('headsets are sorted by cart, then shelf and slot, then name in natural order', () => {
  const a = { id: 'a', label: 'Cart A' };
  const b = { id: 'b', label: 'Cart B' };
  const fleet = aFleet(
    aHeadset('Z-10'),
    aHeadset('Z-9'),
    aHeadset('B-01', { cart: b, place: 1 }),
    aHeadset('A-11', { cart: a, shelf: 2, place: 11 }),
    aHeadset('A-02', { cart: a, shelf: 1, place: 2 }),
    aHeadset('A-01', { cart: a, shelf: 1, place: 1 }),
  );
  expect(fleet.order).toEqual(['A-01', 'A-02', 'A-11', 'B-01', 'Z-9', 'Z-10']);
  expect(fleet.carts).toEqual([
    { ...a, count: 3 },
    { ...b, count: 1 },
  ]);
});

test('archived records are not in the list', () => {
  expect(aFleet(aHeadset('A-01'), aHeadset('A-02', { isArchived: true })).order).toEqual(['A-01']);
});

test('a change replaces one headset and keeps the other objects', () => {
  const before = aFleet(aHeadset('A-01'), aHeadset('A-02'));
  const after = afterEvents(
    before,
    [changed({ id: 'A-01', battery: { level: 60, isCharging: false } })],
    SOON,
  );
  expect(after.byId['A-01']?.battery?.level).toBe(60);
  expect(after.byId['A-02']).toBe(before.byId['A-02']);
  expect(after.order).toBe(before.order);
});

test('states keep their objects while nothing shown of them changes', () => {
  const before = aFleet(aHeadset('A-01'), aHeadset('A-02'));
  const after = afterEvents(
    before,
    [changed({ id: 'A-01', battery: { level: 60, isCharging: false } })],
    SOON,
  );
  expect(after.stateById).toBe(before.stateById);
});

test('a new name moves a headset to its position', () => {
  const before = aFleet(aHeadset('A-01'), aHeadset('A-02'));
  expect(afterEvents(before, [changed({ id: 'A-01', label: 'A-09' })], SOON).order).toEqual(['A-02', 'A-01']);
});

test('an update of an unknown headset is ignored until its snapshot is complete', () => {
  const fleet = afterEvents(aFleet(), [changed({ id: 'A-01', label: 'A-01' })], SOON);
  expect(fleet.order).toEqual([]);
  expect(afterEvents(fleet, [changed(aHeadset('A-01'))], SOON).order).toEqual(['A-01']);
});

test('a removed headset disappears from list and states', () => {
  const fleet = afterEvents(
    aFleet(aHeadset('A-01'), aHeadset('A-02')),
    [{ kind: 'removed', id: 'A-01' }],
    SOON,
  );
  expect(fleet.order).toEqual(['A-02']);
  expect(Object.keys(fleet.stateById)).toEqual(['A-02']);
});

test('headsets missing from a later snapshot are removed', () => {
  const fleet = afterEvents(
    aFleet(aHeadset('A-01')),
    [{ kind: 'snapshot', items: [aHeadset('A-02')] }],
    SOON,
  );
  expect(fleet.order).toEqual(['A-02']);
});

test('a headset without a connection becomes offline by time alone', () => {
  const before = aFleet(aHeadset('A-01', { isLinked: false }), aHeadset('A-02'));
  const after = atTime(before, LAST_SEEN_AT_MS + 91_000);
  expect(after.stateById['A-01']?.state).toBe('offline');
  expect(after.stateById['A-02']).toBe(before.stateById['A-02']);
});

test('the station’s clock decides, not that of this computer', () => {
  const localNowMs = SOON - 3_600_000;
  const events: FleetEvent[] = [
    { kind: 'clock', offsetMs: 3_600_000 },
    { kind: 'snapshot', items: [aHeadset('A-01', { isLinked: false })] },
  ];
  const fleet = afterEvents(unknownFleet, events, localNowMs);
  expect(fleet.nowMs).toBe(SOON);
  expect(fleet.stateById['A-01']?.state).toBe('ready');
});

test('a headset that changes state is recorded with its new state', () => {
  const fleet = afterEvents(
    aFleet(aHeadset('A-01')),
    [changed({ id: 'A-01', battery: { level: 9, isCharging: false } })],
    SOON,
  );
  expect(fleet.stateChanges).toMatchObject([
    { id: 'A-01', from: 'ready', to: { state: 'lowBattery', level: 9 } },
  ]);
});

test('only the newest changes are kept', () => {
  let fleet = aFleet(aHeadset('A-01'));
  for (let change = 0; change < MAX_STATE_CHANGES + 10; change += 1) {
    const level = change % 2 === 0 ? 9 : 80;
    fleet = afterEvents(
      fleet,
      [changed({ id: 'A-01', battery: { level, isCharging: false } })],
      SOON + change,
    );
  }
  expect(fleet.stateChanges).toHaveLength(MAX_STATE_CHANGES);
});
