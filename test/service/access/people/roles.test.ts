import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import type { Role } from '../../../../shared/contract/access/roles.ts';
import { aPerson, passcodeOf, signInLocally } from '../../../support/people.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { OPERATIONS_AND_CALLERS } from '../who-may-call.ts';

// The permissions of each role are tested for every operation in ../every-caller.test.ts.
const station = await aSharedStation();

const sessions = new Map<Role, string>();
for (const role of ['viewer', 'technician'] as const) {
  await aPerson(station, role, role);
  const { body } = await signInLocally(station, passcodeOf(role));
  sessions.set(role, body.token);
}

test('the operations of a viewer change nothing: they read, or sign out', () => {
  const reads = Object.entries(contract)
    .filter(([, operation]) => operation.isRead === true)
    .map(([name]) => name);
  const writes = OPERATIONS_AND_CALLERS.filter(
    ({ name, role, method }) => role === 'viewer' && method !== 'GET' && !reads.includes(name),
  );

  expect(writes.map(({ name }) => name)).toEqual(['closeSession']);
});

test('a viewer reads a device without enrolment secrets, without passwords and without its licence', async () => {
  const [slot] = await station.slots(1);
  const id = slot?.id ?? '';
  const wifi = [{ ssid: 'School', password: 'a-secret-of-the-school' }];
  await station.send('PUT', `/devices/${id}/configure`, { body: { wifi } });
  await station.send('GET', `/devices/${id}/temporary-verification-code`);

  const seen = await station.call(contract.getDevice, {
    params: { deviceId: id },
    token: sessions.get('viewer') ?? '',
  });
  const whole = await station.call(contract.getDevice, { params: { deviceId: id } });

  expect(JSON.stringify(whole.body)).toContain('a-secret-of-the-school');
  expect(whole.body.enrollmentToken).toBe(slot?.enrollmentToken);
  expect(JSON.stringify(seen.body)).not.toContain('a-secret-of-the-school');
  expect(seen.body).toMatchObject({ enrollmentToken: '', temporaryVerificationCode: null, license: null });
});

test('of all people only technicians read the metrics', async () => {
  const requested = (role: Role) => station.send('GET', '/metrics', { token: sessions.get(role) ?? '' });

  expect(await requested('viewer')).toMatchObject(refused(403, 'ROLE_REQUIRED'));
  expect((await requested('technician')).status).toBe(200);
});
