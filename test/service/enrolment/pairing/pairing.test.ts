import { expect, test as anyTest } from 'vitest';

import {
  enrolDevice,
  enrolDeviceByCode,
  identifyType,
} from '../../../../shared/contract/enrolment/enrolment.ts';
import { finishPairing, startPairing } from '../../../../shared/contract/enrolment/pairing.ts';
import { createCodes, createSlots } from '../../../../shared/contract/operations/station.ts';
import { MAX_CANDIDATES } from '../../../../shared/contract/enrolment/pairing.ts';
import { areEqual } from '../../../../shared/domain/enrolment/spake2.ts';
import { toText } from '../../../support/pairing-headset.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aPairingStation, codesOf, MINUTE_MS, otherThan } from './support.ts';
import { longTest, shortTest as test } from '../../../support/long.ts';

const unknownCode = refused(404, 'ENROLMENT_CODE_UNKNOWN');

test('a headset that knows the code gets proof of the station and a token that enrols it', async () => {
  const { station, headset, clock } = await aPairingStation();
  await using _ = station;
  const [, slot] = await codesOf(station, 3);
  const agent = headset('headset-1', slot?.code ?? 0);

  const started = await agent.start(station);
  const { status, body } = await agent.finish(station, started);
  const { token } = body;
  const model = await station.call(identifyType, { token, body: { name: 'PICO 4', product: 'A8110' } });
  const enrolled = await station.call(enrolDeviceByCode, {
    token,
    body: { code: slot?.code, androidId: 'headset-1' },
  });

  expect(status).toBe(200);
  expect(started.body.pB).toHaveLength(3);
  const expected = agent.keys(started)[body.index]?.confirmB ?? new Uint8Array();
  expect(areEqual(Buffer.from(body.confirmB, 'base64url'), expected)).toBe(true);
  expect(Math.abs(Date.parse(body.expiresAt) - clock.now() - 15 * MINUTE_MS)).toBeLessThanOrEqual(1_000);
  expect(model.status).toBe(200);
  expect(enrolled).toMatchObject({ status: 200, body: { id: slot?.id, androidId: 'headset-1' } });
});

test('the code is sent neither in clear nor in a form that allows an offline search', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const agent = headset('headset-1', slot?.code ?? 0);

  const [one, two] = [await agent.start(station), await headset('headset-2', slot?.code ?? 0).start(station)];

  // The same code, the same station: nothing repeats that could be precomputed.
  expect(one.body.pB[0]).not.toBe(two.body.pB[0]);
  expect(JSON.stringify([agent.pA, one.body])).not.toContain(String(slot?.code));
});

test('the token of a pairing enrols no other headset, by code or by enrolment token, and does nothing else', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const [free] = await station.slots(1);
  const { body } = await headset('headset-1', slot?.code ?? 0).pair(station);
  const token = String(body['token']);
  const androidId = 'headset-2';

  const byCode = await station.call(enrolDeviceByCode, { token, body: { code: slot?.code, androidId } });
  const enrollmentToken = free?.enrollmentToken;
  const byToken = await station.call(enrolDevice, { token, body: { enrollmentToken, androidId } });
  const reading = await station.send('GET', `/devices/${slot?.id}`, { token });

  for (const answer of [byCode, byToken, reading]) expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('the token of a pairing expires after 15 minutes', async () => {
  const { station, headset, clock } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const { body } = await headset('headset-1', slot?.code ?? 0).pair(station);

  clock.advance(15 * MINUTE_MS + 1_000);

  const answer = await station.call(enrolDeviceByCode, {
    token: String(body['token']),
    body: { code: slot?.code, androidId: 'headset-1' },
  });
  expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});

test('a wrong code gets neither proof nor token', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const slots = await codesOf(station, 3);

  const answer = await headset('headset-1', otherThan(slots)).pair(station);

  expect(answer).toMatchObject(unknownCode);
  expect(Object.keys(answer.body)).not.toContain('confirmB');
});

test('the right code with the key of another station gets neither proof nor token', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);

  const answer = await headset('headset-1', slot?.code ?? 0, 'A'.repeat(43)).pair(station);

  expect(answer).toMatchObject(unknownCode);
});

