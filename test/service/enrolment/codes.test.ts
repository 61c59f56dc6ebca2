import { expect, test } from 'vitest';

import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDeviceByCode, getTemporaryCode } from '../../../shared/contract/enrolment/enrolment.ts';
import { createCodes, createSlots } from '../../../shared/contract/operations/station.ts';
import { anyNumber } from '../../support/any-value.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const MINUTE_MS = 60_000;
const clock = new ManualClock();
const station = await aSharedStation({ clock });

async function oneCode(id: string, renew = false): Promise<number> {
  const { body } = await station.call(createCodes, { body: { devicesId: [id], renew } });
  return body[0]?.code ?? 0;
}

async function aSlotId(): Promise<string> {
  return (await station.slots(1))[0]?.id ?? '';
}

test('codes have six digits, no leading zero, and none is issued twice', async () => {
  const slots = await station.slots(300);

  const { body } = await station.call(createCodes, { body: { devicesId: slots.map(({ id }) => id) } });

  expect(body.map(({ id }) => id)).toEqual(slots.map(({ id }) => id));
  for (const { code } of body) expect(String(code)).toMatch(/^[1-9]\d{5}$/);
  const codes = body.map(({ code }) => code ?? 0);
  expect(new Set(codes).size).toBe(300);
  // From the whole range: 300 random ones this close together are practically impossible.
  expect(Math.max(...codes) - Math.min(...codes)).toBeGreaterThan(700_000);
});

test('a code is valid for 15 minutes from when it was first issued', async () => {
  const id = await aSlotId();

  const { body } = await station.call(getTemporaryCode, { params: { deviceId: id } });

  expect(Date.parse(body.expiresAt)).toBe(clock.now() + 15 * MINUTE_MS);
});

test('asking again returns the live code, on either path, and the record shows it', async () => {
  const id = await aSlotId();
  const first = await station.call(getTemporaryCode, { params: { deviceId: id } });
  clock.advance(5 * MINUTE_MS);

  const again = await station.call(getTemporaryCode, { params: { deviceId: id } });
  const many = await station.call(createCodes, { body: { devicesId: [id] } });
  const record = await station.call(getDevice, { params: { deviceId: id } });

  expect(again.body).toEqual(first.body);
  expect(many.body).toMatchObject([{ id, ...first.body }]);
  expect(record.body.temporaryVerificationCode).toEqual(first.body);
});

test('an expired code enrols no headset, is no longer shown, and a new one is issued', async () => {
  const id = await aSlotId();
  const old = await oneCode(id);
  clock.advance(15 * MINUTE_MS);

  const late = await station.call(enrolDeviceByCode, { body: { code: old, androidId: 'late' } });
  const record = await station.call(getDevice, { params: { deviceId: id } });
  const { body } = await station.call(getTemporaryCode, { params: { deviceId: id } });

  expect(late).toMatchObject(refused(404, 'ENROLMENT_CODE_UNKNOWN'));
  expect(record.body.temporaryVerificationCode).toBeNull();
  expect(Date.parse(body.expiresAt)).toBe(clock.now() + 15 * MINUTE_MS);
});

test('a code still enrols in its last millisecond', async () => {
  const code = await oneCode(await aSlotId());
  clock.advance(15 * MINUTE_MS - 1);

  const answer = await station.call(enrolDeviceByCode, { body: { code, androidId: 'just-in-time' } });

  expect(answer.status).toBe(200);
});

test('renewing issues another code and makes the old one void', async () => {
  const id = await aSlotId();
  const old = await oneCode(id);

  const renewed = await oneCode(id, true);

  expect(renewed).not.toBe(old);
  const byOld = await station.call(enrolDeviceByCode, { body: { code: old, androidId: 'by-old' } });
  const byNew = await station.call(enrolDeviceByCode, { body: { code: renewed, androidId: 'by-new' } });
  expect(byOld).toMatchObject(refused(404, 'ENROLMENT_CODE_UNKNOWN'));
  expect(byNew).toMatchObject({ status: 200, body: { id } });
});

test('an unknown, a foreign and an enrolled device are error entries between the valid ones', async () => {
  const id = await aSlotId();
  const { id: enrolled } = await station.enrolled();
  const other = await station.enterprise();
  const foreign = await station.call(createSlots, {
    body: { count: 1, labelPrefix: 'B-' },
    token: other.token,
  });
  const foreignId = foreign.body.items[0]?.id ?? '';

  const { status, body } = await station.call(createCodes, {
    body: { devicesId: ['nobody', enrolled, id, foreignId] },
  });

  expect(status).toBe(200);
  expect(body).toMatchObject([
    { id: 'nobody', error: { code: 'DEVICE_NOT_FOUND' } },
    { id: enrolled, error: { code: 'DEVICE_ALREADY_ENROLLED' } },
    { id, code: anyNumber },
    { id: foreignId, error: { code: 'DEVICE_NOT_FOUND' } },
  ]);
});

test('codes for no device at all are refused', async () => {
  expect(await station.call(createCodes, { body: {} })).toMatchObject(refusedAt('devicesId'));
  expect(await station.call(createCodes, { body: { devicesId: [] } })).toMatchObject(refusedAt('devicesId'));
});

test('there is no temporary code for a device that is enrolled, unknown or of another organisation', async () => {
  const { id } = await station.enrolled();
  const other = await station.enterprise();
  const slot = await aSlotId();

  expect(await station.call(getTemporaryCode, { params: { deviceId: id } })).toMatchObject(
    refused(404, 'DEVICE_ALREADY_ENROLLED'),
  );
  expect(await station.call(getTemporaryCode, { params: { deviceId: 'nobody' } })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
  expect(
    await station.call(getTemporaryCode, { params: { deviceId: slot }, token: other.token }),
  ).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('live codes survive a restart', async () => {
  const id = await aSlotId();
  const code = await oneCode(id);

  await station.restart();

  expect(await oneCode(id)).toBe(code);
  const answer = await station.call(enrolDeviceByCode, { body: { code, androidId: 'after-restart' } });
  expect(answer).toMatchObject({ status: 200, body: { id } });
});
