import { expect, test } from 'vitest';

import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDeviceByCode } from '../../../shared/contract/enrolment/enrolment.ts';
import { createCodes } from '../../../shared/contract/operations/station.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

async function aCode(): Promise<{ id: string; code: number; enrollmentToken: string }> {
  const [slot] = await station.slots(1);
  const { body } = await station.call(createCodes, { body: { devicesId: [slot?.id] } });
  return { id: slot?.id ?? '', code: body[0]?.code ?? 0, enrollmentToken: slot?.enrollmentToken ?? '' };
}

test('a headset that types a live code takes its slot and gets a token of its own', async () => {
  const { id, code } = await aCode();

  const { status, body } = await station.call(enrolDeviceByCode, { body: { code, androidId: 'typed' } });

  expect(status).toBe(200);
  expect(body).toMatchObject({ id, androidId: 'typed', temporaryVerificationCode: null });
  const own = await station.call(getDevice, { params: { deviceId: id }, token: body.accessToken });
  expect(own.status).toBe(200);
});

test('a code is used up by the first headset that types it', async () => {
  const { code } = await aCode();
  await station.call(enrolDeviceByCode, { body: { code, androidId: 'first' } });

  const second = await station.call(enrolDeviceByCode, { body: { code, androidId: 'second' } });

  expect(second).toMatchObject(refused(404, 'ENROLMENT_CODE_UNKNOWN'));
});

test('of two headsets that type one code at the same time exactly one is enrolled', async () => {
  const { id, code } = await aCode();

  const answers = await Promise.all(
    ['racer-1', 'racer-2'].map((androidId) => station.call(enrolDeviceByCode, { body: { code, androidId } })),
  );

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const { body } = await station.call(getDevice, { params: { deviceId: id } });
  expect(body.androidId).toBe(answers.find(({ status }) => status === 200)?.body.androidId);
});

test('the headset that used a code may send it again, in case its first answer was lost', async () => {
  const { id, code } = await aCode();
  const first = await station.call(enrolDeviceByCode, { body: { code, androidId: 'lost-answer' } });

  const again = await station.call(enrolDeviceByCode, { body: { code, androidId: 'lost-answer' } });

  expect(again).toMatchObject({ status: 200, body: { id, enrolledAt: first.body.enrolledAt } });
  expect(again.body.accessToken).not.toBe(first.body.accessToken);
});

test('an unknown code is not found', async () => {
  for (const code of [99_999, 1_000_000, 0, -1, 2 ** 53 - 1]) {
    const answer = await station.call(enrolDeviceByCode, { body: { code, androidId: 'guess' } });
    expect(answer).toMatchObject(refused(404, 'ENROLMENT_CODE_UNKNOWN'));
  }
});

test('a code is a whole number: text, fractions and absent fields are refused', async () => {
  for (const code of ['123456', 123456.5, null, true, [123456]]) {
    expect(await station.call(enrolDeviceByCode, { body: { code, androidId: 'x' } })).toMatchObject(
      refusedAt('code'),
    );
  }
  expect(await station.call(enrolDeviceByCode, { body: {} })).toMatchObject(refusedAt('code', 'androidId'));
  expect(await station.call(enrolDeviceByCode, { body: { code: 123456 } })).toMatchObject(
    refusedAt('androidId'),
  );
});

test('a code of one organisation does not work with a token of another', async () => {
  const { code } = await aCode();
  const other = await station.enterprise();

  const answer = await station.call(enrolDeviceByCode, {
    body: { code, androidId: 'stranger' },
    token: other.token,
  });

  expect(answer).toMatchObject(refused(404, 'ENROLMENT_CODE_UNKNOWN'));
});

test('a slot that was enrolled by its token leaves no code to type', async () => {
  const { code, enrollmentToken } = await aCode();
  await station.send('POST', '/devices', { body: { enrollmentToken, androidId: 'by-token' } });

  const answer = await station.call(enrolDeviceByCode, { body: { code, androidId: 'too-late' } });

  expect(answer).toMatchObject(refused(404, 'ENROLMENT_CODE_UNKNOWN'));
});