test('the right code with the name of another headset gets neither proof nor token', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const agent = headset('headset-1', slot?.code ?? 0);

  const body = { androidId: 'headset-2', pA: agent.pA };
  const started = await station.call(startPairing, { token: null, body });

  expect(await agent.finish(station, started)).toMatchObject(unknownCode);
});

test('a pairing allows one attempt, right or wrong', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const right = headset('headset-1', slot?.code ?? 0);
  const wrong = headset('headset-2', otherThan([{ code: slot?.code ?? 0 }]));

  const started = await right.start(station);
  expect((await right.finish(station, started)).status).toBe(200);
  expect(await right.finish(station, started)).toMatchObject(refused(404, 'NOT_FOUND'));
  const failed = await wrong.start(station);
  expect(await wrong.finish(station, failed)).toMatchObject(unknownCode);
  expect(await wrong.finish(station, failed)).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('of two simultaneous finishes of one pairing one is served', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const agent = headset('headset-1', slot?.code ?? 0);
  const started = await agent.start(station);

  const answers = await Promise.all([agent.finish(station, started), agent.finish(station, started)]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
});

test('proofs of another run, and proofs with a flipped bit, are refused', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const agent = headset('headset-1', slot?.code ?? 0);
  const recorded = await agent.start(station);
  const [proof = new Uint8Array(32)] = agent.keys(recorded).map((keys) => keys?.confirmA);
  await agent.finish(station, recorded);
  const turned = new Uint8Array(proof);
  turned[31] = (turned[31] ?? 0) ^ 1;

  for (const [name, bytes] of [
    ['headset-1', proof],
    ['headset-2', turned],
  ] as const) {
    const { body } = await station.call(startPairing, {
      token: null,
      body: { androidId: name, pA: agent.pA },
    });
    const confirmA = [toText(bytes)];
    const answer = await station.call(finishPairing, {
      token: null,
      body: { pairId: body.pairId, confirmA },
    });
    expect(answer).toMatchObject(unknownCode);
  }
});

test('the station’s own proof replayed is not the headset’s', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const agent = headset('headset-1', slot?.code ?? 0);
  const started = await agent.start(station);
  const [keys] = agent.keys(started);

  const confirmA = [toText(keys?.confirmB ?? new Uint8Array(32))];
  const body = { pairId: started.body.pairId, confirmA };

  expect(await station.call(finishPairing, { token: null, body })).toMatchObject(unknownCode);
});

test('too few or too many proofs are refused with their path, and use the pairing up', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 2);
  const agent = headset('headset-1', slot?.code ?? 0);
  const proof = toText(new Uint8Array(32));
  const finish = async (proofs: number) => {
    const started = await agent.start(station);
    const body = { pairId: started.body.pairId, confirmA: Array.from({ length: proofs }, () => proof) };
    return { started, answer: await station.call(finishPairing, { token: null, body }) };
  };

  for (const proofs of [1, 3]) {
    const { started, answer } = await finish(proofs);
    expect(answer).toMatchObject(refusedAt('confirmA'));
    expect(await agent.finish(station, started)).toMatchObject(refused(404, 'NOT_FOUND'));
  }
  const oversized = await finish(MAX_CANDIDATES + 1);
  expect(oversized.answer).toMatchObject(refusedAt('confirmA'));
});

anyTest.each([
  ['a pair that is not on the curve', Buffer.concat([Buffer.from([4]), Buffer.alloc(63), Buffer.from([1])])],
  ['zeros', Buffer.concat([Buffer.from([4]), Buffer.alloc(64)])],
  ['the identity', Buffer.alloc(65)],
  ['another form', Buffer.concat([Buffer.from([6]), Buffer.alloc(64, 7)])],
  ['a compressed point', Buffer.alloc(33, 2)],
  // More is not read without a token.
  ['an eighth of a megabyte', Buffer.alloc(1 << 17, 4)],
])('%s as the headset’s share is refused with its path, and is not a guess', async (_, bytes) => {
  const { station, headset } = await aPairingStation();
  await using __ = station;
  const [slot] = await codesOf(station, 1);

  for (let tries = 0; tries < 12; tries += 1) {
    const body = { androidId: 'headset-1', pA: bytes.toString('base64url') };
    expect(await station.call(startPairing, { token: null, body })).toMatchObject(refusedAt('pA'));
  }

  expect((await headset('headset-1', slot?.code ?? 0).pair(station)).status).toBe(200);
});

