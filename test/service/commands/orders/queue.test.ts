import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { sendCommand } from '../../../../shared/contract/commands/commands.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { anyText } from '../../../support/any-value.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

async function queued(on: TestStation, deviceId: string, event: string, expiresInSec = 60) {
  const { body } = await on.call(sendCommand, {
    params: { deviceId },
    body: { event, message: { event }, expiresInSec },
  });
  if (body.status !== 'queued') throw new Error(`Not queued: ${JSON.stringify(body)}`);
  return body;
}

/** Names of the commands that a headset gets at its next heartbeat. */
async function atHeartbeat(headset: TestHeadset): Promise<string[]> {
  const { body } = await headset.report();
  return body.commands.map(({ event }) => event);
}

async function history(on: TestStation, deviceId: string): Promise<string[]> {
  const { body } = await on.call(listEvents, { params: { deviceId } });
  return body.items
    .filter(({ type }) => type.startsWith('COMMAND_'))
    .map(({ type, payload }) => `${type} ${String(payload?.['event'])}`)
    .toReversed();
}

/** Sends a command that is answered, so that everything before it on the link has arrived. */
async function mark(on: TestStation, headset: TestHeadset): Promise<void> {
  const sent = on.call(sendCommand, { params: headset.params, body: { event: 'mark' } });
  await headset.answer((await headset.next('mark')).commandId);
  await sent;
}

test('a command that may wait is queued for an absent headset, until the time in the answer', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.away(own);

  const answer = await queued(own, headset.id, 'update', 60);

  expect(answer).toEqual({
    commandId: anyText,
    status: 'queued',
    expiresAt: new Date(clock.now() + 60_000).toISOString(),
  });
  expect(await history(own, headset.id)).toEqual(['COMMAND_QUEUED update']);
  const { body } = await own.call(listEvents, { params: headset.params });
  expect(body.items[0]?.payload).toMatchObject({ expiresAt: answer.expiresAt });
});

test('queued commands are sent on the connection when it opens, in order, and once', async () => {
  await using headset = await TestHeadset.away(station);
  for (const event of ['one', 'two', 'three']) await queued(station, headset.id, event);

  await headset.link();
  await headset.next('three');
  const got = headset.got.map(({ event, message }) => ({ event, message }));
  const beat = await atHeartbeat(headset);
  await headset.link();
  await mark(station, headset);

  expect(got).toEqual(['one', 'two', 'three'].map((event) => ({ event, message: { event } })));
  expect(beat).toEqual([]);
  expect(headset.got.map(({ event }) => event)).toEqual(['mark']);
});

test('queued commands are in the answer to a heartbeat, in order, and once', async () => {
  await using headset = await TestHeadset.away(station);
  const one = await queued(station, headset.id, 'one');
  await queued(station, headset.id, 'two');

  const { body } = await headset.report();
  const again = await atHeartbeat(headset);
  await headset.link();
  await mark(station, headset);

  expect(body.commands).toMatchObject([
    { commandId: one.commandId, event: 'one', message: { event: 'one' }, expiresAt: one.expiresAt },
    { event: 'two' },
  ]);
  expect(again).toEqual([]);
  expect(headset.got.map(({ event }) => event)).toEqual(['mark']);
});

test('a heartbeat sent by another caller does not take a headset’s commands', async () => {
  await using headset = await TestHeadset.away(station);
  await queued(station, headset.id, 'mine');

  const { body } = await station.send('PUT', `/devices/${headset.id}`, { body: { worn: true } });

  expect(body).toMatchObject({ commands: [] });
  expect(await atHeartbeat(headset)).toEqual(['mine']);
});

test('of many simultaneous heartbeats one gets the command', async () => {
  await using headset = await TestHeadset.away(station);
  await queued(station, headset.id, 'only-one');

  const beats = await Promise.all(Array.from({ length: 10 }, () => atHeartbeat(headset)));

  expect(beats.flat()).toEqual(['only-one']);
});

test('the answer to a queued command is accepted once and recorded', async () => {
  await using headset = await TestHeadset.away(station);
  const { commandId } = await queued(station, headset.id, 'update');

  const early = await headset.answer(commandId);
  await atHeartbeat(headset);
  const first = await headset.answer(commandId);
  const second = await headset.answer(commandId);

  expect([early.status, first.status, second.status]).toEqual([404, 204, 404]);
  expect(await history(station, headset.id)).toEqual(['COMMAND_QUEUED update', 'COMMAND_ANSWERED update']);
});

