import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type EnrolmentFacts, union } from './enrolments.ts';
import { isStillEnrolled, slotChange } from '../../../main/service/sync/rules/central-slot.ts';
import { explore } from './explore.ts';
import { checkWorld } from './invariants.ts';

/** Facts about the same ten enrolments, as three sides may know them. */
const someFacts = fc
  .uniqueArray(fc.tuple(fc.nat(9), fc.option(fc.nat(99))), { selector: ([number]) => number })
  .map(
    (rows): EnrolmentFacts =>
      new Map(
        rows.map(([number, endedAtMs]) => {
          const id = `e${String(number)}`;
          return [id, { id, slot: `s${String(number % 3)}`, headset: `h${String(number % 4)}`, endedAtMs }];
        }),
      ),
  );
const plain = (facts: EnrolmentFacts) => Object.fromEntries(facts);

test('merging enrolments does not depend on order or grouping, and merging again changes nothing', () => {
  fc.assert(
    fc.property(someFacts, someFacts, someFacts, (a, b, c) => {
      expect(plain(union(a, b))).toEqual(plain(union(b, a)));
      expect(plain(union(union(a, b), c))).toEqual(plain(union(a, union(b, c))));
      expect(plain(union(union(a, b), b))).toEqual(plain(union(a, b)));
    }),
  );
});

test('merging drops no enrolment and reverts no end', () => {
  fc.assert(
    fc.property(someFacts, someFacts, (a, b) => {
      const both = union(a, b);
      const known = [a, b].flatMap((facts) => [...facts.values()]);
      expect([...both.keys()].toSorted()).toEqual([...new Set(known.map(({ id }) => id))].toSorted());
      const undone = known.filter(
        ({ id, endedAtMs }) => endedAtMs !== null && both.get(id)?.endedAtMs === null,
      );
      expect(undone).toEqual([]);
    }),
  );
});

test('three sides, two slots, two headsets: four steps in any order keep every guarantee', () => {
  const { states, withConflict } = explore(4, checkWorld);
  // oxlint-disable-next-line no-console -- how much was explored
  console.log(`enrolments: ${String(states)} states to depth 4, ${String(withConflict)} with a conflict`);
  expect(withConflict).toBeGreaterThan(10);
});

test('a step does not affect another enrolment of the same headset in the same slot', () => {
  const meant = { headset: 'f', names: ['e1', null] };
  expect(isStillEnrolled({ headset: 'f', enrolment: 'e1' }, meant)).toBe(true);
  expect(isStillEnrolled({ headset: 'f', enrolment: 'e2' }, meant)).toBe(false);
  expect(isStillEnrolled({ headset: 'g', enrolment: 'e1' }, meant)).toBe(false);
  expect(isStillEnrolled({ headset: null, enrolment: null }, meant)).toBe(false);
});

test('a central that does not distinguish enrolments is asked for the headset alone', () => {
  const meant = { headset: 'f', names: ['e1'] };
  expect(isStillEnrolled({ headset: 'f', enrolment: undefined }, meant)).toBe(true);
  expect(isStillEnrolled({ headset: 'g', enrolment: undefined }, meant)).toBe(false);
});

test('a central’s statement about a slot is new, or outdated from a central that is still un-enrolling', () => {
  const free = {
    headset: null,
    seen: { headset: 'f', enrolment: null },
    hasEnded: false,
    isReleasing: false,
  };
  expect(slotChange({ headset: null, enrolment: undefined }, free)).toBe('same');
  expect(slotChange({ headset: 'f', enrolment: undefined }, { ...free, isReleasing: true })).toBe(
    'lettingGo',
  );
  expect(slotChange({ headset: 'f', enrolment: undefined }, free)).toBe('enrolled');
  expect(slotChange({ headset: 'f', enrolment: 'e1' }, { ...free, hasEnded: true })).toBe('lettingGo');
  expect(slotChange({ headset: 'f', enrolment: 'e2' }, { ...free, isReleasing: true })).toBe('enrolled');
  const full = { ...free, headset: 'f' };
  expect(slotChange({ headset: null, enrolment: null }, full)).toBe('left');
  expect(slotChange({ headset: 'g', enrolment: 'e3' }, full)).toBe('taken');
});
