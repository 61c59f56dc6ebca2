import { expect, test } from 'vitest';

import { sendCommandToMany } from '../../../../shared/contract/commands/commands.ts';
import { aStation } from '../../../support/a-station.ts';
import { anyText } from '../../../support/any-value.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const send = (devicesId: readonly string[], settings: object) =>
  station.call(sendCommandToMany, { body: { devicesId, settings } });

test('every id has its result in the requested order: the headset’s answer, or why there is none', async () => {
  await using one = await TestHeadset.linked(station);
  await using two = await TestHeadset.linked(station);
  await using away = await TestHeadset.away(station);
  const other = await station.enterprise();
  const foreign = await TestHeadset.away(station);

  const sent = send([two.id, 'no such id', away.id, one.id, 'nobody'], {
    event: 'start',
    message: { lesson: 4 },
  });
  const [first, second] = [await one.next('start'), await two.next('start')];
  await one.answer(first.commandId, { by: 'one' });
  await two.answer(second.commandId, { by: 'two' });
  const { status, body } = await sent;
  const theirs = await station.call(sendCommandToMany, {
    body: { devicesId: [foreign.id], settings: { event: 'x' } },
    token: other.token,
  });

  expect(status).toBe(200);
  expect(first.message).toEqual({ lesson: 4 });
  expect(body).toEqual([
    { id: two.id, success: true, status: 'answered', commandId: second.commandId, answer: { by: 'two' } },
    { id: 'no such id', success: false, error: { code: 'DEVICE_NOT_FOUND', message: anyText } },
    { id: away.id, success: false, error: { code: 'DEVICE_UNREACHABLE', message: anyText } },
    { id: one.id, success: true, status: 'answered', commandId: first.commandId, answer: { by: 'one' } },
    { id: 'nobody', success: false, error: { code: 'DEVICE_NOT_FOUND', message: anyText } },
  ]);
  expect(theirs.body).toMatchObject([{ id: foreign.id, error: { code: 'DEVICE_NOT_FOUND' } }]);
});

test('a headset that does not answer fails after its own ten seconds and delays no other', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using quick = await TestHeadset.linked(own);
  await using slow = await TestHeadset.linked(own);
  const sent = own.call(sendCommandToMany, {
    body: { devicesId: [slow.id, quick.id], settings: { event: 'start' } },
  });
  await slow.next('start');
  await quick.answer((await quick.next('start')).commandId);

  clock.advance(10_000);

  expect((await sent).body).toMatchObject([
    { id: slow.id, success: false, error: { code: 'DEVICE_UNREACHABLE' } },
    { id: quick.id, success: true, status: 'answered' },
  ]);
});

test('a repeated id is answered twice and sent once', async () => {
  await using headset = await TestHeadset.linked(station);

  const sent = send([headset.id, headset.id, headset.id], { event: 'once' });
  await headset.answer((await headset.next('once')).commandId, { n: 1 });
  const { body } = await sent;

  expect(body).toHaveLength(3);
  expect(new Set(body.map((entry) => JSON.stringify(entry))).size).toBe(1);
  expect(headset.got).toHaveLength(1);
});

test('commands that may wait are queued for absent headsets', async () => {
  await using here = await TestHeadset.linked(station);
  await using away = await TestHeadset.away(station);

  const sent = send([here.id, away.id], { event: 'tidy', expiresInSec: 60 });
  await here.answer((await here.next('tidy')).commandId);
  const { body } = await sent;
  const beat = await away.report();

  expect(body).toMatchObject([
    { id: here.id, success: true, status: 'answered' },
    { id: away.id, success: true, status: 'queued', commandId: anyText, expiresAt: anyText },
  ]);
  expect(beat.body.commands.map(({ commandId }) => commandId)).toEqual([body[1]?.commandId]);
});

test('a malformed command is sent to nobody', async () => {
  await using headset = await TestHeadset.linked(station);

  expect(await send([headset.id], { event: '' })).toMatchObject(refusedAt('settings.event'));
  expect(await send([headset.id], { event: 'x', message: 7 })).toMatchObject(refusedAt('settings.message'));
  expect(await station.call(sendCommandToMany, { body: { settings: { event: 'x' } } })).toMatchObject(
    refusedAt('devicesId'),
  );
  expect(await station.call(sendCommandToMany, { body: { devicesId: [headset.id] } })).toMatchObject(
    refusedAt('settings'),
  );
  expect(headset.got).toEqual([]);
});

test('more ids than one request may contain are refused', async () => {
  const ids = Array.from({ length: 5_001 }, () => 'nobody');

  expect(await send(ids, { event: 'x' })).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
  expect((await send(ids.slice(1), { event: 'x' })).body).toHaveLength(5_000);
});
