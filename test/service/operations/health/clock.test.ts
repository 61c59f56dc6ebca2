import { expect, test } from 'vitest';

import { pruneOld } from '../../../../main/service/devices/events/retention.ts';
import { openEventStore } from '../../../../main/service/devices/events/store.ts';
import { openStation } from '../../../../main/service/station.ts';
import { enrolDeviceByCode } from '../../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { createCodes, getStation } from '../../../../shared/contract/operations/station.ts';
import { aStation, defaults, noHost, type TestStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const YEAR_MS = 365 * 86_400_000;

async function codeFor(station: TestStation, deviceId: string): Promise<number> {
  const { body } = await station.call(createCodes, { body: { devicesId: [deviceId] } });
  return body[0]?.code ?? 0;
}

test.for([
  ['forward', YEAR_MS, 'CLOCK_SET_FORWARD'],
  ['back', -YEAR_MS, 'CLOCK_SET_BACK'],
] as const)(
  'with the clock set %s by a year headsets continue, earlier codes are invalid, new ones work, and the station says so',
  async ([, byMs, warning]) => {
    const clock = new ManualClock();
    await using station = await aStation({ clock });
    const headset = await station.enrolled();
    const [slot] = await station.slots(1, 'NEXT-');
    const deviceId = slot?.id ?? '';
    const old = await codeFor(station, deviceId);

    clock.advance(byMs);

    const beat = {
      params: { deviceId: headset.id },
      token: headset.token,
      body: { batteryInfo: { level: 7 } },
    };
    expect((await station.call(updateDevice, beat)).status).toBe(200);
    const enrol = (code: number) => station.call(enrolDeviceByCode, { body: { androidId: 'typed', code } });
    expect((await enrol(old)).status).toBe(404);
    expect((await enrol(await codeFor(station, deviceId))).status).toBe(200);
    expect((await station.call(getStation)).body.warnings).toEqual([warning]);

    clock.advance(-byMs);

    expect((await station.call(updateDevice, beat)).status).toBe(200);
    const [last] = await station.slots(1, 'LAST-');
    const code = await codeFor(station, last?.id ?? '');
    const typed = { androidId: 'typed-later', code };
    expect((await station.call(enrolDeviceByCode, { body: typed })).status).toBe(200);
  },
);

test('events are not deleted because the clock was set forward a year, even over a restart; three days later they are', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ clock });
  const { id, token } = await station.enrolled();
  const events = [{ eventId: 'precious', type: 'NOTE', timestamp: clock.now(), payload: {} }];
  await station.call(updateDevice, { params: { deviceId: id }, token, body: { events } });
  await station.service.stop();

  clock.advance(YEAR_MS);
  const opened = await openStation({ ...defaults(station.folder), clock }, noHost);
  const left = (): unknown =>
    opened.core.db.prepare(`SELECT count(*) FROM device_event WHERE event_id = 'precious'`).pluck().get();
  const prune = async (): Promise<void> =>
    pruneOld(opened.core, [openEventStore(opened.core.db)], {
      signal: new AbortController().signal,
      isHolding: () => opened.isHolding(),
    });
  await prune();
  expect(left()).toBe(1);

  clock.advance(4 * 86_400_000);
  await prune();
  expect(left()).toBe(0);
  await opened.endStreams();
  await opened.close();
  await station.restart();
});