test('without a live code pairing is not possible', async () => {
  const { station, headset, clock } = await aPairingStation();
  await using _ = station;
  expect(await headset('headset-1', 123_456).start(station)).toMatchObject(unknownCode);
  const [slot] = await codesOf(station, 1);

  clock.advance(15 * MINUTE_MS);

  expect(await headset('headset-1', slot?.code ?? 0).start(station)).toMatchObject(unknownCode);
});

test('a code that was replaced during the pairing is void', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot, other] = await codesOf(station, 2);
  const agent = headset('headset-1', slot?.code ?? 0);
  const started = await agent.start(station);

  await station.call(createCodes, { body: { devicesId: [slot?.id], renew: true } });

  expect(await agent.finish(station, started)).toMatchObject(unknownCode);
  expect((await headset('headset-2', other?.code ?? 0).pair(station)).status).toBe(200);
});

test('a code that another headset has used does not pair; its user may pair again', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 2);
  const code = slot?.code ?? 0;
  await station.call(enrolDeviceByCode, { body: { code, androidId: 'headset-1' } });

  expect(await headset('headset-2', code).pair(station)).toMatchObject(unknownCode);
  const again = await headset('headset-1', code).pair(station);
  const enrolled = await station.call(enrolDeviceByCode, {
    token: String(again.body['token']),
    body: { code, androidId: 'headset-1' },
  });

  expect(enrolled).toMatchObject({ status: 200, body: { id: slot?.id } });
});

test('a pairing belongs to the organisation whose code was typed', async () => {
  const { station, headset } = await aPairingStation();
  await using _ = station;
  const { token } = await station.enterprise();
  const [own] = await codesOf(station, 1);
  const slots = await station.call(createSlots, { token, body: { count: 1, labelPrefix: 'B-' } });
  const devicesId = slots.body.items.map(({ id }) => id);
  const codes = await station.call(createCodes, { token, body: { devicesId } });
  const code = codes.body[0]?.code ?? 0;

  const { body } = await headset('headset-1', code).pair(station);
  const paired = String(body['token']);
  const enrol = (typed: number | undefined) =>
    station.call(enrolDeviceByCode, { token: paired, body: { code: typed, androidId: 'headset-1' } });

  expect(await enrol(own?.code)).toMatchObject(unknownCode);
  expect(await enrol(code)).toMatchObject({ status: 200, body: { id: devicesId[0] } });
});

longTest('only the newest codes can be used for pairing, as many as one run is checked against', async () => {
  const { station, headset, clock } = await aPairingStation();
  await using _ = station;
  const [old] = await codesOf(station, 1);
  clock.advance(MINUTE_MS);
  const slots = await codesOf(station, MAX_CANDIDATES);

  const started = await headset('headset-1', slots[0]?.code ?? 0).start(station);
  const devicesId = [old?.id ?? '', slots[0]?.id ?? ''];
  const shown = await station.call(createCodes, { body: { devicesId } });

  expect(shown.body.map(({ canPair }) => canPair)).toEqual([false, undefined]);
  expect(started.body.pB).toHaveLength(MAX_CANDIDATES);
  expect(await headset('headset-2', old?.code ?? 0).pair(station)).toMatchObject(unknownCode);
  expect((await headset('headset-3', slots.at(-1)?.code ?? 0).pair(station)).status).toBe(200);
});

test('a pairing that takes longer than half a minute expires', async () => {
  const { station, headset, clock } = await aPairingStation();
  await using _ = station;
  const [slot] = await codesOf(station, 1);
  const agent = headset('headset-1', slot?.code ?? 0);
  const started = await agent.start(station);

  clock.advance(30_000);

  expect(await agent.finish(station, started)).toMatchObject(refused(404, 'NOT_FOUND'));
});
