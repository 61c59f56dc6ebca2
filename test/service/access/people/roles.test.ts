import { expect, test } from 'vitest';

import { roleOf } from '../../../../shared/contract/endpoint.ts';
import { contract, streams } from '../../../../shared/contract/index.ts';
import { isAtLeast, ROLES, type Role } from '../../../../shared/contract/access/roles.ts';
import { aPerson, passcodeOf, signInHere } from '../../../support/people.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const headset = await station.enrolled();
const operations = { ...contract, ...streams };
type Name = keyof typeof operations;

/** What a person may do who is no technician: looking, without secrets. Everything else is the technician's. */
const VIEWER: readonly Name[] = [
  'addLiveCandidates',
  'closeBoard',
  'endLiveView',
  'getPicture',
  'keepBoard',
  'listViewPermissions',
  'reportArrival',
  'startLiveView',
  'closeSession',
  'compareProfiles',
  'deviceUpdates',
  'fleetUpdates',
  'getActivity',
  'getAppStatistics',
  'getAvailability',
  'getChange',
  'getClassRun',
  'getConnectivity',
  'getDevice',
  'getDeviceByAndroidId',
  'getExpiry',
  'getFleetStatistics',
  'getGroup',
  'getHealthStatistics',
  'getLan',
  'getLesson',
  'getLibraryCoverage',
  'getLibraryItem',
  'getNetworkChecks',
  'getPlan',
  'getPlanResults',
  'getPractice',
  'getReadiness',
  'getSchedule',
  'getSession',
  'getSettingsCatalog',
  'getStation',
  'getStreamStatus',
  'getSync',
  'getSyncReport',
  'listChanges',
  'listClassRuns',
  'listDevices',
  'listDownloads',
  'listDrift',
  'listEvents',
  'listGroups',
  'listHeadsetsBehind',
  'listLessons',
  'listLibrary',
  'listLibraryJobs',
  'listPlans',
  'listProfileVersions',
  'listProfiles',
  'listSyncDevices',
  'listSyncRuns',
  'lookUpDevices',
  'surveySettings',
];
/** And what a teacher may besides. */
const TEACHER: readonly Name[] = ['retryClassRun', 'runLessonStep', 'startClassRun'];

const rows = Object.entries(operations).map(([name, operation]) => {
  const least: Role = VIEWER.some((each) => each === name)
    ? 'viewer'
    : TEACHER.some((each) => each === name)
      ? 'teacher'
      : 'technician';
  const isForPeople =
    typeof operation.access !== 'string' && operation.access.some((s) => s === 'enterprise');
  return { name, operation, least, isForPeople };
});

/** Signs a person of each role in; the last of them signs out in the table. */
const sessions = new Map<Role, string>();
for (const role of ROLES) {
  await aPerson(station, role, role);
  const { body } = await signInHere(station, passcodeOf(role));
  sessions.set(role, body.token);
}

/** Asks with a body that is refused: only who may ask is looked at. */
async function ask(operation: { method: string; path: string }, token: string) {
  const path = operation.path
    .replace('{deviceId}', headset.id)
    .replace('{androidid}', headset.androidId)
    .replace('{tokenId}', 'no-such-token');
  const abort = new AbortController();
  const response = await fetch(station.url + path, {
    method: operation.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(operation.method === 'GET' ? {} : { body: '[]' }),
    signal: abort.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await response.text();
  abort.abort();
  return { status: response.status, text };
}

test('every operation that people may call has a role, and the OpenAPI document shows it', async () => {
  const document = JSON.stringify(await station.document());
  const wrong = rows.filter(
    ({ operation, least, isForPeople }) => roleOf(operation) !== (isForPeople ? least : null),
  );

  expect(wrong.map(({ name }) => name)).toEqual([]);
  for (const role of ROLES) expect(document).toContain(`"x-muster-role":"${role}"`);
});

test('what a viewer may call changes nothing: it reads, or signs him out', () => {
  const writes = rows.filter(
    ({ operation, least, isForPeople }) =>
      isForPeople &&
      least === 'viewer' &&
      operation.method !== 'GET' &&
      !('isRead' in operation && operation.isRead === true),
  );

  expect(writes.map(({ name }) => name)).toEqual(['closeSession']);
});

test.each(ROLES)('a %s may call what his role covers, and nothing else, by the service', async (role) => {
  const token = sessions.get(role) ?? '';
  const wrong: string[] = [];

  for (const { name, operation, least, isForPeople } of rows) {
    if (typeof operation.access === 'string') continue;
    const { status, text } = await ask(operation, token);
    const isAllowed = isForPeople && isAtLeast(role, least);
    const isRight = isAllowed
      ? [200, 400, 404].includes(status)
      : status === 403 &&
        (!isForPeople || (text.includes('ROLE_REQUIRED') && text.includes(`\\"${least}\\"`)));
    if (!isRight) wrong.push(`${name}: ${status} ${text.slice(0, 120)}`);
  }

  expect(wrong).toEqual([]);
});

test('a viewer reads a device without what enrols it, without passwords and without its licence', async () => {
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

test('the metrics are the technician’s among people', async () => {
  const asked = (role: Role) => station.send('GET', '/metrics', { token: sessions.get(role) ?? '' });

  expect(await asked('viewer')).toMatchObject(refused(403, 'ROLE_REQUIRED'));
  expect((await asked('technician')).status).toBe(200);
});
