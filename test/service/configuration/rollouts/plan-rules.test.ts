import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import { RESULT_STATES } from '../../../../shared/contract/configuration/plans/plans.ts';
import { judgeDrift } from '../../../../main/service/devices/compliance/drift.ts';
import { joinedLists } from '../../../../main/service/configuration/settings/joined.ts';
import { isChange, settingsRows } from '../../../../main/service/devices/comparison/rows.ts';
import { supportedPart } from '../../../../main/service/configuration/settings/supported.ts';
import {
  isOpen,
  isRetriable,
  judgeWave,
  waveNumbers,
} from '../../../../main/service/configuration/rollouts/waves.ts';
import { isSameJson } from '../../../../main/service/kernel/json/same-json.ts';
import type {
  StoredSettings,
  SealedChange,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import { mergeSettings } from '../../../../shared/domain/configuration/settings/merge.ts';

const some = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const application = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  packageName: fc.constantFrom('org.a', 'org.b', 'org.c'),
  codeVersion: fc.integer({ min: 1, max: 3 }),
});
const applications = fc.uniqueArray(application, {
  selector: ({ packageName }) => packageName,
  maxLength: 3,
});
const wifi = fc.uniqueArray(
  fc.record({
    ssid: fc.constantFrom('x', 'y'),
    priority: fc.nat({ max: 2 }),
    sealedPassword: fc.constantFrom('s1', 's2'),
  }),
  { selector: ({ ssid }) => ssid, maxLength: 2 },
);
const groups = { volume: some(fc.nat({ max: 3 })), isOfflineEnabled: some(fc.boolean()) };
const display = fc.record({
  brightness: some(fc.nat({ max: 3 })),
  refreshRate: some(fc.constantFrom(72, 90)),
});

const settings: fc.Arbitrary<StoredSettings> = fc
  .record({ ...groups, display: some(display), applications: some(applications), wifi: some(wifi) })
  .map((each) => mergeSettings({}, each));

/** Changes of every kind: set, clear, leave unchanged. */
const change: fc.Arbitrary<SealedChange> = fc.record(
  {
    volume: fc.option(fc.nat({ max: 3 })),
    isOfflineEnabled: fc.option(fc.boolean()),
    display: fc.option(
      fc.record(
        { brightness: fc.option(fc.nat({ max: 3 })), refreshRate: fc.option(fc.constantFrom(72, 90)) },
        { requiredKeys: [] },
      ),
    ),
    applications: fc.option(applications),
    wifi: fc.option(wifi),
  },
  { requiredKeys: [] },
);
const factsOf = () => undefined;

test('a plan has a row exactly for each setting that would change', () => {
  fc.assert(
    fc.property(settings, change, (now, change) => {
      const wanted = mergeSettings(now, change);

      const rows = settingsRows({ now, wanted, change, factsOf });

      expect(rows.some(isChange)).toBe(!isSameJson(now, wanted) && !isOnlyOrder(now, wanted));
      for (const row of rows)
        expect(row.kind === 'same').toBe(isSameJson(row.now, row.wanted) && row.fields.length === 0);
      const places = rows.map(({ path, entry }) => `${path} ${entry?.key}`);
      expect(new Set(places).size).toBe(places.length);
    }),
  );
});

/** Lists of the same entries in another order, and an empty list instead of an absent one, are equal. */
function isOnlyOrder(a: StoredSettings, b: StoredSettings): boolean {
  const plain = ({ applications: apps = [], wifi: networks = [], ...rest }: StoredSettings) => ({
    ...rest,
    apps: apps.toSorted((x, y) => (x.packageName ?? '').localeCompare(y.packageName ?? '')),
    networks: networks.toSorted((x, y) => x.ssid.localeCompare(y.ssid)),
  });
  return isSameJson(plain(a), plain(b));
}

test('planning the current state changes nothing, and undoing a plan is itself a plan', () => {
  fc.assert(
    fc.property(settings, change, (now, change) => {
      const wanted = mergeSettings(now, change);
      const there = settingsRows({ now, wanted, factsOf });
      const back = settingsRows({ now: wanted, wanted: now, factsOf });

      expect(settingsRows({ now: wanted, wanted, change, factsOf }).some(isChange)).toBe(false);
      const placesOf = (rows: readonly SettingsRow[]) =>
        new Set(rows.map(({ path, entry }) => `${path} ${entry?.key}`));
      expect(placesOf(back)).toEqual(placesOf(there));
      for (const row of back) {
        const same = there.find((each) => each.path === row.path && each.entry?.key === row.entry?.key);
        expect([row.now, row.wanted]).toEqual([same?.wanted, same?.now]);
      }
    }),
  );
});

test('a version that changes is a reinstallation, a new application is not', () => {
  const rows = settingsRows({
    now: { applications: [{ id: 'a', packageName: 'org.a', codeVersion: 1 }] },
    wanted: {
      applications: [
        { id: 'a', packageName: 'org.a', codeVersion: 2 },
        { id: 'b', packageName: 'org.b', codeVersion: 1 },
      ],
    },
    factsOf,
  });

  expect(rows.map(({ entry, kind, isReinstall }) => [entry?.key, kind, isReinstall])).toEqual([
    ['org.a', 'change', true],
    ['org.b', 'add', false],
  ]);
});

