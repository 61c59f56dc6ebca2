import { expect, test } from 'vitest';

import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { createPlan } from '../../../../shared/contract/configuration/plans/plans.ts';
import { compareProfiles, createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { surveySettings } from '../../../../shared/contract/configuration/settings/settings-survey.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { identifyType } from '../../../../shared/contract/enrolment/enrolment.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

async function headsetOf(name: string, product: string): Promise<TestHeadset> {
  const headset = await TestHeadset.linked(station);
  const { body: type } = await station.call(identifyType, { body: { name, product } });
  await headset.report({ type: { id: type.id } });
  return headset;
}

const levels = async (deviceId: string) => {
  const { settings } = (await station.call(getDevice, { params: { deviceId } })).body;
  return [settings.volume, settings.display?.brightness];
};

test('a level in per cent gives each model the number of its manufacturer, from a preview, a profile and a program', async () => {
  await using pico = await headsetOf('PICO 4', 'A8110');
  await using quest = await headsetOf('Quest 3', 'eureka');
  const devicesId = [pico.id, quest.id];
  const settings = { levels: 'percent' as const, volume: 40, display: { brightness: 70 } };
  const { body: profile } = await station.call(createProfile, { body: { name: 'Bright', settings } });
  expect(profile).toMatchObject({ size: 2, settings });

  for (const source of [{ settings }, { profileId: profile.id }]) {
    const { body: made } = await station.call(createPlan, { body: { devicesId, ...source } });
    const wanted = made.groups.map(({ brand, rows }) => [
      brand,
      Object.fromEntries(rows.map((row) => [row.path, row.wanted])),
    ]);
    expect(Object.fromEntries(wanted)).toEqual({
      pico: { volume: 6, 'display.brightness': 179 },
      meta: { volume: 40, 'display.brightness': 70 },
    });
  }
  await station.call(configureDevices, { body: { devicesId, settings } });
  expect(await Promise.all(devicesId.map(levels))).toEqual([
    [6, 179],
    [40, 70],
  ]);

  const sides = { left: { profileId: profile.id }, right: { deviceId: pico.id } };
  expect((await station.call(compareProfiles, { body: sides })).body.differences).toBe(0);
  const { body: survey } = await station.call(surveySettings, { body: { devicesId } });
  expect(survey.fields.find(({ path }) => path === 'display.brightness')?.values).toEqual([
    { value: 70, count: 2 },
  ]);

  await station.call(configureDevice, {
    params: { deviceId: pico.id },
    body: { ...settings, volume: 100 },
  });
  expect(await levels(pico.id)).toEqual([15, 179]);
});

test('a level beyond per cent is refused with what to send; without a scale a number stays as it is', async () => {
  await using pico = await headsetOf('PICO 4', 'A8110');
  const to = { params: { deviceId: pico.id } };
  const refused = await station.call(configureDevice, { ...to, body: { levels: 'percent', volume: 101 } });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    details: [{ path: 'volume', message: '101 is no level in per cent: send a number from 0 to 100' }],
  });
  await station.call(configureDevice, { ...to, body: { volume: 12, display: { brightness: 200 } } });
  expect(await levels(pico.id)).toEqual([12, 200]);
});

test('a level that was assigned before the model is known is the same level once it is', async () => {
  await using headset = await TestHeadset.linked(station);
  const settings = { levels: 'percent' as const, volume: 20, display: { brightness: 70 } };
  await station.call(configureDevice, { params: { deviceId: headset.id }, body: settings });
  // A headset of no known model has Android's brightness.
  expect(await levels(headset.id)).toEqual([20, 179]);
  const typeOf = async (name: string, product: string) => ({
    id: (await station.call(identifyType, { body: { name, product } })).body.id,
  });
  const report = await headset.report({ type: await typeOf('PICO 4', 'A8110') });
  expect(await levels(headset.id)).toEqual([3, 179]);
  expect(report.body.settingsRevision).toBe(2);

  // Another headset in its place.
  await headset.report({ type: await typeOf('Quest 3', 'eureka') });
  expect(await levels(headset.id)).toEqual([20, 70]);
});
