import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { DesiredState, SyncPolicy } from '../../../../main/service/sync/rules/desired.ts';
import { mergeDevice } from '../../../../main/service/sync/rules/merge-device.ts';
import { toNormalForm } from '../../../../main/service/sync/rules/normal-form.ts';
import { getAt, setAt } from '../../../../main/service/sync/rules/state-path.ts';
import { pendingChanges } from '../../../../main/service/sync/rules/pending-changes.ts';
import {
  anEdit,
  covers,
  type Edit,
  edited,
  EMPTY,
  type Flat,
  fromWire,
  leavesOf,
  toWire,
  written,
} from './histories.ts';

const SEED = Number(process.env['MUSTER_SEED'] ?? 20_261_122);
const RUNS = { numRuns: Number(process.env['MUSTER_RUNS'] ?? 1_000), seed: SEED };

const side = fc.constantFrom('here' as const, 'there' as const);
const aPolicy: fc.Arbitrary<SyncPolicy> = fc.record({
  otherwise: side,
  parts: fc.dictionary(fc.constantFrom('applications', 'kioskMode', 'wifi', 'label', 'metadata'), side),
});
const edits = (max: number): fc.Arbitrary<Edit[]> => fc.array(anEdit, { maxLength: max });

/** Edits of both sides since they last agreed. */
const aHistory = fc.record({
  agreed: edits(14),
  here: edits(6),
  there: edits(6),
  policy: aPolicy,
});
type History = { agreed: Edit[]; here: Edit[]; there: Edit[]; policy: SyncPolicy };

function play({ agreed, here, there, policy }: History) {
  const base = edited(EMPTY, agreed);
  const flat = { base, here: edited(base, here), there: edited(base, there) };
  const wire = { base: toWire(flat.base), here: toWire(flat.here), there: toWire(flat.there) };
  const merge = mergeDevice({ ...wire, policy, isInstalled: () => false });
  return { flat, wire, policy, merge };
}

/** Removes differences in the order of fields and entries. */
function comparable(state: DesiredState): Flat {
  return fromWire(state);
}

test('applying it to both sides makes them equal, whether groups are replaced or merged there, and nothing is left to merge', () => {
  fc.assert(
    fc.property(aHistory, fc.constantFrom('replace' as const, 'merge' as const), (history, groups) => {
      const { wire, policy, merge } = play(history);
      const here = written(wire.here, merge.toApply, 'replace');
      const there = written(wire.there, merge.toPush, groups);
      expect(comparable(here)).toEqual(comparable(merge.merged));
      // Descriptions cannot be written at the central.
      expect(merge.toPush?.description).toBeUndefined();
      expect(comparable(there)).toEqual(comparable(merge.agreed));
      expect(merge.agreed).toEqual({ ...merge.merged, description: wire.there.description });
      const again = mergeDevice({ base: merge.agreed, here, there, policy, isInstalled: () => false });
      expect(again).toMatchObject({ toPush: undefined, toApply: undefined, conflicts: [] });
      expect(comparable(again.merged)).toEqual(comparable(merge.merged));
    }),
    RUNS,
  );
});

test('a change of one side is in the result, or in a conflict', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const { flat, merge } = play(history);
      const outcome = leavesOf(comparable(merge.merged));
      const base = leavesOf(flat.base);
      for (const changed of ['here', 'there'] as const) {
        const leaves = leavesOf(flat[changed]);
        for (const place of new Set([...leaves.keys(), ...base.keys()])) {
          const isEdited = leaves.get(place) !== base.get(place);
          if (!isEdited || outcome.get(place) === leaves.get(place)) continue;
          expect(merge.conflicts.filter((conflict) => covers(conflict.path, place))).not.toEqual([]);
        }
      }
    }),
    RUNS,
  );
});

test('what one side removed and the other left unchanged stays removed, and no new value appears', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const { flat, merge } = play(history);
      const [base, here, there] = [flat.base, flat.here, flat.there].map(leavesOf) as [
        Map<string, string>,
        Map<string, string>,
        Map<string, string>,
      ];
      for (const [place, value] of leavesOf(comparable(merge.merged))) {
        expect([here.get(place), there.get(place)]).toContain(value);
        const wasRemoved =
          base.get(place) === value &&
          ((!here.has(place) && there.get(place) === value) ||
            (!there.has(place) && here.get(place) === value));
        if (!wasRemoved) continue;
        expect(merge.conflicts.filter((conflict) => covers(conflict.path, place))).not.toEqual([]);
      }
    }),
    RUNS,
  );
});

