import { expect, test } from 'vitest';

import {
  DEFAULT_POLICY,
  type DesiredState,
  NOTHING_DESIRED,
} from '../../../../main/service/sync/rules/desired.ts';
import { mergeDevice, type MergeInput } from '../../../../main/service/sync/rules/merge-device.ts';

function a(settings: DesiredState['settings'], input: Partial<DesiredState> = {}): DesiredState {
  return { ...NOTHING_DESIRED, settings, ...input };
}

function merge(input: Partial<MergeInput>) {
  return mergeDevice({
    base: a({}),
    here: a({}),
    there: a({}),
    policy: DEFAULT_POLICY,
    isInstalled: () => false,
    ...input,
  });
}

test('changes of different fields of a group are both applied, and the group is written whole on both sides', () => {
  const base = a({ display: { brightness: 5, refreshRate: 72 } });
  const here = a({ display: { brightness: 8, refreshRate: 72 } });
  const there = a({ display: { brightness: 5, refreshRate: 90 } });

  const { merged, toPush, toApply, conflicts } = merge({ base, here, there });

  expect(conflicts).toEqual([]);
  expect(merged.settings).toEqual({ display: { brightness: 8, refreshRate: 90 } });
  expect(toPush).toEqual({ settings: merged.settings });
  expect(toApply).toEqual({ settings: merged.settings });
});

test('if both changed the same field the station wins, for security and Wi-Fi the central; the losing value is retained', () => {
  const state = (value: number | string) =>
    a({ volume: value, security: { usbEnabled: value }, wifi: [{ ssid: 'Cart', password: value }] });

  const { merged, conflicts } = merge({ base: state(1), here: state(2), there: state(3) });

  expect(merged.settings).toEqual({
    volume: 2,
    security: { usbEnabled: 3 },
    wifi: [{ ssid: 'Cart', password: 3 }],
  });
  expect(conflicts).toEqual([
    { path: ['settings', 'volume'], base: 1, here: 2, there: 3, winner: 'here' },
    { path: ['settings', 'security', 'usbEnabled'], base: 1, here: 2, there: 3, winner: 'there' },
    { path: ['settings', 'wifi', 'ssid:Cart', 'password'], base: 1, here: 2, there: 3, winner: 'there' },
  ]);
});

test('an entry that one side removed does not return with an edit of another', () => {
  const [x, y] = [
    { id: 'x', url: 'http://x' },
    { id: 'y', url: 'http://y' },
  ];
  const { merged, toPush, conflicts } = merge({
    base: a({ videos: [x, y] }),
    here: a({ videos: [x, { ...y, title: 'Mine' }] }),
    there: a({ videos: [y] }),
  });

  expect(conflicts).toEqual([]);
  expect(merged.settings).toEqual({ videos: [{ ...y, title: 'Mine' }] });
  expect(toPush).toEqual({ settings: merged.settings });
});

test('an entry that one side changed and the other removed is a conflict about the whole entry', () => {
  const entry = { id: 'x', url: 'http://x' };
  const changed = { ...entry, title: 'New' };

  const { merged, conflicts } = merge({
    base: a({ videos: [entry] }),
    here: a({}),
    there: a({ videos: [changed] }),
  });

  expect(merged.settings).toEqual({});
  expect(conflicts).toEqual([
    { path: ['settings', 'videos', 'id:x'], base: entry, here: undefined, there: changed, winner: 'here' },
  ]);
});

test('the version of one side is never combined with the URL of the other', () => {
  const app = { id: 'x', packageName: 'p', url: 'http://x/1', codeVersion: 1 };
  const { merged, conflicts } = merge({
    base: a({ applications: [app] }),
    here: a({ applications: [{ ...app, codeVersion: 2 }] }),
    there: a({ applications: [{ ...app, url: 'http://x/3', expirationDate: '2027-01-01T00:00:00Z' }] }),
  });

  expect(merged.settings).toEqual({
    applications: [{ ...app, codeVersion: 2, expirationDate: '2027-01-01T00:00:00Z' }],
  });
  expect(conflicts).toMatchObject([
    {
      path: ['settings', 'applications', 'id:x', '*'],
      here: { codeVersion: 2 },
      there: { url: 'http://x/3' },
    },
  ]);
});

test('two binaries for one package, one from each side, are a conflict and not a permanent refusal', () => {
  const ours = { id: 'ours', packageName: 'p', url: 'http://x/1' };
  const theirs = { id: 'theirs', packageName: 'p', url: 'http://x/2' };

  const { merged, toPush, toApply, conflicts } = merge({
    here: a({ applications: [ours] }),
    there: a({ applications: [theirs] }),
  });

  expect(merged.settings).toEqual({ applications: [ours] });
  expect(toPush).toEqual({ settings: { applications: [ours] } });
  expect(toApply).toBeUndefined();
  expect(conflicts).toEqual([
    {
      path: ['settings', 'applications', 'same-package:p'],
      base: [],
      here: [ours],
      there: [theirs],
      winner: 'here',
    },
  ]);
});

