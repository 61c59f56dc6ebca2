import { expect, test } from 'vitest';

import { getDevice, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { createSlots } from '../../../shared/contract/operations/station.ts';
import { importSlots } from '../../../shared/contract/enrolment/carts.ts';
import { createProfile } from '../../../shared/contract/configuration/profiles.ts';
import { refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();
/** Shown as `A-fpj.exe` by programs that obey the mark. */
const DISGUISED = 'A-\u202eexe.jpf\u202c\u200e';

async function labelOf(deviceId: string): Promise<string | null | undefined> {
  return (await station.call(getDevice, { params: { deviceId } })).body.label;
}

test('the label of a headset loses marks of direction, whoever writes it', async () => {
  const { id } = await station.enrolled();

  await station.call(patchDevice, { params: { deviceId: id }, body: { label: DISGUISED } });
  expect(await labelOf(id)).toBe('A-exe.jpf');

  await station.send('PUT', `/devices/${id}`, { body: { label: `B${DISGUISED}` } });
  expect(await labelOf(id)).toBe('BA-exe.jpf');
});

test('slots, carts and profiles lose them too, also in a file', async () => {
  const created = await station.call(createSlots, {
    body: { count: 1, labelPrefix: `C${DISGUISED}`, cart: { label: DISGUISED } },
  });
  const profile = await station.call(createProfile, { body: { name: DISGUISED, settings: {} } });
  const imported = await station.call(importSlots, { body: { csv: `label\n\u2067D-01\u2069\n` } });

  expect(created.body.items[0]?.label).toBe('CA-exe.jpf01');
  expect(profile.body.name).toBe('A-exe.jpf');
  expect(imported.status).toBe(200);
  expect(JSON.stringify(imported.body)).toContain('"D-01"');
});

test('a name of nothing but such marks is empty', async () => {
  const answer = await station.send('POST', '/station/profiles', {
    body: { name: '\u202e\u200f', settings: {} },
  });

  expect(answer).toMatchObject(refusedAt('name'));
});
