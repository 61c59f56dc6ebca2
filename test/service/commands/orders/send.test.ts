import { expect, test } from 'vitest';

import { sendCommand } from '../../../../shared/contract/commands/commands.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { anyText } from '../../../support/any-value.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

const send = (on: TestStation, deviceId: string, body: object) =>
  on.call(sendCommand, { params: { deviceId }, body });

async function history(on: TestStation, deviceId: string) {
  const { body } = await on.call(listEvents, { params: { deviceId } });
  return body.items.filter(({ type }) => type.startsWith('COMMAND_')).toReversed();
}

test('a command is sent on the headset’s connection, and its answer is returned', async () => {
  await using headset = await TestHeadset.linked(station);

  const sent = send(station, headset.id, { event: 'start-app', message: { packageName: 'com.example' } });
  const command = await headset.next('start-app');
  const taken = await headset.answer(command.commandId, { started: true, pid: 7 });

  expect(command).toMatchObject({ message: { packageName: 'com.example' }, expiresAt: anyText });
  expect(taken).toMatchObject({ status: 204, body: '' });
  expect(await sent).toMatchObject({
    status: 200,
    body: { commandId: command.commandId, status: 'answered', answer: { started: true, pid: 7 } },
  });
});

test('a command without a message is sent with an empty one', async () => {
  await using headset = await TestHeadset.linked(station);

  const sent = send(station, headset.id, { event: 'reboot' });
  const command = await headset.next('reboot');
  await headset.answer(command.commandId, {});

  expect(command.message).toEqual({});
  expect((await sent).body).toMatchObject({ answer: {} });
});

test('an answer is in the history under the command’s name, without the contents of either', async () => {
  await using headset = await TestHeadset.linked(station);
  const sent = send(station, headset.id, { event: 'join-wifi', message: { password: 'hidden-one' } });
  const { commandId } = await headset.next('join-wifi');
  await headset.answer(commandId, { secret: 'hidden-two' });
  await sent;

  const events = await history(station, headset.id);

  expect(events).toMatchObject([{ type: 'COMMAND_ANSWERED', payload: { commandId, event: 'join-wifi' } }]);
  expect(events[0]?.payload?.['afterMs']).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(events)).not.toContain('hidden');
});

test('a headset without a connection is unreachable, and does not get the command on its next connection or heartbeat', async () => {
  await using headset = await TestHeadset.away(station);

  const answer = await send(station, headset.id, { event: 'lost' });
  await headset.link();
  const { body } = await headset.report();
  const later = send(station, headset.id, { event: 'later' });
  await headset.answer((await headset.next('later')).commandId);
  await later;

  expect(answer).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
  expect(body.commands).toEqual([]);
  expect(headset.got.map(({ event }) => event)).toEqual(['later']);
});

test('a heartbeat alone does not make a headset reachable for a command', async () => {
  await using headset = await TestHeadset.away(station);
  await headset.report();

  expect(await send(station, headset.id, { event: 'hello' })).toMatchObject(
    refused(404, 'DEVICE_UNREACHABLE'),
  );
});

test('a command without an answer within ten seconds fails: refused, recorded, and its late answer ignored', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await TestHeadset.linked(own);
  let isSettled = false;
  const sent = send(own, headset.id, { event: 'slow' }).finally(() => (isSettled = true));
  const { commandId } = await headset.next('slow');

  clock.advance(9_999);
  await own.call(listEvents, { params: headset.params });
  const wasSettledBefore = isSettled;
  clock.advance(1);
  const answer = await sent;
  const late = await headset.answer(commandId);
  await headset.link();

  expect(wasSettledBefore).toBe(false);
  expect(answer).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
  expect(late).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect(await history(own, headset.id)).toMatchObject([
    { type: 'COMMAND_UNANSWERED', payload: { commandId, event: 'slow' } },
  ]);
  expect(headset.got).toEqual([]);
});

test('a headset that loses its connection may still answer in time', async () => {
  await using headset = await TestHeadset.linked(station);
  const sent = send(station, headset.id, { event: 'walk-away' });
  const { commandId } = await headset.next('walk-away');

  await headset.unlink();
  await headset.answer(commandId, { came: 'late' });

  expect((await sent).body).toMatchObject({ answer: { came: 'late' } });
});

test('a command is answered once', async () => {
  await using headset = await TestHeadset.linked(station);
  const sent = send(station, headset.id, { event: 'once' });
  const { commandId } = await headset.next('once');

  const first = await headset.answer(commandId, { n: 1 });
  const second = await headset.answer(commandId, { n: 2 });

  expect([first.status, second.status]).toEqual([204, 404]);
  expect(second).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect((await sent).body).toMatchObject({ answer: { n: 1 } });
});

test('an answer for another headset, or an unknown command, is refused', async () => {
  await using one = await TestHeadset.linked(station);
  await using two = await TestHeadset.linked(station);
  const sent = send(station, one.id, { event: 'mine' });
  const { commandId } = await one.next('mine');

  expect(await two.answer(commandId)).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect(await one.answer('no-such-command')).toMatchObject(refused(404, 'COMMAND_NOT_FOUND'));
  expect((await one.answer('no such command')).status).toBe(400);
  expect((await one.answer(commandId)).status).toBe(204);
  expect((await sent).status).toBe(200);
});