test('a kiosk keeps its application when the other side removed it, and a kiosk that loses leaves no lock behind', () => {
  const app = { id: 'x', packageName: 'p' };
  const input = {
    base: a({ applications: [app] }),
    here: a({ applications: [app], kioskMode: { isActive: true, packageName: 'p' } }),
    there: a({}),
  };

  const stored = merge(input);
  const lost = merge({ ...input, policy: { otherwise: 'there', parts: {} } });

  expect(stored.merged.settings).toEqual(input.here.settings);
  expect(stored.conflicts).toMatchObject([{ path: ['settings', 'applications', 'id:x'], there: undefined }]);
  expect(lost.merged.settings).toEqual({});
  expect(lost.conflicts).toMatchObject([{ path: ['settings', 'kioskMode'], here: { isActive: true } }]);
  expect(merge({ ...input, isInstalled: () => true }).conflicts).toEqual([]);
});

test('metadata is merged key by key; a namespace that exceeds its limit with both sides is one conflict', () => {
  const of = (value: Record<string, unknown>) => a({}, { metadata: { notes: value } });
  const small = merge({ base: of({ a: 1 }), here: of({ a: 1, b: 2 }), there: of({ c: 3 }) });
  const large = merge({
    base: of({}),
    here: of({ b: 'x'.repeat(9_000) }),
    there: of({ c: 'y'.repeat(9_000) }),
  });

  expect(small.merged.metadata).toEqual({ notes: { b: 2, c: 3 } });
  expect(small.conflicts).toEqual([]);
  expect(Object.keys(large.merged.metadata['notes'] ?? {})).toEqual(['b']);
  expect(large.conflicts).toMatchObject([{ path: ['metadata', 'notes'], winner: 'here' }]);
});

test('removals are explicit: a field as null, a list as empty, a namespace as null', () => {
  const base = a(
    { display: { brightness: 1, refreshRate: 2 }, audio: { alarm: 1 }, volume: 3, packages: ['p'] },
    { label: 'A', license: { level: 'x' }, metadata: { group: { id: 'g' } } },
  );

  const { toPush } = merge({ base, here: a({ display: { refreshRate: 2 } }), there: base });

  expect(toPush).toEqual({
    label: null,
    license: null,
    settings: {
      display: { brightness: null, refreshRate: 2 },
      audio: { alarm: null },
      volume: null,
      packages: [],
    },
    metadata: { group: null },
  });
});

test('equivalent values are no change: null, empty lists, another order, another notation of an instant, computed fields', () => {
  const here = a({
    expirationDate: '2027-01-01T00:00:00Z',
    videos: [
      { id: 'x', url: 'u' },
      { id: 'y', url: 'v' },
    ],
    kioskMode: { isActive: true, packageName: 'p' },
    packages: ['p'],
  });
  const there = a({
    expirationDate: '2027-01-01T01:00:00.000+01:00',
    volume: null,
    applications: [],
    display: { brightness: null },
    videos: [
      { id: 'y', url: 'v', idDetailContent: null, deployment: { status: 'INSTALLED' } },
      { id: 'x', url: 'u', originalUrl: 'w' },
    ],
    kioskMode: true,
    packages: ['p'],
    batteryInfo: { level: 3 },
    storages: [{}],
  });

  expect(merge({ base: here, here, there })).toMatchObject({
    toPush: undefined,
    toApply: undefined,
    conflicts: [],
  });
});

test('a part that is missing in the central’s record stays as it was agreed', () => {
  const base = a({ volume: 1 }, { label: 'A', metadata: { group: { id: 'g' } }, license: { level: 'x' } });

  const { toApply, toPush } = merge({
    base,
    here: { ...base, label: 'B' },
    there: { settings: { volume: 2 } },
  });

  expect(toApply).toEqual({ settings: { volume: 2 } });
  expect(toPush).toEqual({ label: 'B' });
});

test('two sides that have never agreed keep what either has, and differences are conflicts', () => {
  const { merged, conflicts } = merge({
    base: undefined,
    here: a({ volume: 1, packages: ['p'] }, { label: 'Here' }),
    there: a({ volume: 2, display: { brightness: 1 } }, { label: 'Here' }),
  });

  expect(merged).toMatchObject({
    label: 'Here',
    settings: { volume: 1, packages: ['p'], display: { brightness: 1 } },
  });
  expect(conflicts).toEqual([
    { path: ['settings', 'volume'], base: undefined, here: 1, there: 2, winner: 'here' },
  ]);
});

test('unknown fields and values survive, and are sent with the part that is written', () => {
  const known = { id: 'v', url: 'u', projectionType: 'hologram', future: { deep: [1] } };
  const base = a({ videos: [known], comfort: { level: 'high' } });
  const here = a({ videos: [known, { id: 'w', url: 'x' }], comfort: { level: 'high' } });

  const { toPush, merged } = merge({ base, here, there: base });

  expect(toPush).toEqual({ settings: { videos: [known, { id: 'w', url: 'x' }] } });
  expect(merged.settings).toEqual(here.settings);
});

test('entries that both sides added keep the positions that they have on their side', () => {
  const videos = (...ids: string[]) => a({ videos: ids.map((id) => ({ id, url: id })) });

  const { merged } = merge({
    base: videos('a', 'b'),
    here: videos('a', 'x', 'b'),
    there: videos('y', 'a', 'b', 'z'),
  });

  expect(merged.settings).toEqual(videos('y', 'a', 'x', 'b', 'z').settings);
});
