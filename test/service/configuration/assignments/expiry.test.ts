import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { refusedAt } from '../../../support/refused.ts';
import { aPerson, passcodeOf, signInLocally } from '../../../support/people.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aDevice, APP, VIDEO } from './a-device.ts';

const station = await aSharedStation();

const DAY_MS = 86_400_000;
const OVER = new Date(Date.now() - DAY_MS).toISOString();
const SOON = new Date(Date.now() + 20 * DAY_MS).toISOString();
const LATE = new Date(Date.now() + 400 * DAY_MS).toISOString();
/** The same instant as SOON, in a time zone two hours ahead. */
const SOON_IN_OTHER_ZONE = new Date(Date.parse(SOON) + 7_200_000).toISOString().replace('Z', '+02:00');

async function endings(query: Record<string, string> = {}, token = station.token) {
  const { body } = await station.call(contract.getExpiry, { query, token });
  return body.items;
}

test('contents, configurations and licences are listed by expiry, with the headsets concerned', async () => {
  const app = (expirationDate: string) => ({ applications: [{ ...APP, expirationDate }] });
  const over = { videos: [{ ...VIDEO, expirationDate: OVER }] };
  const one = await aDevice(station, { ...app(SOON), ...over });
  const two = await aDevice(station, { ...app(SOON_IN_OTHER_ZONE), ...over });
  const three = await aDevice(station, { ...app(LATE), expirationDate: LATE });
  await aDevice(station, { applications: [APP] });
  const license = { level: 'school', status: 'active', alertDate: SOON };
  const body = { devicesId: [two.id, three.id], license };
  await station.call(contract.patchDevices, { body });
  await two.reports({ contentPresence: [{ contentId: VIDEO.id, type: 'video', present: true }] });
  const sorted = (...devices: { readonly id: string }[]) => devices.map(({ id }) => id).toSorted();
  const ofApp = { kind: 'application', contentId: APP.id, packageName: APP.packageName };
  const nothingMore = { contentId: null, packageName: null, remaining: 0 };

  expect(await endings()).toEqual([
    {
      kind: 'video',
      contentId: VIDEO.id,
      packageName: null,
      title: VIDEO.title,
      expiresAt: OVER,
      devices: 2,
      remaining: 1,
      devicesId: sorted(one, two),
    },
    { ...ofApp, title: null, expiresAt: SOON, devices: 2, remaining: 0, devicesId: sorted(one, two) },
    {
      ...nothingMore,
      kind: 'licence',
      title: 'school',
      expiresAt: SOON,
      devices: 2,
      devicesId: sorted(two, three),
    },
    { ...ofApp, title: null, expiresAt: LATE, devices: 1, remaining: 0, devicesId: [three.id] },
    { ...nothingMore, kind: 'settings', title: null, expiresAt: LATE, devices: 1, devicesId: [three.id] },
  ]);
  // As in the record of a headset, of all people only technicians see licences.
  await aPerson(station, 'Vera', 'viewer');
  const viewer = (await signInLocally(station, passcodeOf('Vera'))).body.token;
  expect(new Set((await endings({}, viewer)).map(({ kind }) => kind))).toEqual(
    new Set(['video', 'application', 'settings']),
  );
});

test('one expiry is requested alone, and another organisation sees none', async () => {
  const other = await station.enterprise();
  const device = await aDevice(station, { videos: [{ ...VIDEO, id: 'alone', expirationDate: SOON }] });

  const alone = await endings({ kind: 'video', contentId: 'alone', endsAt: SOON_IN_OTHER_ZONE });
  expect(alone).toMatchObject([{ contentId: 'alone', expiresAt: SOON, devicesId: [device.id] }]);
  expect(await endings({ kind: 'video', contentId: 'alone', endsAt: OVER })).toEqual([]);
  expect(await endings({}, other.token)).toEqual([]);
  expect(await station.call(contract.getExpiry, { query: { endsAt: '2026-11-22' } })).toMatchObject(
    refusedAt('query.endsAt'),
  );
});
