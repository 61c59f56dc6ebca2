import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { afterEvents, unknownFleet } from '../../../renderer/model/fleet/fleet-changes.ts';
import { useFleet } from '../../../renderer/model/fleet/fleet-store.ts';
import { type Notice, useNotices, watchForNotices } from '../../../renderer/shell/frame/notices.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { aHeadset, LAST_SEEN_AT_MS } from '../devices/a-headset.ts';

const received: Notice[] = [];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: LAST_SEEN_AT_MS });
  const items = [aHeadset('A-01'), aHeadset('A-02')];
  useFleet.setState(afterEvents(unknownFleet, [{ kind: 'snapshot', items }], Date.now()));
  received.length = 0;
  stop = watchForNotices(false, (notice) => received.push(notice));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Changes headsets, then waits until a notification would appear. */
function report(...changes: readonly (Partial<Headset> & { id: string })[]): void {
  vi.advanceTimersByTime(1_000);
  const events = changes.map((change) => ({ kind: 'changed', change }) as const);
  useFleet.setState((fleet) => afterEvents(fleet, events, Date.now()));
  vi.advanceTimersByTime(10_000);
}

function low(id: string, level = 12, isCharging = false) {
  return { id, battery: { level, isCharging } };
}

/** The headsets of each notification, and clears them. */
function noticed(): (readonly string[])[] {
  return received.splice(0).map(({ about }) => (about.kind === 'headsets' ? about.ids : []));
}

test('a low battery is reported once, whatever hides it meanwhile', () => {
  report(low('A-01'));
  expect(noticed()).toEqual([['A-01']]);

  report({ id: 'A-01', download: { fileName: 'v.mp4', progress: 0.5, isFailed: false } });
  report({ id: 'A-01', download: null });
  report({ id: 'A-01', isLinked: false, linkEndedAt: new Date().toISOString() });
  report({ id: 'A-01', isLinked: true });
  report(low('A-01', 12, true));
  report(low('A-01', 11));
  expect(useFleet.getState().stateById['A-01']?.state).toBe('lowBattery');
  expect(noticed()).toEqual([]);
});

test('another headset with a low battery is reported alone', () => {
  report(low('A-01'));
  noticed();
  report({ id: 'A-01', isLinked: false, linkEndedAt: new Date().toISOString() });
  report({ id: 'A-01', isLinked: true }, low('A-02'));
  expect(noticed()).toEqual([['A-02']]);
});

test('a battery that was charged above the limit is reported again when it is low again', () => {
  report(low('A-01'));
  noticed();
  report(low('A-01', 16, true));
  report(low('A-01', 15));
  expect(noticed()).toEqual([['A-01']]);
});

test('a download that fails again, and on more headsets, is one entry with all of them', () => {
  useNotices.setState({ items: [], unread: 0 });
  const download = { fileName: 'v.mp4', progress: 0.5, isFailed: true };
  report({ id: 'A-01', download });
  report({ id: 'A-01', download: { ...download, isFailed: false } });
  report({ id: 'A-01', download });
  expect(noticed()).toEqual([['A-01']]);
  report({ id: 'A-02', download });
  expect(noticed()).toEqual([['A-02']]);
  expect(useNotices.getState()).toMatchObject({
    items: [{ about: { state: 'failed', ids: ['A-01', 'A-02'] } }],
    unread: 1,
  });
});