test('an encrypted password never appears in a row', () => {
  fc.assert(
    fc.property(settings, settings, (now, wanted) => {
      expect(JSON.stringify(settingsRows({ now, wanted, factsOf }))).not.toMatch(/s1|s2|sealed/);
    }),
  );
});

test('settings that a manufacturer does not support are removed from the change and nothing else is; clearing stays', () => {
  fc.assert(
    fc.property(change, fc.subarray(['volume', 'display.brightness', 'applications']), (change, cannot) => {
      const facts = (path: string) => (cannot.includes(path) ? ({ support: 'no' } as const) : undefined);

      const { change: possible, unsupported } = supportedPart(change, facts);

      for (const path of unsupported.keys()) expect(cannot).toContain(path);
      const isUnchanged = !cannot.includes('volume') || change.volume === null;
      expect(possible.volume).toEqual(isUnchanged ? change.volume : undefined);
      expect(possible.isOfflineEnabled).toEqual(change.isOfflineEnabled);
      const brightness = cannot.includes('display.brightness') ? null : change.display?.brightness;
      expect(possible.display?.brightness ?? null).toBe(brightness ?? null);
    }),
  );
});

test('merged lists keep existing entries, replace those with the same identity, and append the rest', () => {
  fc.assert(
    fc.property(settings, applications, (before, added) => {
      const joined = joinedLists(before, { applications: added }).applications ?? [];

      const ids = joined.map(({ id }) => id);
      for (const { id } of before.applications ?? []) expect(ids).toContain(id);
      for (const each of added) expect(joined).toContainEqual(each);
      const stored = (before.applications ?? []).filter(({ id }) => added.every((each) => each.id !== id));
      for (const each of stored) expect(joined).toContainEqual(each);
    }),
  );
});

test('waves contain every headset once, have the requested size, in order, and the rest is the last wave', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.nat({ max: 40 }), sizes, (count, requested) => {
      const numbers = waveNumbers(count, requested);

      expect(numbers).toHaveLength(count);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      const sizeOf = (wave: number) => numbers.filter((each) => each === wave).length;
      let left = count;
      for (const [index, size] of requested.entries()) {
        expect(sizeOf(index + 1)).toBe(Math.min(size, left));
        left -= Math.min(size, left);
      }
      expect(left === 0 || sizeOf(numbers.at(-1) ?? 0) === left).toBe(true);
    }),
  );
  expect(waveNumbers(8, [1, 5])).toEqual([1, 2, 2, 2, 2, 2, 3, 3]);
});

test('a wave continues only when all have confirmed or failed, and stops as soon as too many failed', () => {
  const counts = fc
    .record({ size: fc.integer({ min: 1, max: 30 }), failed: fc.nat({ max: 30 }), open: fc.nat({ max: 30 }) })
    .filter(({ size, failed, open }) => failed + open <= size);
  fc.assert(
    fc.property(counts, fc.nat({ max: 100 }), (wave, percent) => {
      const verdict = judgeWave(wave, percent);

      const onward = wave.open > 0 ? 'wait' : 'next';
      expect(verdict).toBe(wave.failed * 100 > percent * wave.size ? 'stop' : onward);
    }),
  );
  expect(judgeWave({ size: 5, failed: 1, open: 4 }, 20)).toBe('wait');
  expect(judgeWave({ size: 5, failed: 2, open: 3 }, 20)).toBe('stop');
});

test('no state is both in progress and retryable', () => {
  expect(RESULT_STATES.filter((state) => isOpen(state) && isRetriable(state))).toEqual([]);
});

const field = (path: string) => ({ path, entry: null, wanted: 1, reported: 2 });
const keys = fc.subarray(['a', 'b', 'c', 'd']);

test('a field that never matched under the same settings has not drifted', () => {
  const report = fc.record({ wrong: keys, silent: keys, revision: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(fc.array(report, { minLength: 1, maxLength: 8 }), (reports) => {
      let judged: Parameters<typeof judgeDrift>[0] = { revision: null, unconfirmed: new Set(), drift: [] };
      let right = new Map<number, Set<string>>();
      for (const { wrong, silent, revision } of reports) {
        const unsettled = new Set([...wrong, ...silent]);
        if (judged.revision !== revision) right = new Map([[revision, new Set()]]);
        judged = judgeDrift(judged, {
          revision,
          appliedRevision: revision,
          mismatches: wrong.map(field),
          unsettled,
        });
        const confirmed = right.get(revision) ?? new Set();
        expect(new Set(judged.drift.map(({ path }) => path))).toEqual(
          new Set(wrong.filter((path) => confirmed.has(path))),
        );
        for (const path of ['a', 'b', 'c', 'd']) if (!unsettled.has(path)) confirmed.add(path);
      }
    }),
  );
});

test('a headset that has not applied its settings yet has not drifted', () => {
  const before = { revision: 1, unconfirmed: new Set<string>(), drift: [field('a')] };
  const reported = { revision: 2, appliedRevision: 1, mismatches: [field('a')], unsettled: new Set(['a']) };

  expect(judgeDrift(before, reported).drift).toEqual([]);
});