test.each([
  ['a list', []],
  ['text', '"x"'],
  ['null', 'null'],
  ['nothing', undefined],
])('an answer that is %s is refused and leaves the command open', async (_, body) => {
  await using headset = await TestHeadset.linked(station);
  const sent = send(station, headset.id, { event: 'ask' });
  const { commandId } = await headset.next('ask');

  const { status } = await station.send('POST', `/devices/${headset.id}/commands/${commandId}/answer`, {
    body,
    token: headset.token,
  });
  await headset.answer(commandId, { fine: true });

  expect(status).toBe(400);
  expect((await sent).body).toMatchObject({ answer: { fine: true } });
});

test('an answer that is too large or too deep is refused', async () => {
  await using headset = await TestHeadset.linked(station);
  const sent = send(station, headset.id, { event: 'ask' });
  const { commandId } = await headset.next('ask');
  const deep = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);

  expect((await headset.answer(commandId, { x: 'x'.repeat(70_000) })).status).toBe(413);
  expect((await headset.answer(commandId, deep)).status).toBe(400);
  expect((await headset.answer(commandId, { x: 'x'.repeat(60_000) })).status).toBe(204);
  expect((await sent).status).toBe(200);
});

test('only the headset’s own connection delivers the command, and no stream replays it', async () => {
  await using headset = await TestHeadset.linked(station);
  await using follower = await station.stream(`/devices/${headset.id}/updates`);
  await using wall = await station.stream('/station/updates');
  await station.send('PATCH', `/devices/${headset.id}`, { body: { label: 'before' } });
  const before = await follower.next('device', ({ label }) => label === 'before');
  const sent = send(station, headset.id, { event: 'private' });
  const { commandId } = await headset.next('private');
  await headset.answer(commandId);
  await sent;

  const link = await station.stream(`/devices/${headset.id}/updates`, headset.token, {
    'last-event-id': before.id ?? '',
  });
  await station.send('PATCH', `/devices/${headset.id}`, { body: { label: 'marker' } });
  const marked = (data: Record<string, unknown>) => data['label'] === 'marker';
  await Promise.all([follower, wall, link].map((reader) => reader.next('device', marked)));
  await link[Symbol.asyncDispose]();

  for (const reader of [follower, wall, link])
    expect(reader.events.filter(({ name }) => name === 'command')).toEqual([]);
});

test('of two connections of one headset the newer one gets the command, once', async () => {
  await using headset = await TestHeadset.linked(station);
  await using older = await station.stream(`/devices/${headset.id}/updates`, headset.token);
  await older.next('hello');
  await using newer = await station.stream(`/devices/${headset.id}/updates`, headset.token);
  await newer.next('hello');

  const sent = send(station, headset.id, { event: 'which' });
  const { data } = await newer.next('command');
  await headset.answer(String(data['commandId']));
  await sent;

  expect(headset.got).toEqual([]);
  expect(older.events.filter(({ name }) => name === 'command')).toEqual([]);
});

test('a slot and an archived record are unreachable, even for a queueable command', async () => {
  const [slot] = await station.slots(1);
  const headset = await TestHeadset.away(station);
  const [next] = await station.slots(1);
  await station.send('POST', '/devices', {
    body: { enrollmentToken: next?.enrollmentToken, androidId: headset.androidId },
  });

  for (const id of [slot?.id ?? '', headset.id]) {
    for (const body of [{ event: 'x' }, { event: 'x', expiresInSec: 60 }])
      expect(await send(station, id, body)).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
  }
});

test('an unknown and a foreign device do not exist', async () => {
  await using headset = await TestHeadset.linked(station);
  const other = await station.enterprise();

  const foreign = await station.call(sendCommand, {
    params: headset.params,
    body: { event: 'x' },
    token: other.token,
  });

  expect(foreign).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await send(station, 'nobody', { event: 'x' })).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('a malformed command is refused with its path', async () => {
  const { id } = await station.enrolled();

  expect(await send(station, id, {})).toMatchObject(refusedAt('event'));
  expect(await send(station, id, { event: '' })).toMatchObject(refusedAt('event'));
  expect(await send(station, id, { event: 'x'.repeat(65) })).toMatchObject(refusedAt('event'));
  expect(await send(station, id, { event: 'x', message: [] })).toMatchObject(refusedAt('message'));
  expect(await send(station, id, { event: 'x', message: { a: 'x'.repeat(70_000) } })).toMatchObject(
    refusedAt('message'),
  );
  for (const expiresInSec of [0, 86_401, 1.5, '60'])
    expect(await send(station, id, { event: 'x', expiresInSec })).toMatchObject(refusedAt('expiresInSec'));
});

test('un-enrolment has its own operation: as a plain command it would leave the record wrong', async () => {
  const { id } = await station.enrolled();

  expect(await send(station, id, { event: 'unenroll' })).toMatchObject(refusedAt('event'));
});

test('if the sender of a command leaves before the answer, the next one is served', async () => {
  await using headset = await TestHeadset.linked(station);
  const abort = new AbortController();
  const left = fetch(`${station.url}/devices/${headset.id}/command`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'left' }),
    signal: abort.signal,
  }).catch(() => 'gone');
  const first = await headset.next('left');
  abort.abort();
  await left;

  const late = await headset.answer(first.commandId);
  const sent = send(station, headset.id, { event: 'next' });
  await headset.answer((await headset.next('next')).commandId);

  expect(late.status).toBe(204);
  expect((await sent).status).toBe(200);
});

test('a stopping station informs waiting senders, and stops in time', async () => {
  await using own = await aStation();
  await using headset = await TestHeadset.linked(own);
  const sent = send(own, headset.id, { event: 'never' });
  await headset.next('never');

  await own.restart();

  expect(await sent).toMatchObject({ status: 503, body: { code: 'STATION_STOPPING' } });
});
