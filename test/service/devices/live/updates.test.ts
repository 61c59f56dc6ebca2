import { expect, test } from 'vitest';

import { getDevice, patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { fleetUpdates, headsetSchema } from '../../../../shared/contract/devices/fleet.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { createSlots } from '../../../../shared/contract/operations/station.ts';
import { z } from 'zod';

import { anyText } from '../../../support/any-value.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const labelled = (label: string) => (data: Record<string, unknown>) => data['label'] === label;
const ofDevice = (deviceId: string) => (data: Record<string, unknown>) => data['id'] === deviceId;

/** A separate organisation, so that its stream has nothing of other tests. */
async function anOrganisation() {
  const { id, token } = await station.enterprise();
  return {
    id,
    token,
    wall: (path = '', headers: Readonly<Record<string, string>> = {}) =>
      station.stream(`/station/updates${path}`, token, headers),
    slots: async (count: number) =>
      (await station.call(createSlots, { body: { count, labelPrefix: 'W-' }, token })).body.items,
    rename: (deviceId: string, label: string) =>
      station.call(patchDevice, { params: { deviceId }, body: { label }, token }),
  };
}

test('the stream begins with hello: the time and whether headsets may enrol by code', async () => {
  const { wall } = await anOrganisation();

  await using stream = await wall();

  const hello = await stream.next('hello');
  expect(hello.id).toBeUndefined();
  expect(hello.data).toEqual({
    serverTime: anyText,
    enrolment: { isOpen: true, wrongCodes: 0, lastWrongAt: null },
  });
});

test('a snapshot has every headset in parts, then says that it is live', async () => {
  const { wall, slots } = await anOrganisation();
  const made = await slots(250);

  await using stream = await wall('?snapshot=true');
  await stream.next('live');

  const pieces = stream.events.filter(({ name }) => name === 'headsets');
  const itemsSchema = z.object({ items: z.array(headsetSchema), total: z.literal(250) });
  const seen = pieces.flatMap(({ data }) => itemsSchema.parse(data).items);
  expect(pieces.length).toBeGreaterThan(1);
  expect(stream.events.map(({ name }) => name)).toEqual(['hello', ...pieces.map(() => 'headsets'), 'live']);
  expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
  expect(seen).toHaveLength(250);
});

test('the snapshot of an empty fleet is live at once', async () => {
  const { wall } = await anOrganisation();

  await using stream = await wall('?snapshot=true');
  await stream.next('live');

  expect(stream.events.filter(({ name }) => name === 'headsets')).toEqual([]);
});

test('without a snapshot only later changes are sent', async () => {
  const { wall, slots } = await anOrganisation();
  await slots(3);

  await using stream = await wall();
  await stream.next('hello');
  const [late] = await slots(1);
  await stream.next('device', ofDevice(late?.id ?? ''));

  expect(stream.events.map(({ name }) => name)).toEqual(['hello', 'device']);
});

test('a new slot, its enrolment, its heartbeat and its removal are published as they happen', async () => {
  const { wall, slots, token } = await anOrganisation();
  await using stream = await wall();
  await stream.next('hello');

  const [slot] = await slots(1);
  const id = slot?.id ?? '';
  const born = await stream.next('device', ofDevice(id));
  expect(headsetSchema.parse(born.data)).toMatchObject({ label: 'W-01', androidId: null, isLinked: false });

  const enrolled = await station.send('POST', '/devices', {
    body: { enrollmentToken: slot?.enrollmentToken, androidId: 'on-the-wall' },
    token,
  });
  const { accessToken } = z.object({ accessToken: z.string() }).parse(enrolled.body);
  await stream.next('device', ({ androidId }) => androidId === 'on-the-wall');

  await station.call(updateDevice, {
    params: { deviceId: id },
    token: accessToken,
    body: {
      batteryInfo: { level: 55, isCharging: false },
      storages: [{ totalSpace: 100, freeSpace: 25, isRemovable: false }],
      type: { name: 'PICO 4', product: 'A8110' },
      worn: true,
      settingsRevision: 0,
      downloads: [{ fileName: 'a.mp4', progress: 50, status: 'RUNNING' }],
      events: [
        {
          eventId: 'e1',
          type: 'APP_STARTED',
          timestamp: Date.now(),
          payload: { packageName: 'com.example.app' },
        },
      ],
    },
  });
  const beat = await stream.next('device', ({ battery }) => typeof battery === 'object' && battery !== null);
  expect(beat.data).toMatchObject({
    id,
    battery: { level: 55, isCharging: false },
    storage: { freeBytes: 25, totalBytes: 100 },
    model: 'PICO 4',
    brand: 'pico',
    worn: true,
    appliedRevision: 0,
    runningPackage: 'com.example.app',
    download: { fileName: 'a.mp4', progress: 0.5, isFailed: false },
  });

  await station.send('DELETE', `/devices/${id}`, { token });
  await stream.next('removed', ofDevice(id));
});

test('the updates add up to what a snapshot shows', async () => {
  const { wall, slots, token } = await anOrganisation();
  await using stream = await wall();
  await stream.next('hello');
  const [slot] = await slots(1);
  const id = slot?.id ?? '';
  const enrolled = await station.send('POST', '/devices', {
    body: { enrollmentToken: slot?.enrollmentToken, androidId: 'adds-up' },
    token,
  });
  const { accessToken } = z.object({ accessToken: z.string() }).parse(enrolled.body);
  for (const body of [
    { batteryInfo: { level: 9 }, worn: true, downloads: [{ fileName: 'a', status: 'FAILED' }] },
    { batteryInfo: { level: 8 }, worn: false, downloads: [], type: { name: 'Quest 3', product: 'eureka' } },
  ]) {
    await station.call(updateDevice, { params: { deviceId: id }, token: accessToken, body });
  }
  await station.call(patchDevice, { params: { deviceId: id }, body: { label: 'last' }, token });
  await stream.next('device', labelled('last'));

  const received = stream.events
    .filter(({ name }) => name === 'device')
    .reduce<Record<string, unknown>>((known, { data }) => ({ ...known, ...data }), {});
  await using fresh = await wall('?snapshot=true');
  const shown = await fresh.next('headsets');
  expect(shown.data['items']).toEqual([received]);
});

test('an androidId set by an enterprise heartbeat is published as an enrolment', async () => {
  const { wall, slots, token } = await anOrganisation();
  const [slot] = await slots(1);
  const deviceId = slot?.id ?? '';
  await using stream = await wall();
  await stream.next('hello');

  await station.call(updateDevice, { params: { deviceId }, token, body: { androidId: 'by-central' } });

  const { data } = await stream.next('device', ({ androidId }) => androidId === 'by-central');
  const { body } = await station.call(getDevice, { params: { deviceId }, token });
  expect(body.enrolledAt).not.toBeNull();
  expect(data).toMatchObject({ id: deviceId, enrolledAt: body.enrolledAt });
});

test('a connection that opens and closes is published', async () => {
  const { id, token } = await station.enrolled();
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');

  const link = await station.stream(`/devices/${id}/updates`, token);
  await wall.next('device', (data) => data['id'] === id && data['isLinked'] === true);
  await link[Symbol.asyncDispose]();

  const ended = await wall.next('device', (data) => data['id'] === id && data['isLinked'] === false);
  expect(Object.keys(ended.data)).toEqual(['id', 'isLinked', 'linkEndedAt']);
  expect(typeof ended.data['linkEndedAt']).toBe('string');
});

test('an archived record is published with its replacement', async () => {
  const old = await station.enrolled('moves-on');
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');

  const replacement = await station.enrolled('moves-on');

  const archived = await wall.next('device', ({ isArchived }) => isArchived === true);
  expect(archived.data).toMatchObject({ id: old.id, replacedBy: replacement.id });
});

test('nothing of another organisation is published', async () => {
  const [mine, theirs] = [await anOrganisation(), await anOrganisation()];
  await using stream = await mine.wall('?snapshot=true');
  await stream.next('live');

  const [foreign] = await theirs.slots(1);
  const [own] = await mine.slots(1);
  await stream.next('device', ofDevice(own?.id ?? ''));

  expect(stream.events.find(({ data }) => data['id'] === foreign?.id)).toBeUndefined();
});

test('a wrong code is published with the count', async () => {
  const { wall, token } = await anOrganisation();
  await using stream = await wall();
  await stream.next('hello');

  await station.send('POST', '/devices/manual-enrollment', {
    body: { code: 1, androidId: 'x' },
    token,
  });

  const { data } = await stream.next('enrolment');
  expect(fleetUpdates.events['enrolment']?.safeParse(data).success).toBe(true);
  expect(data).toMatchObject({ isOpen: true, wrongCodes: 1 });
});

test('missed updates are replayed, in order, to a returning reader', async () => {
  const { wall, slots, rename } = await anOrganisation();
  const [slot] = await slots(1);
  const id = slot?.id ?? '';
  const first = await wall();
  await rename(id, 'seen');
  const seen = await first.next('device', labelled('seen'));
  await first[Symbol.asyncDispose]();
  await rename(id, 'missed 1');
  await rename(id, 'missed 2');

  await using again = await wall('', { 'last-event-id': seen.id ?? '' });
  await again.next('device', labelled('missed 2'));

  expect(again.events.map(({ data }) => data['label'])).toEqual([undefined, 'missed 1', 'missed 2']);
});

test('a reader whose position is unknown is asked to load everything again', async () => {
  const { wall } = await anOrganisation();

  await using stream = await wall('', { 'last-event-id': 'garbage' });

  await stream.next('resync');
  expect(stream.events.map(({ name }) => name)).toEqual(['hello', 'resync']);
});

test('snapshot is true or false, nothing else', async () => {
  const { token } = await anOrganisation();

  const answer = await station.send('GET', '/station/updates?snapshot=maybe', { token });

  expect(answer).toMatchObject(refusedAt('query.snapshot'));
});

test('a token without an organisation has no fleet stream', async () => {
  const token = await station.issue({ enterpriseId: null });

  expect(await station.send('GET', '/station/updates', { token })).toMatchObject(refused(403, 'FORBIDDEN'));
});
