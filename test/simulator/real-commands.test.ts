import { expect, test as anyTest } from 'vitest';

import { NO_FAULTS } from '../../main/simulator/index.ts';
import { getAvailability } from '../../shared/contract/commands/availability.ts';
import { sendCommand, sendCommandToMany, unenrollDevice } from '../../shared/contract/commands/commands.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { getStreamStatus, setStreamQuality } from '../../shared/contract/commands/stream.ts';
import { aRunningHeadset } from './a-headset.ts';
import { aRealStation } from './real-station.ts';
import { longTest, shortTest as test } from '../support/long.ts';

test('a headset answers the station’s commands, one and many', async () => {
  await using station = await aRealStation();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');
  const id = running.headset.deviceId ?? '';
  const params = { deviceId: id };

  const ping = await station.ask(sendCommand, { params, body: { event: 'ping', message: {} } });
  expect(ping).toMatchObject({ status: 'answered', answer: { isAvailable: true } });
  const many = await station.ask(sendCommandToMany, {
    body: { devicesId: [id, 'nobody'], settings: { event: 'dance', message: {} } },
  });
  expect(many).toMatchObject([
    { id, success: true, answer: { accepted: false, reason: 'UNKNOWN_COMMAND' } },
    { id: 'nobody', success: false },
  ]);
  const there = await station.ask(getAvailability, { params, query: { refresh: 'true' }, body: {} });
  expect(there).toMatchObject({ isAvailable: true });
});

test('a headset negotiates its stream, and the station shows its report', async () => {
  await using station = await aRealStation();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');
  const params = { deviceId: running.headset.deviceId ?? '' };

  const { data } = await station.ask(setStreamQuality, { params, body: { qualityProfile: 'OPTIMIZED' } });
  await station.ask(sendCommand, { params, body: { event: 'start-stream', message: {} } });
  await expect
    .poll(async () => (await station.ask(getStreamStatus, { params, body: {} })).isStreaming, {
      timeout: 120_000,
    })
    .toBe(true);
  const status = await station.ask(getStreamStatus, { params, body: {} });
  expect(status).toMatchObject({
    appliedProfile: data.appliedProfile,
    width: data.width,
    height: data.height,
  });
});

anyTest.each(['linked', 'away'])(
  'un-enrolment of a headset that is %s ends when it has cleaned up',
  async (where) => {
    await using station = await aRealStation();
    await using running = await aRunningHeadset(station);
    await running.untilEvent('ready');
    const params = { deviceId: running.headset.deviceId ?? '' };
    if (where === 'away') await running.headset.leave();
    await station.ask(unenrollDevice, { params, body: {} });
    if (where === 'away') running.headset.comeBack();
    await running.untilEvent('refused');

    expect(running.headset.reason?.code).toBe('UNENROLLED');
    const device = await station.ask(getDevice, { params, body: {} });
    expect(device.androidId ?? null).toBeNull();
    expect(device.contentPresence).toEqual([]);
  },
);

longTest('commands to headsets with faulty answers are unanswered or answered accordingly', async () => {
  await using station = await aRealStation();
  const ask = async (answers: 'never' | 'late' | 'twice' | 'garbage') => {
    await using running = await aRunningHeadset(station, {
      seed: answers,
      faults: { ...NO_FAULTS, answers },
    });
    await running.untilEvent('ready');
    const id = running.headset.deviceId ?? '';
    const body = { devicesId: [id], settings: { event: 'set-volume', message: { volume: 3 } } };
    const [result] = await station.ask(sendCommandToMany, { body });
    return result;
  };

  expect(await ask('twice')).toMatchObject({ success: true, answer: { accepted: true } });
  expect(await ask('never')).toMatchObject({ success: false, error: { code: 'DEVICE_UNREACHABLE' } });
});
