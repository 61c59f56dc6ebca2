import { expect, test } from 'vitest';

import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

// The permissions are tested for every operation in ../every-caller.test.ts.
const station = await aSharedStation();

test('a device token does not read another headset by its androidId', async () => {
  const mine = await station.enrolled();
  const theirs = await station.enrolled();

  const answer = await station.send('GET', `/devices/androidid/${theirs.androidId}`, { token: mine.token });

  expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('a token of scope enroll enrols a headset and has no other permission', async () => {
  const token = await station.issue({ scope: 'enroll' });
  const [slot] = await station.slots(1);

  const enrolled = await station.send('POST', '/devices', {
    body: { enrollmentToken: slot?.enrollmentToken, androidId: 'by-enroll-token' },
    token,
  });
  const read = await station.send('GET', `/devices/${slot?.id}`, { token });

  expect(enrolled.status).toBe(200);
  expect(read).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('the metrics are for tokens of the station’s own organisation', async () => {
  const { token } = await station.enrolled();
  const other = await station.enterprise();

  expect((await station.send('GET', '/metrics')).status).toBe(200);
  expect((await station.send('GET', '/metrics', { token })).status).toBe(403);
  expect((await station.send('GET', '/metrics', { token: other.token })).status).toBe(403);
  expect((await station.send('GET', '/metrics', { token: null })).status).toBe(401);
});