test('a side without changes adopts all changes of the other, without a conflict', () => {
  fc.assert(
    fc.property(aHistory, side, (history, quiet) => {
      const { flat, merge } = play({ ...history, [quiet]: [] });
      const loud = quiet === 'here' ? flat.there : flat.here;
      expect(merge.conflicts).toEqual([]);
      expect(comparable(merge.merged)).toEqual(loud);
      expect(quiet === 'here' ? merge.toPush : merge.toApply).toBeUndefined();
    }),
    RUNS,
  );
});

test('two stations that take each other for the central get the same result', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const { wire, policy, merge } = play(history);
      const other = mergeDevice({
        base: wire.base,
        here: wire.there,
        there: wire.here,
        policy: mirrored(policy),
        isInstalled: () => false,
      });
      expect(comparable(other.merged)).toEqual(comparable(merge.merged));
      const turned = other.conflicts.map(({ path, base, here, there, winner }) => ({
        path,
        base,
        here: there,
        there: here,
        winner: winner === 'here' ? 'there' : 'here',
      }));
      expect(sorted(turned)).toEqual(sorted(merge.conflicts));
    }),
    RUNS,
  );
});

test('a service accepts every result, and no conflict is about a change of one side only', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const { flat, merge } = play(history);
      const outcome = comparable(merge.merged);
      expect(edited(outcome, [{ at: ['label'], value: 'taken' }])).not.toBe(outcome);
      // Two rules cover several values. What they settle may have changed in different places on each side.
      const plain = merge.conflicts.filter(
        ({ path }) =>
          !path.some((segment) => segment.startsWith('same-package:') || segment === 'kioskMode') &&
          !isKioskApplication(flat, path),
      );
      const text = JSON.stringify;
      const oneSided = plain.filter(({ base, here, there }) =>
        [text(here) === text(there), text(here) === text(base), text(there) === text(base)].includes(true),
      );
      expect(oneSided).toEqual([]);
    }),
    RUNS,
  );
});

test('setting the losing value at its path reverses a conflict', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const { merge } = play(history);
      for (const { path, here, there, winner } of merge.conflicts) {
        const lost = winner === 'here' ? there : here;
        const turned = setAt(merge.merged, path, lost);
        // A field of a removed entry has no path.
        const parent = getAt(merge.merged, path.slice(0, 3));
        if (path.length > 3 && parent === undefined) continue;
        expect(normal(getAt(turned, path))).toEqual(normal(lost));
      }
    }),
    RUNS,
  );
});

test('the pending changes, value by value, are exactly the difference between two states', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const { wire } = play(history);
      const [there, here] = [toNormalForm(wire.base, wire.base), toNormalForm(wire.here, wire.base)];
      const waiting = pendingChanges(there, here);
      for (const change of waiting) expect(change.here).not.toEqual(change.there);
      const back = waiting.reduce((state, change) => setAt(state, change.path, change.there), here);
      expect({ ...comparable(back), description: null }).toEqual({
        ...comparable(there),
        description: null,
      });
      expect(pendingChanges(there, there)).toEqual([]);
    }),
    RUNS,
  );
});

function normal(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

function mirrored({ otherwise, parts }: SyncPolicy): SyncPolicy {
  const turn = (each: 'here' | 'there'): 'here' | 'there' => (each === 'here' ? 'there' : 'here');
  return {
    otherwise: turn(otherwise),
    parts: Object.fromEntries(Object.entries(parts).map(([part, each]) => [part, turn(each)])),
  };
}

function sorted<Conflict extends { path: readonly string[] }>(conflicts: readonly Conflict[]): Conflict[] {
  return conflicts.toSorted((a, b) => (a.path.join('/') < b.path.join('/') ? -1 : 1));
}

function isKioskApplication({ here, there }: { here: Flat; there: Flat }, path: readonly string[]): boolean {
  const isOn = (flat: Flat): boolean =>
    (flat['settings'] as Record<string, { isActive?: boolean }>)['kioskMode']?.isActive === true;
  return ['applications', 'packages'].includes(path[1] ?? '') && (isOn(here) || isOn(there));
}
