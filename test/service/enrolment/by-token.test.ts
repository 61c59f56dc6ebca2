import { expect, test } from 'vitest';

import { getDevice } from '../../../shared/contract/devices.ts';
import { enrolDevice } from '../../../shared/contract/enrolment.ts';
import { aStation } from '../../support/a-station.ts';

test('a headset with an enrolment token takes its slot and gets a token that reads its own record', async () => {
  await using station = await aStation();
  const [slot] = await station.slots(1);
  const body = { enrollmentToken: slot?.enrollmentToken, androidId: 'headset-1' };

  const enrolled = await station.call(enrolDevice, { body });

  expect(enrolled).toMatchObject({
    status: 200,
    body: { id: slot?.id, androidId: 'headset-1', label: 'A-01' },
  });
  const own = await station.call(getDevice, {
    params: { deviceId: enrolled.body.id },
    token: enrolled.body.accessToken,
  });
  expect(own).toMatchObject({ status: 200, body: { id: slot?.id } });
});
