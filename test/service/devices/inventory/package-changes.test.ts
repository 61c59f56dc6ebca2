import fc from 'fast-check';
import { expect, test } from 'vitest';

import { packageChanges } from '../../../../main/service/devices/inventory/package-changes.ts';

const packages = fc.uniqueArray(
  fc.record({
    packageName: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    versionCode: fc.nat(3),
    versionName: fc.constantFrom('x', 'y'),
  }),
  { selector: ({ packageName }) => packageName },
);
const names = (list: readonly { packageName?: string | undefined }[]) => list.map((each) => each.packageName);

test('the changes lead from the old packages to the new ones, and name nothing else', () => {
  fc.assert(
    fc.property(packages, packages, (before, now) => {
      const { installed, updated, removed } = packageChanges(before, now);

      const touched = new Set(names([...updated, ...removed]));
      const stored = before.filter(({ packageName }) => !touched.has(packageName));
      const result = [...stored, ...installed, ...updated.map(({ from: _from, ...each }) => each)];
      expect(new Set(result.map((each) => JSON.stringify(each)))).toEqual(
        new Set(now.map((each) => JSON.stringify(each))),
      );
      for (const { packageName, from } of updated) {
        expect(before.find((each) => each.packageName === packageName)?.versionCode).toBe(from);
      }
    }),
  );
});

test('the reverse has the same changes reversed; identical lists have none', () => {
  fc.assert(
    fc.property(packages, packages, (before, now) => {
      const there = packageChanges(before, now);
      const back = packageChanges(now.toReversed(), before);

      expect(back.installed).toEqual(there.removed);
      expect(back.removed).toEqual(there.installed);
      expect(names(back.updated)).toEqual(names(there.updated));
      expect(packageChanges(now, now.toReversed())).toEqual({ installed: [], updated: [], removed: [] });
    }),
  );
});

test('for a package that is listed twice the higher version counts; one without a name is ignored', () => {
  const before = [{ packageName: 'a', versionCode: 2 }, { packageName: 'a', versionCode: 1 }, {}];

  expect(packageChanges(before, [{ packageName: 'a', versionCode: 3 }])).toEqual({
    installed: [],
    updated: [{ packageName: 'a', versionCode: 3, from: 2 }],
    removed: [],
  });
});
