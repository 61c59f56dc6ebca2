import { expect, test } from 'vitest';

import { type DesiredState, NOTHING_DESIRED } from '../../../../main/service/sync/rules/desired.ts';
import { getAt, setAt } from '../../../../main/service/sync/rules/state-path.ts';

const [one, two, other] = [
  { id: 'one', packageName: 'p', url: 'http://x/1', codeVersion: 1, expirationDate: '2027-01-01T00:00:00Z' },
  { id: 'two', packageName: 'p', url: 'http://x/2' },
  { id: 'other', packageName: 'q', url: 'http://x/3' },
];
const [first, second] = [
  { ssid: 'School', priority: 1 },
  { ssid: 'School', priority: 2 },
];
const STATE: DesiredState = {
  label: 'A-01',
  description: 'By the window',
  license: { level: 'gold' },
  settings: {
    volume: 3,
    display: { brightness: 5 },
    applications: [one, two, other],
    wifi: [first, second, { ssid: 'Guests' }],
    packages: ['p'],
  },
  metadata: { class: { room: '12' } },
};

test.for([
  [['label'], 'A-01'],
  [['description'], 'By the window'],
  [['license'], { level: 'gold' }],
  [['metadata', 'class'], { room: '12' }],
  [['metadata', 'class', 'room'], '12'],
  [['metadata', 'none', 'room'], undefined],
  [['settings', 'volume'], 3],
  [['settings', 'volume', 'inside'], undefined],
  [['settings', 'display', 'brightness'], 5],
  [['settings', 'packages', 'value:p'], 'p'],
  [['settings', 'packages', 'value:p', 'inside'], undefined],
  [
    ['settings', 'applications'],
    [one, two, other],
  ],
  [['settings', 'applications', 'id:one', 'expirationDate'], '2027-01-01T00:00:00Z'],
  [['settings', 'applications', 'id:one', '*'], { packageName: 'p', url: 'http://x/1', codeVersion: 1 }],
  [
    ['settings', 'applications', 'same-package:p'],
    [one, two],
  ],
  [['settings', 'applications', 'same-package:none'], undefined],
  // Two entries with one key are one value.
  [
    ['settings', 'wifi', 'ssid:School'],
    [first, second],
  ],
  [['settings', 'wifi', 'ssid:School', 'priority'], undefined],
  [['settings', 'wifi', 'ssid:School', 'entries'], undefined],
  [['nothing'], undefined],
] as const)('a path names a value: %j', ([path, expected]) => {
  expect(getAt(STATE, path)).toEqual(expected);
});

test.for([
  [['label'], 'Front row', { label: 'Front row' }],
  [['label'], undefined, { label: null }],
  [['description'], 7, { description: null }],
  [['license'], undefined, { license: null }],
  [['license'], { level: 'free' }, { license: { level: 'free' } }],
  [['metadata', 'class', 'room'], '14', { metadata: { class: { room: '14' } } }],
  [['metadata', 'class'], undefined, { metadata: {} }],
  [['metadata', 'group'], { id: 'g' }, { metadata: { class: { room: '12' }, group: { id: 'g' } } }],
  [['metadata', 'group', 'id'], 'g', { metadata: { class: { room: '12' }, group: { id: 'g' } } }],
  [['metadata', 'class'], 'a text', { metadata: {} }],
  [['nothing'], 1, {}],
] as const)('a value is set at its path, and nothing else: %j to %j', ([path, value, changed]) => {
  expect(setAt(STATE, path, value)).toEqual({ ...STATE, ...changed });
});

test.for([
  [['volume'], 4, { volume: 4 }],
  [['volume'], undefined, { volume: undefined }],
  [['display', 'brightness'], undefined, { display: undefined }],
  [['display', 'refreshRate'], 72, { display: { brightness: 5, refreshRate: 72 } }],
  [['audio', 'alarm'], 1, { audio: { alarm: 1 } }],
  [['applications'], [], { applications: undefined }],
  [['applications', 'id:two'], undefined, { applications: [one, other] }],
  [
    ['applications', 'id:two', 'expirationDate'],
    'soon',
    { applications: [one, { ...two, expirationDate: 'soon' }, other] },
  ],
  // An absent entry stays absent: a field alone is no entry.
  [['applications', 'id:none', 'expirationDate'], 'soon', {}],
  [
    ['applications', 'id:one', '*'],
    { url: 'http://x/9' },
    { applications: [{ id: 'one', url: 'http://x/9', expirationDate: one?.expirationDate }, two, other] },
  ],
  [
    ['applications', 'id:one', '*'],
    undefined,
    { applications: [{ id: 'one', expirationDate: one?.expirationDate }, two, other] },
  ],
  [['applications', 'same-package:p'], [two], { applications: [other, two] }],
  [['applications', 'same-package:p'], undefined, { applications: [other] }],
  [['wifi', 'ssid:School'], [second], { wifi: [second, { ssid: 'Guests' }] }],
  [['wifi', 'ssid:School', 'priority'], 9, {}],
] as const)('a setting is set at its path, and nothing else: %j to %j', ([path, value, changed]) => {
  const { settings, ...rest } = setAt(STATE, ['settings', ...path], value);
  const expected = Object.entries({ ...STATE.settings, ...changed }).filter(([, each]) => each !== undefined);
  expect(settings).toEqual(Object.fromEntries(expected));
  expect({ ...rest, settings: {} }).toEqual({ ...STATE, settings: {} });
});

test('a value can be set in a state that has nothing', () => {
  const path = ['settings', 'wifi', 'ssid:School'];
  const state = setAt(NOTHING_DESIRED, path, first);
  expect(state.settings).toEqual({ wifi: [first] });
  expect(getAt(state, path)).toEqual(first);
  expect(setAt(state, path, undefined)).toEqual(NOTHING_DESIRED);
});
