import { expect, test } from 'vitest';

import { cancelCommand, sendCommand, unenrollDevice } from '../../../../shared/contract/commands/commands.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { aStation } from '../../../support/a-station.ts';
import { anyNumber, anyText } from '../../../support/any-value.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

async function queued(headset: TestHeadset, event: string, on = station): Promise<string> {
  const { body } = await on.call(sendCommand, {
    params: headset.params,
    body: { event, expiresInSec: 60 },
  });
  return body.commandId;
}

const cancel = (headset: TestHeadset, commandId: string, on = station) =>
  on.call(cancelCommand, { params: { ...headset.params, commandId } });

/** Returns the command events of the history, the oldest first. */
async function history({ params }: TestHeadset) {
  const { body } = await station.call(listEvents, { params });
  return body.items.filter(({ type }) => /^COMMAND_|^UNENROLL/.test(type)).toReversed();
}

const typesOf = async (headset: TestHeadset) => (await history(headset)).map(({ type }) => type);

test('a waiting command is cancelled, once, and never reaches the headset', async () => {
  await using headset = await TestHeadset.away(station);
  const commandId = await queued(headset, 'reboot');
  await queued(headset, 'lock');

  const { status } = await cancel(headset, commandId);
  const again = await cancel(headset, commandId);
  const { body } = await headset.report();

  expect(status).toBe(204);
  expect(again).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect(body.commands.map(({ event }) => event)).toEqual(['lock']);
  const events = await history(headset);
  expect(events.map(({ type }) => type)).toEqual(['COMMAND_QUEUED', 'COMMAND_QUEUED', 'COMMAND_CANCELLED']);
  expect(events[2]?.payload).toEqual({ commandId, event: 'reboot' });
});

test('a delivered or finished command cannot be cancelled', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.away(own);
  await using other = await TestHeadset.away(own);
  const gone = await queued(headset, 'lock', own);
  await headset.report();
  const waiting = await queued(headset, 'unlock', own);

  const foreign = await cancel(other, waiting, own);
  clock.advance(60_000);

  expect(await cancel(headset, gone, own)).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect(foreign).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect(await cancel(headset, waiting, own)).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
});

test('an un-enrolment can be cancelled until the headset received it', async () => {
  await using headset = await TestHeadset.away(station);
  const order = () => station.call(unenrollDevice, { params: headset.params });
  const record = () => station.call(getDevice, { params: headset.params });
  const first = await order();
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');

  const taken = await cancel(headset, first.body.commandId);
  await wall.next('device', (data) => data['id'] === headset.id && data['unenrollingSince'] === null);
  const stayed = await record();
  const { body } = await headset.report();
  const second = await order();
  await headset.report();
  const late = await cancel(headset, second.body.commandId);

  expect(taken.status).toBe(204);
  expect(stayed.body).toMatchObject({ androidId: headset.androidId, unenrollingSince: null });
  expect(body.commands).toEqual([]);
  expect(second.body.commandId).not.toBe(first.body.commandId);
  expect(late).toMatchObject(refused(409, 'CONFLICT'));
  expect((await record()).body.unenrollingSince).not.toBeNull();
  expect(await typesOf(headset)).toEqual(['UNENROLL_REQUESTED', 'COMMAND_CANCELLED', 'UNENROLL_REQUESTED']);
});

test('a command that failed differs from one that succeeded only by its code', async () => {
  await using headset = await TestHeadset.away(station);
  const waited = await queued(headset, 'launch-app');
  await headset.link();
  await headset.next('launch-app');
  await headset.answer(waited, { accepted: false, reason: 'NOT_INSTALLED', secret: 'x' });
  const at = (event: string) => station.call(sendCommand, { params: headset.params, body: { event } });
  const spoken = at('stop-app');
  await headset.answer((await headset.next('stop-app')).commandId, {
    accepted: false,
    reason: 'the key is 42',
  });
  await spoken;
  const done = at('identify');
  await headset.answer((await headset.next('identify')).commandId, { accepted: true, reason: 'FINE' });
  await done;

  const stored = (await history(headset)).slice(1).map(({ payload }) => payload);

  expect(stored).toEqual([
    { commandId: waited, event: 'launch-app', accepted: false, reason: 'NOT_INSTALLED' },
    { commandId: anyText, event: 'stop-app', afterMs: anyNumber, accepted: false },
    { commandId: anyText, event: 'identify', afterMs: anyNumber },
  ]);
});
