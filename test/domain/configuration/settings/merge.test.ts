import fc from 'fast-check';
import { expect, test } from 'vitest';

import { packageConflicts } from '../../../../shared/domain/configuration/settings/conflicts.ts';
import { identityOf } from '../../../../shared/domain/configuration/settings/entries.ts';
import { contradictions } from '../../../../main/service/configuration/settings/faults.ts';
import type {
  StoredSettings,
  SealedChange,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import { mergeSettings } from '../../../../shared/domain/configuration/settings/merge.ts';

const name = fc.constantFrom('com.a', 'com.b', 'com.c');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const application = fc.record(
  {
    id: fc.constantFrom('1', '2'),
    packageName: name,
    url: fc.constantFrom('u', 'v'),
    codeVersion: fc.integer({ min: 1, max: 2 }),
    obbUrl: maybe(fc.constant('o')),
    expirationDate: maybe(fc.constant('2027-01-01T00:00:00Z')),
  },
  { requiredKeys: [] },
);
const display = fc.record(
  { brightness: maybe(fc.integer()), passthroughEnabled: maybe(fc.boolean()) },
  { requiredKeys: [] },
);
const change: fc.Arbitrary<SealedChange> = fc.record(
  {
    volume: maybe(fc.integer()),
    expirationDate: maybe(fc.constant('2027-01-01T00:00:00Z')),
    isOfflineEnabled: maybe(fc.boolean()),
    kioskMode: fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.record({ isActive: fc.boolean(), packageName: maybe(name) }, { requiredKeys: [] }),
    ),
    applications: maybe(fc.array(application, { maxLength: 6 })),
    packages: maybe(fc.array(name, { maxLength: 6 })),
    wifi: maybe(
      fc.array(
        fc.record(
          { ssid: name, priority: fc.integer(), sealedPassword: maybe(fc.constantFrom('p', 'q')) },
          { requiredKeys: ['ssid'] },
        ),
      ),
    ),
    display: maybe(display),
  },
  { requiredKeys: [] },
);
const settings = fc.array(change, { maxLength: 3 }).map((changes) => changes.reduce(mergeSettings, {}));

/** Returns true if some value, at any depth but inside entries, is null or undefined. */
function holdsNothing(stored: StoredSettings): boolean {
  return [stored, stored.display ?? {}].some((part) =>
    Object.values(part).some((value) => value === null || value === undefined),
  );
}

test('applying a change twice changes nothing the second time', () => {
  fc.assert(
    fc.property(settings, change, (before, each) => {
      const once = mergeSettings(before, each);
      expect(mergeSettings(once, each)).toEqual(once);
    }),
  );
});

test('fields that a change does not name stay unchanged', () => {
  fc.assert(
    fc.property(settings, change, (before, each) => {
      const named = new Set(Object.keys(each));
      const unnamed = (stored: StoredSettings) =>
        Object.fromEntries(Object.entries(stored).filter(([key]) => !named.has(key)));
      expect(unnamed(mergeSettings(before, each))).toEqual(unnamed(before));
    }),
  );
});

test('the result has no null and no empty group, and neither input is changed', () => {
  fc.assert(
    fc.property(settings, change, (before, each) => {
      const [beforeText, changeText] = [JSON.stringify(before), JSON.stringify(each)];
      const after = mergeSettings(before, each);

      expect(holdsNothing(after)).toBe(false);
      expect(after.display).not.toEqual({});
      expect([JSON.stringify(before), JSON.stringify(each)]).toEqual([beforeText, changeText]);
      expect(JSON.parse(JSON.stringify(after))).toEqual(after);
    }),
  );
});

test('clearing everything leaves nothing', () => {
  fc.assert(
    fc.property(settings, (before) => {
      const clear = Object.fromEntries(Object.keys(before).map((key) => [key, null]));
      expect(mergeSettings(before, clear)).toEqual({});
    }),
  );
});

test('no two entries with one identity remain, and every identity that was sent does', () => {
  fc.assert(
    fc.property(fc.array(application), (applications) => {
      const stored = mergeSettings({}, { applications }).applications ?? [];
      const identities = stored.map(identityOf);
      expect(new Set(identities).size).toBe(identities.length);
      expect(new Set(identities)).toEqual(new Set(applications.map(identityOf)));
      for (const identity of identities) {
        const last = applications.findLast((entry) => identityOf(entry) === identity);
        expect(stored.find((entry) => identityOf(entry) === identity)).toEqual(last);
      }
    }),
  );
});

test('conflicts are exactly the package names with two identities, whatever the order of the entries', () => {
  fc.assert(
    fc.property(fc.array(application), fc.func(fc.integer()), (applications, order) => {
      const found = packageConflicts(applications).map(({ packageName }) => packageName);
      const expected = ['com.a', 'com.b', 'com.c'].filter((packageName) => {
        const own = applications.filter((entry) => entry.packageName === packageName);
        return new Set(own.map(identityOf)).size > 1;
      });
      expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(expected);
      const shuffled = applications.toSorted((a, b) => order(a) - order(b));
      expect(packageConflicts(shuffled)).toHaveLength(found.length);
    }),
  );
});

test('identical duplicates are no conflict', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b')), (ids) => {
      const videos = ids.map((id) => ({ id, url: `https://content.example/${id}` }));
      expect(contradictions({ videos })).toEqual([]);
    }),
  );
});
