import { expect, test } from 'vitest';

import {
  deploymentOf,
  type Reported,
  viewOf,
} from '../../../../main/service/devices/deployment/deployment.ts';
import {
  type ForgottenContent,
  ordersNotApplied,
  withOrders,
} from '../../../../main/service/devices/deployment/forgotten-content.ts';
import {
  contentIdOf,
  evidenceOf,
  indexInventory,
} from '../../../../main/service/devices/inventory/inventory.ts';

const VIDEO = { id: 'video-1', url: 'https://content.example/lesson.mp4' };
const THERE: Reported = {
  downloads: [],
  installedPackages: [],
  contentPresence: [
    { contentId: 'video-1', present: true, sizeBytes: 9 },
    { contentId: 'video-2', present: true },
  ],
  forgotten: [],
};

/** An order to discard what `reported` contains about the video. */
function forced(reported: Reported, revision: number): readonly ForgottenContent[] {
  const evidence = evidenceOf(VIDEO, 'video', indexInventory(reported));
  return withOrders(
    reported.forgotten,
    [{ kind: 'video', contentId: contentIdOf(VIDEO), evidence }],
    revision,
  );
}
const statusOf = (reported: Reported, entry = VIDEO) =>
  deploymentOf(entry, 'video', viewOf(reported, 0))?.status;

test('a content whose report is discarded becomes assigned again, and repeating the same report does not change that', () => {
  expect(statusOf(THERE)).toBe('INSTALLED');

  const forgotten = forced(THERE, 5);

  expect(statusOf({ ...THERE, forgotten })).toBe('ASSIGNED');
  const turned = THERE.contentPresence.toReversed();
  expect(statusOf({ ...THERE, contentPresence: turned, forgotten })).toBe('ASSIGNED');
});

test('other contents are not discarded with it', () => {
  const forgotten = forced(THERE, 5);

  expect(statusOf({ ...THERE, forgotten }, { ...VIDEO, id: 'video-2' })).toBe('INSTALLED');
});

test('a report of the headset after that counts at once', () => {
  const forgotten = forced(THERE, 5);

  const downloads = [{ url: VIDEO.url, status: 'RUNNING', progress: 0.5 }];
  expect(statusOf({ ...THERE, downloads, forgotten })).toBe('DOWNLOADING');
  const contentPresence = [{ contentId: 'video-1', present: true, sizeBytes: 10 }];
  expect(statusOf({ ...THERE, contentPresence, forgotten })).toBe('INSTALLED');
});

test('a discard order is settled by its revision or a later one, not by an earlier one or none', () => {
  const forgotten = forced(THERE, 5);

  expect(ordersNotApplied(forgotten, null)).toEqual(forgotten);
  expect(ordersNotApplied(forgotten, 4)).toEqual(forgotten);
  expect(ordersNotApplied(forgotten, 5)).toEqual([]);
  expect(ordersNotApplied(forgotten, 6)).toEqual([]);
});

test('a discard order that is given twice counts once, at the later time', () => {
  const again = forced({ ...THERE, forgotten: forced(THERE, 5) }, 6);

  expect(again.map(({ revision }) => revision)).toEqual([6]);
});
