import { expect, test } from 'vitest';

import { effectiveSide, lossOf, partOf, subjectOf } from '../../../renderer/sync/status/conflict-subject.ts';
import { targetOf } from '../../../renderer/sync/status/list-target.ts';
import { changeOf } from '../../../renderer/sync/conflicts/use-local-change.ts';
import type { Change } from '../../../shared/contract/configuration/history.ts';
import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';

function aConflict(given: Partial<SyncConflict>): SyncConflict {
  return {
    id: 'c',
    deviceId: 'd',
    label: 'A-04',
    kind: 'field',
    path: ['settings', 'display', 'brightness'],
    winner: 'here',
    taken: null,
    createdAt: '2026-11-21T10:00:00.000Z',
    resolvedAt: null,
    ...given,
  } as SyncConflict;
}

const VOLCANO = { packageName: 'org.lumiere.volcano', codeVersion: 3 };

test('the path of a conflict says what it is about; entries have the name that people know', () => {
  const subject = (path: string[], given: Partial<SyncConflict> = {}) =>
    subjectOf(aConflict({ path, ...given }));
  expect(subject(['settings', 'display', 'brightness'])).toEqual({
    kind: 'setting',
    path: 'display.brightness',
  });
  expect(subject(['settings', 'volume'])).toEqual({ kind: 'setting', path: 'volume' });
  expect(subject(['label'])).toEqual({ kind: 'label' });
  expect(subject(['license', 'level'])).toEqual({ kind: 'license', field: 'level' });
  expect(subject(['metadata', 'lesson', 'room'])).toEqual({
    kind: 'metadata',
    namespace: 'lesson',
    field: 'room',
  });
  expect(subject(['settings', 'applications', 'id:volcano'], { there: VOLCANO })).toEqual({
    kind: 'entry',
    list: 'applications',
    name: 'org.lumiere.volcano',
    field: null,
  });
  expect(subject(['settings', 'wifi', 'ssid:School:5G', 'security'])).toEqual({
    kind: 'entry',
    list: 'wifi',
    name: 'School:5G',
    field: 'security',
  });
  expect(subject(['enrolment'], { kind: 'enrolment' })).toEqual({ kind: 'enrolment' });
});

test('the value that applies is the decided one, otherwise the winner’s, otherwise none', () => {
  expect(effectiveSide(aConflict({ winner: 'there' }))).toBe('there');
  expect(effectiveSide(aConflict({ winner: 'there', taken: 'here' }))).toBe('here');
  expect(effectiveSide(aConflict({ winner: 'none' }))).toBeNull();
});

test('a choice that removes something from a headset is distinguished from one that only changes a value', () => {
  const app = { path: ['settings', 'applications', 'id:volcano'], here: VOLCANO };
  expect(lossOf(aConflict(app), 'there')).toBe('entry');
  expect(lossOf(aConflict(app), 'here')).toBeNull();
  // An expiry that has already taken effect removes nothing more.
  expect(lossOf(aConflict({ ...app, winner: 'there' }), 'there')).toBeNull();
  expect(lossOf(aConflict({ here: 80, there: 30 }), 'there')).toBeNull();
  expect(lossOf(aConflict({ here: 80 }), 'there')).toBeNull();
  expect(lossOf(aConflict({ path: ['metadata', 'lesson'], here: {} }), 'there')).toBe('metadata');
  const taken = aConflict({ kind: 'enrolment', path: ['enrolment'], winner: 'none', here: 'headset-1' });
  expect([lossOf(taken, 'here'), lossOf(taken, 'there')]).toEqual(['enrolmentThere', 'enrolmentHere']);
  // Nobody is in the slot here.
  expect(lossOf({ ...taken, here: undefined }, 'there')).toBeNull();
});

test('a rule decides the conflicts of one part together', () => {
  expect(partOf(aConflict({}))).toBe('settings.display');
  expect(partOf(aConflict({ path: ['metadata', 'lesson'] }))).toBe('metadata');
  expect(partOf(aConflict({ kind: 'enrolment', path: ['enrolment'] }))).toBe('enrolment');
});

test('the author of this side is that of the newest change of the value before the conflict, not counting sync', () => {
  const aChange = (id: string, at: string, given: Partial<Change> = {}): Change => ({
    id,
    at: `2026-11-21T${at}:00.000Z`,
    author: { kind: 'session', tokenId: null, label: null },
    kind: 'configure',
    devices: 1,
    paths: ['display.brightness'],
    planId: null,
    reverts: null,
    revertedBy: null,
    ...given,
  });
  const changes = [
    aChange('later', '11:00'),
    aChange('sync', '09:50', { kind: 'sync' }),
    aChange('other', '09:40', { paths: ['display.brightnessMode'] }),
    aChange('mine', '09:30'),
    aChange('older', '09:00'),
  ];
  expect(changeOf(aConflict({}), changes)?.id).toBe('mine');
  expect(changeOf(aConflict({ path: ['settings', 'volume'] }), changes)).toBeNull();
  const app = aConflict({ path: ['settings', 'applications', 'id:volcano'], here: VOLCANO });
  const listed = aChange('app', '09:30', { paths: ['applications[].codeVersion'] });
  expect(changeOf(app, [listed])?.id).toBe('app');
});

test('keys move in the list and stop at its ends', () => {
  expect(targetOf('j', 0, 3)).toBe(1);
  expect(targetOf('ArrowDown', 2, 3)).toBe(2);
  expect(targetOf('k', 0, 3)).toBe(0);
  expect([targetOf('End', 0, 30), targetOf('Home', 9, 30), targetOf('PageUp', 4, 30)]).toEqual([29, 0, 0]);
  expect(targetOf('x', 1, 3)).toBeNull();
});
