import { expect, test } from 'vitest';

import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { createSlots } from '../../../shared/contract/operations/station.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

async function aSlot() {
  const [slot] = await station.slots(1);
  if (slot === undefined) throw new Error('No slot was made');
  return slot;
}

test('a headset with an enrolment token takes its slot and gets a token that reads its own record', async () => {
  const slot = await aSlot();

  const enrolled = await station.call(enrolDevice, {
    body: { enrollmentToken: slot.enrollmentToken, androidId: 'headset-1' },
  });

  expect(enrolled).toMatchObject({
    status: 200,
    body: { id: slot.id, androidId: 'headset-1', label: 'A-01', isArchived: false, replacedBy: null },
  });
  const own = await station.call(getDevice, {
    params: { deviceId: enrolled.body.id },
    token: enrolled.body.accessToken,
  });
  expect(own).toMatchObject({ status: 200, body: { id: slot.id } });
});

test('a slot exists before its headset, and has no androidId in the record', async () => {
  const slot = await aSlot();

  const { body } = await station.call(getDevice, { params: { deviceId: slot.id } });

  expect(body).toMatchObject({ id: slot.id, label: 'A-01', enrollmentToken: slot.enrollmentToken });
  expect(body).not.toHaveProperty('androidId');
  expect(body).toMatchObject({ enrolledAt: null, lastHeartbeatAt: null, isAvailable: false });
});

test('an unknown enrolment token is not found', async () => {
  const answer = await station.call(enrolDevice, { body: { enrollmentToken: 'nobody', androidId: 'x' } });

  expect(answer).toMatchObject(refused(404, 'ENROLMENT_TOKEN_UNKNOWN'));
});

test('a slot that another headset took is not found', async () => {
  const { enrollmentToken } = await station.enrolled('first-come');

  const answer = await station.call(enrolDevice, { body: { enrollmentToken, androidId: 'second-come' } });

  expect(answer).toMatchObject(refused(404, 'ENROLMENT_TOKEN_UNKNOWN'));
});

test('of two headsets that use one enrolment token at the same time exactly one gets the slot', async () => {
  const { id, enrollmentToken } = await aSlot();

  const answers = await Promise.all(
    ['racer-1', 'racer-2'].map((androidId) =>
      station.call(enrolDevice, { body: { enrollmentToken, androidId } }),
    ),
  );

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const winner = answers.find(({ status }) => status === 200)?.body.androidId;
  expect((await station.call(getDevice, { params: { deviceId: id } })).body.androidId).toBe(winner);
});

test('the same headset again gets a fresh token and nothing else changes', async () => {
  const first = await station.enrolled('returning');
  const before = await station.call(getDevice, { params: { deviceId: first.id } });

  const again = await station.call(enrolDevice, {
    body: { enrollmentToken: first.enrollmentToken, androidId: 'returning' },
  });

  expect(again.status).toBe(200);
  expect(again.body.accessToken).not.toBe(first.token);
  const after = await station.call(getDevice, { params: { deviceId: first.id } });
  expect(after.body).toEqual(before.body);
  const events = await station.call(listEvents, { params: { deviceId: first.id } });
  expect(events.body.items.map(({ type }) => type)).toEqual(['DEVICE_ENROLLED']);
  for (const token of [first.token, again.body.accessToken]) {
    expect(await station.call(getDevice, { params: { deviceId: first.id }, token })).toMatchObject({
      status: 200,
    });
  }
});

test('absent fields are refused with their paths', async () => {
  expect(await station.call(enrolDevice, { body: {} })).toMatchObject(
    refusedAt('enrollmentToken', 'androidId'),
  );
  expect(await station.call(enrolDevice, { body: { enrollmentToken: 'x' } })).toMatchObject(
    refusedAt('androidId'),
  );
  expect(await station.call(enrolDevice, { body: { androidId: 'x' } })).toMatchObject(
    refusedAt('enrollmentToken'),
  );
  expect(await station.call(enrolDevice)).toMatchObject(refused(400, 'VALIDATION_FAILED'));
});

test('an unknown field in the body is ignored', async () => {
  const { enrollmentToken } = await aSlot();

  const answer = await station.call(enrolDevice, {
    body: { enrollmentToken, androidId: 'with-more', firmware: { nested: [1] } },
  });

  expect(answer.status).toBe(200);
});

test('a headset cannot take a slot of another organisation', async () => {
  const other = await station.enterprise();
  const { body } = await station.call(createSlots, {
    body: { count: 1, labelPrefix: 'B-' },
    token: other.token,
  });
  const enrollmentToken = body.items[0]?.enrollmentToken;

  const stranger = await station.call(enrolDevice, { body: { enrollmentToken, androidId: 'stranger' } });
  const own = await station.call(enrolDevice, {
    body: { enrollmentToken, androidId: 'stranger' },
    token: other.token,
  });

  expect(stranger).toMatchObject(refused(404, 'ENROLMENT_TOKEN_UNKNOWN'));
  expect(own).toMatchObject({ status: 200, body: { enterprise: { id: other.id } } });
});

test('one headset may be enrolled in two organisations, each with its own record', async () => {
  const other = await station.enterprise();
  const here = await station.enrolled('in-both');
  const { body } = await station.call(createSlots, {
    body: { count: 1, labelPrefix: 'B-' },
    token: other.token,
  });

  const there = await station.call(enrolDevice, {
    body: { enrollmentToken: body.items[0]?.enrollmentToken, androidId: 'in-both' },
    token: other.token,
  });

  expect(there.status).toBe(200);
  const first = await station.call(getDevice, { params: { deviceId: here.id } });
  expect(first.body).toMatchObject({ isArchived: false, replacedBy: null });
});
