import { expect, test } from 'vitest';

import { openTranslation, type FleetEvent } from '../../../renderer/service/event-feed.ts';
import { backoffMs } from '../../../renderer/service/backoff.ts';
import { aHeadset } from '../devices/a-headset.ts';

/** Returns the translation of these wire events. */
function translated(...wire: readonly (readonly [string, unknown])[]): {
  events: FleetEvent[];
  isResync: boolean;
} {
  const events: FleetEvent[] = [];
  let isResync = false;
  const translate = openTranslation(
    (event) => events.push(event),
    () => {
      isResync = true;
    },
  );
  for (const [name, data] of wire) translate({ name, data });
  return { events, isResync };
}

const enrolment = { isOpen: true, wrongCodes: 0, lastWrongAt: null };

test('nothing of a snapshot is shown before it is complete', () => {
  const { events } = translated(['headsets', { items: [aHeadset('A-01')], total: 2 }]);
  expect(events).toEqual([]);
});

test('the parts of a snapshot are merged', () => {
  const { events } = translated(
    ['headsets', { items: [aHeadset('A-01')], total: 2 }],
    ['headsets', { items: [aHeadset('A-02')], total: 2 }],
    ['live', {}],
  );
  expect(events).toEqual([{ kind: 'snapshot', items: [aHeadset('A-01'), aHeadset('A-02')] }]);
});

test('a change between two parts is not overwritten by the snapshot', () => {
  const { events } = translated(
    ['headsets', { items: [aHeadset('A-01')], total: 2 }],
    ['device', { id: 'A-01', worn: true }],
    ['headsets', { items: [aHeadset('A-02')], total: 2 }],
    ['live', {}],
  );
  expect(events).toMatchObject([
    {
      items: [
        { id: 'A-01', worn: true },
        { id: 'A-02', worn: false },
      ],
    },
  ]);
});

test('a headset removed between two parts does not return', () => {
  const { events } = translated(
    ['headsets', { items: [aHeadset('A-01')], total: 1 }],
    ['removed', { id: 'A-01' }],
    ['live', {}],
  );
  expect(events).toEqual([{ kind: 'snapshot', items: [] }]);
});

test('after the snapshot changes are applied in order', () => {
  const { events } = translated(
    ['live', {}],
    ['device', { id: 'A-01', worn: true }],
    ['removed', { id: 'A-01' }],
    ['enrolment', enrolment],
  );
  expect(events.map((event) => event.kind)).toEqual(['snapshot', 'changed', 'removed', 'enrolment']);
});

test('hello sets the clock and says whether codes are accepted', () => {
  const serverTime = new Date(Date.now() + 60_000).toISOString();
  const { events } = translated(['hello', { serverTime, enrolment }]);
  expect(events).toMatchObject([{ kind: 'clock' }, { kind: 'enrolment', status: enrolment }]);
});

test('an invalid event is skipped and the next one applied', () => {
  const { events } = translated(
    ['live', {}],
    ['device', { worn: 'yes' }],
    ['unheardOf', 1],
    ['removed', { id: 'x' }],
  );
  expect(events.map((event) => event.kind)).toEqual(['snapshot', 'removed']);
});

test('a station that cannot replay makes the client load everything again', () => {
  expect(translated(['resync', {}]).isResync).toBe(true);
});

test('the retry delay doubles from half a second to 30 s and is randomised', () => {
  const least = [0, 1, 2, 6, 50].map((attempt) => backoffMs(attempt, () => 0));
  const max = [0, 1, 2, 6, 50].map((attempt) => backoffMs(attempt, () => 0.999_999));
  expect(least).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
  expect(max).toEqual([750, 1_250, 2_250, 30_250, 30_250]);
});
