import fc from 'fast-check';
import { expect, test } from 'vitest';

import { viewOf } from '../../../../main/service/devices/deployment/deployment.ts';
import {
  changesSince,
  type NotedStatuses,
  statusesOf,
} from '../../../../main/service/devices/compliance/deployment-changes.ts';

const SEED = Number(process.env['MUSTER_SEED'] ?? 20_261_122);

const aStatus = fc.constantFrom('DOWNLOADING' as const, 'INSTALLED' as const, 'OUTDATED' as const);
const noted: fc.Arbitrary<NotedStatuses> = fc.dictionary(
  fc.constantFrom('application a', 'video a', 'video b b', 'file https://x/y z'),
  aStatus,
);
const entries = fc.uniqueArray(fc.constantFrom('a', 'b b', 'c'), { maxLength: 3 });
const reported = fc.record({
  downloads: fc.constant([]),
  installedPackages: fc.constant([]),
  contentPresence: fc.uniqueArray(
    fc.constantFrom('a', 'b b', 'c').map((contentId) => ({ contentId, present: true })),
    { maxLength: 3, selector: ({ contentId }) => contentId },
  ),
  forgotten: fc.constant([]),
});

test('the events since the last time lead from the recorded state to the current one, and then there are no more', () => {
  fc.assert(
    fc.property(noted, entries, reported, (before, ids, reported) => {
      const contents = ids.map((id) => ({ kind: 'video' as const, entry: { id, url: `https://x/${id}` } }));
      const view = viewOf(reported, 1_000);
      const received = new Map<string, string>(Object.entries(before));
      for (const { type, contentId, from, to } of changesSince(before, contents, view)) {
        const key = `${type} ${contentId}`;
        expect(received.get(key) ?? null).toBe(from);
        if (to === null || to === 'ASSIGNED') received.delete(key);
        else received.set(key, to);
      }
      const after = statusesOf(contents, view);
      expect(Object.fromEntries(received)).toEqual(after);
      expect(changesSince(after, contents, view)).toEqual([]);
    }),
    { seed: SEED },
  );
});