test('a delivered queued command without an answer within ten seconds fails', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.away(own);
  const { commandId } = await queued(own, headset.id, 'update', 3_600);
  await atHeartbeat(headset);

  clock.advance(10_000);
  await headset.report();
  const late = await headset.answer(commandId);

  expect(late).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect(await history(own, headset.id)).toEqual(['COMMAND_QUEUED update', 'COMMAND_UNANSWERED update']);
});

test('an expired command is never sent, and the history says that it expired', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.away(own);
  await queued(own, headset.id, 'short', 60);
  await queued(own, headset.id, 'long', 61);

  clock.advance(60_000);
  const beat = await atHeartbeat(headset);

  expect(beat).toEqual(['long']);
  expect(await history(own, headset.id)).toEqual([
    'COMMAND_QUEUED short',
    'COMMAND_QUEUED long',
    'COMMAND_EXPIRED short',
  ]);
});

test('queued commands survive a restart; those that expired meanwhile are not sent', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.away(own);
  await queued(own, headset.id, 'short', 60);
  await queued(own, headset.id, 'long', 3_600);

  clock.advance(61_000);
  await own.restart();
  await headset.link();
  await headset.next('long');

  expect(headset.got).toMatchObject([{ event: 'long', message: { event: 'long' } }]);
});

test('a queued command is encrypted in the store', async () => {
  await using own = await aStation();
  await using headset = await TestHeadset.away(own);
  await own.call(sendCommand, {
    params: headset.params,
    body: { event: 'join-wifi', message: { password: 'correct-horse-battery' }, expiresInSec: 60 },
  });

  const files = readdirSync(own.folder).filter((name) => name.includes('.db') || name.includes('sqlite'));
  const bytes = files.map((name) => readFileSync(`${own.folder}/${name}`, 'latin1')).join('');

  expect(bytes).toContain('join-wifi');
  expect(bytes).not.toContain('correct-horse-battery');
});

test('a connected headset gets a queueable command at once, and without an answer the command fails', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.linked(own);
  const body = { event: 'now', expiresInSec: 3_600 };

  const answered = own.call(sendCommand, { params: headset.params, body });
  await headset.answer((await headset.next('now')).commandId);
  const unanswered = own.call(sendCommand, { params: headset.params, body: { ...body, event: 'deaf' } });
  await headset.next('deaf');
  clock.advance(10_000);

  expect((await answered).body).toMatchObject({ status: 'answered' });
  expect(await unanswered).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
  expect(await atHeartbeat(headset)).toEqual([]);
});

test('commands given while the headset returns are each delivered once', async () => {
  await using headset = await TestHeadset.away(station);
  const input = Array.from({ length: 20 }, (_, index) =>
    station.call(sendCommand, {
      params: headset.params,
      body: { event: `c-${index}`, message: {}, expiresInSec: 60 },
    }),
  );

  await headset.link();
  for (let index = 0; index < 20; index += 1) {
    const { commandId } = await headset.next(`c-${index}`);
    expect((await headset.answer(commandId)).status).toBe(204);
  }
  await Promise.all(input);

  expect(new Set(headset.got.map(({ event }) => event)).size).toBe(20);
  expect(headset.got).toHaveLength(20);
});

test('at most a hundred commands wait for one headset', async () => {
  await using headset = await TestHeadset.away(station);
  const give = (event: string) =>
    station.call(sendCommand, { params: headset.params, body: { event, expiresInSec: 60 } });
  const input = await Promise.all(Array.from({ length: 100 }, (_, index) => give(`c-${index}`)));

  const refusal = await give('one too many');

  expect(input.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  expect(refusal).toMatchObject(refused(409, 'CONFLICT'));
  expect(await atHeartbeat(headset)).toHaveLength(100);
});

test('deleting a device deletes its queue', async () => {
  await using headset = await TestHeadset.away(station);
  await queued(station, headset.id, 'gone');

  const { status } = await station.send('DELETE', `/devices/${headset.id}`);

  expect(status).toBe(200);
  expect(await history(station, headset.id)).toEqual(['COMMAND_QUEUED gone']);
});
