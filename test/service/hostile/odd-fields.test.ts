import { expect, test } from 'vitest';

import { deviceEventInputSchema } from '../../../shared/contract/enrolment/heartbeat.ts';
import { contract } from '../../../shared/contract/index.ts';
import { some } from '../../support/long.ts';
import { noInsides } from '../../support/no-insides.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { bodyWith, describeCase, fieldRows, forEach, isLeftOut } from './field-rows.ts';
import { REFUSALS_ONLY } from './operations.ts';
import { withValue, wrongValues } from './wrong-values.ts';

/** Number of wrong values tried per row if not all are: the same field occurs in many bodies. */
const MAX_MINUTES = 60;

const station = await aSharedStation();
const check = await station.openApiCheck();
const { headset, params, rows, send } = await fieldRows(station);
const served = rows.filter(({ name }) => !(name in REFUSALS_ONLY));

/**
 * Values that an endpoint accepts although the document forbids them, because its answer refuses them: path of the
 * field.
 */
const REFUSED_IN_ANSWER: Readonly<Record<string, string>> = { updateDevice: 'events' };

/** Endpoints that refuse even a valid body here, because its subject is missing. */
const NOT_SERVED: Readonly<Partial<Record<keyof typeof contract, number>>> = {
  enrolDevice: 404,
  enrolDeviceByCode: 404,
  answerCommand: 404,
  setStreamQuality: 404,
  openSession: 401,
  runSync: 409,
  resolveConflict: 404,
  linkDevice: 409,
  retrySync: 409,
  createCentralSlots: 409,
  dropWaiting: 409,
  startPairing: 404,
  finishPairing: 404,
  setUpdates: 409,
  startPartnerPairing: 409,
  confirmPartnerPairing: 409,
  takeOverFromPartner: 409,
  startStationPairing: 409,
  continueStationPairing: 404,
  stepDown: 409,
  compareProfiles: 400,
  swapSlots: 404,
  unassignLibraryItem: 404,
  estimateSpace: 404,
  applyPlan: 404,
  continuePlanWithout: 404,
  retryPlan: 404,
  revertChange: 404,
  repairDrift: 409,
  openCopy: 404,
  updatePerson: 404,
  updateLesson: 404,
  // There is no such content, no recipe, and no headset on a cable.
  setCableRecipe: 404,
  previewCable: 404,
  startCable: 404,
  retryCable: 404,
  setCableSlot: 409,
  // No picture was requested.
  reportArrival: 404,
};

test.each(served)('$name: the valid body is served, so that odd values in it are processed', async (row) => {
  const { status } = await send(row, row.good);

  expect(status < 300 ? undefined : status).toBe(NOT_SERVED[row.name]);
});

test.each(some(served, 40))(
  '$name answers odd values that are allowed as documented, and accepts none that the document forbids',
  async (row) => {
    const cases = some(
      row.cases.filter(({ isRefused }) => !isRefused),
      MAX_MINUTES,
    );
    const wrong: string[] = [];

    await forEach(cases, async (each) => {
      const sent = bodyWith(row, each);
      const { status, body } = await send(row, sent);
      const isTakenInPart = each.path[0] === REFUSED_IN_ANSWER[row.name] || isLeftOut(row.name, each);
      const isAccepted = status < 300 && !isTakenInPart;
      if (status >= 500 || (isAccepted && !check.takesBody(row.endpoint, sent)))
        wrong.push(`${describeCase(each)} → ${status}`);
      expect(noInsides(body, station.folder)).toBe(true);
    });

    expect(wrong).toEqual([]);
    expect((await station.send('GET', `/devices/${headset.id}`)).status).toBe(200);
  },
);

test('each wrong field of an event rejects that event alone', async () => {
  const good = { eventId: 'wrong', type: 'X', timestamp: Date.now(), payload: { a: 1 } };
  const cases = [...wrongValues(deviceEventInputSchema, good)].filter(({ isRefused }) => isRefused);
  const wrong: string[] = [];

  for (const [index, each] of cases.entries()) {
    const events = [withValue(good, each.path, each.value), { ...good, eventId: `right-${index}` }];
    const { status, body } = await station.call(contract.updateDevice, { params, body: { events } });
    const isRight = status === 200 && body.rejected.length === 1 && body.acknowledged[0] === `right-${index}`;
    const isNamed = body.rejected[0]?.reason.startsWith(each.path.join('.'));
    if (!isRight || isNamed !== true)
      wrong.push(`${describeCase(each)} → ${status} ${JSON.stringify(body.rejected)}`);
  }

  expect(cases.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('odd values that an event may have are stored and read back', async () => {
  const good = { eventId: 'odd', type: 'ODD', timestamp: Date.now(), payload: { a: 1 } };
  const cases = [...wrongValues(deviceEventInputSchema, good)].filter(
    ({ isRefused, path }) => !isRefused && path[0] !== 'eventId' && path[0] !== 'type',
  );

  for (const [index, each] of cases.entries()) {
    const event = { ...(withValue(good, each.path, each.value) as object), eventId: `odd-${index}` };
    const { status, body } = await station.call(contract.updateDevice, { params, body: { events: [event] } });
    expect({
      what: describeCase(each),
      status,
      rejected: body.rejected.length + body.acknowledged.length,
    }).toEqual({
      what: describeCase(each),
      status: 200,
      rejected: 1,
    });
  }

  const { status } = await station.call(contract.listEvents, {
    params,
    query: { type: 'ODD', limit: '100' },
  });
  expect(status).toBe(200);
});
