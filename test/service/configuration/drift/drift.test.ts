import { afterAll, expect, test } from 'vitest';

import { createAcceptanceSheet } from '../../../../shared/contract/enrolment/carts.ts';
import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { headsetSchema } from '../../../../shared/contract/devices/fleet.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { listDrift, repairDrift } from '../../../../shared/contract/configuration/drift.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { planSummarySchema } from '../../../../shared/contract/configuration/plans/plans.ts';
import { aStation } from '../../../support/a-station.ts';
import { refused } from '../../../support/refused.ts';
import { aSimulatedCart } from '../../../support/simulated-cart.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';

const station = await aStation({ rateLimit: 0 });
afterAll(() => station[Symbol.asyncDispose]());
const lab = {
  id: 'app-lab',
  packageName: 'org.school.lab',
  url: 'http://files.test/lab.apk',
  codeVersion: 7,
};
const wanted = {
  applications: [lab],
  kioskMode: { isActive: true, packageName: lab.packageName },
  volume: 25,
  display: { brightness: 70 },
};

test('a headset that leaves its kiosk and loses its app is marked, explained and repaired with one operation', async () => {
  const slots = await station.slots(2);
  await using cart = await aSimulatedCart(station, slots);
  await using wall = await station.stream('/station/updates');
  const [seat, calm] = cart.headsets;
  const params = { deviceId: seat?.id ?? '' };
  for (const { id } of cart.headsets) {
    await station.call(configureDevice, { params: { deviceId: id }, body: wanted });
    await wall.next('device', (data) => data['id'] === id && data['appliedRevision'] === 1);
  }
  const drifted = async () => (await station.call(listDrift)).body.items;
  const isInstalled = async () => {
    const { body } = await station.call(listEvents, { params, query: { type: 'APP_INSTALLED' } });
    return body.total;
  };
  await expect.poll(isInstalled).toBe(1);
  expect(await drifted()).toEqual([]);

  seat?.headset.tamper({ kioskMode: { isActive: false }, display: { brightness: 100 } });
  await wall.next('device', (data) => headsetSchema.partial().parse(data).drift?.count === 2);
  seat?.headset.uninstall(lab.packageName);
  await wall.next('device', (data) => headsetSchema.partial().parse(data).drift?.count === 3);

  expect(await drifted()).toMatchObject([
    {
      id: seat?.id,
      fields: [
        { path: 'kioskMode.isActive', wanted: true, reported: false },
        { path: 'display.brightness', wanted: 70, reported: 100 },
        { path: 'applications[]', entry: { key: lab.packageName }, wanted: 7, reported: null },
      ],
    },
  ]);
  const { body: preview } = await station.call(repairDrift, { body: { apply: false } });
  expect(preview).toMatchObject({ source: { kind: 'repair' }, counts: { change: 1 }, run: null });
  expect(preview.groups[0]?.rows[1]).toMatchObject({ path: 'display.brightness', wanted: 70, reported: 100 });

  const { body: repair } = await station.call(repairDrift, { body: { devicesId: [seat?.id, calm?.id] } });
  await wall.next(
    'plan',
    (data) => data['id'] === repair.id && planSummarySchema.parse(data).run?.state === 'done',
  );

  expect(await drifted()).toEqual([]);
  expect(await isInstalled()).toBe(2);
  expect((await station.call(repairDrift, { body: {} })).status).toBe(409);
  const { body: history } = await station.call(listEvents, { params, query: { type: 'SETTINGS_DRIFTED' } });
  expect(history.total).toBe(1);
});

test('a field that was never confirmed, is not managed or was changed on the station has not drifted', async () => {
  await using headset = await TestHeadset.linked(station);
  const count = async () => (await station.call(listDrift)).body.items.length;
  const configure = (body: object) => station.call(configureDevice, { params: headset.params, body });
  await configure({ volume: 25 });

  await headset.report({ settingsRevision: 1, effectiveSettings: { volume: 90 } });
  expect(await count()).toBe(0);
  await headset.report({ effectiveSettings: { volume: 25, display: { brightness: 100 } } });
  await headset.report({ effectiveSettings: { volume: 25, display: { brightness: 10 } } });
  expect(await count()).toBe(0);
  await headset.report({ effectiveSettings: { volume: 26 } });
  expect(await count()).toBe(1);
  await configure({ volume: 26 });
  expect(await count()).toBe(0);
  await headset.report({ settingsRevision: 2 });
  expect(await count()).toBe(0);
  await headset.report({ effectiveSettings: { volume: 1 } });
  expect(await count()).toBe(1);
  await headset.report({ effectiveSettings: { volume: 26 } });
  expect(await count()).toBe(0);
});

test('a setting that was applied and never took effect is distinguished from drift, and repaired like it', async () => {
  await using headset = await TestHeadset.linked(station);
  const never = async () => (await station.call(listDrift)).body.neverInEffect;
  const repair = (devicesId: string[]) => station.call(repairDrift, { body: { devicesId, apply: false } });
  await station.call(configureDevice, {
    params: headset.params,
    body: { volume: 25, display: { brightness: 70 } },
  });
  await headset.report({ effectiveSettings: { volume: 90, display: { brightness: 70 } } });
  // Not applied yet: in progress, and nothing to repair.
  expect(await never()).toEqual([]);
  expect((await repair([headset.id])).status).toBe(409);

  await headset.report({ settingsRevision: 1 });
  const field = { path: 'volume', entry: null, wanted: 25, reported: 90 };
  expect(await never()).toMatchObject([{ id: headset.id, fields: [field] }]);
  const { body: plan } = await repair([headset.id]);
  expect(plan).toMatchObject({ counts: { change: 1 }, source: { kind: 'repair' } });
  expect(plan.groups[0]?.rows).toMatchObject([{ path: 'volume', wanted: 25, reported: 90 }]);

  // Both are repaired at once.
  await headset.report({ effectiveSettings: { volume: 90, display: { brightness: 5 } } });
  const both = await repair([headset.id]);
  expect(both.body.groups[0]?.rows.map(({ path }) => path)).toEqual(['display.brightness', 'volume']);
  await headset.report({ effectiveSettings: { volume: 25, display: { brightness: 70 } } });
  expect(await never()).toEqual([]);
});

test('another organisation sees and repairs none of it', async () => {
  await using headset = await TestHeadset.linked(station);
  await station.call(configureDevice, { params: headset.params, body: { volume: 25 } });
  await headset.report({ settingsRevision: 1, effectiveSettings: { volume: 25 } });
  await headset.report({ effectiveSettings: { volume: 26 } });
  const { token } = await station.enterprise();

  expect((await station.call(listDrift, { token })).body.items).toEqual([]);
  expect((await station.call(repairDrift, { token, body: { devicesId: [headset.id] } })).status).toBe(409);
});

test('a failed download is retried once at a person’s request, and fetched from its beginning', async () => {
  await using headset = await TestHeadset.linked(station);
  await using wall = await station.stream('/station/updates');
  const link = await headset.link();
  const again = (body: object, token = station.token) =>
    station.call(repairDrift, { token, body: { what: 'failedContents', devicesId: [headset.id], ...body } });
  const statuses = async () => {
    const { applications = [], videos = [] } = (await station.call(getDevice, { params: headset.params }))
      .body.settings;
    return [...applications, ...videos].map(({ deployment }) => deployment?.status);
  };
  const video = { id: 'reef', title: 'Reef', url: 'http://files.test/reef.mp4' };
  await station.call(configureDevice, {
    params: headset.params,
    body: { applications: [lab], videos: [video] },
  });
  const failed = { downloadId: 1, url: lab.url, status: 'FAILED' as const, progress: 0.2 };
  await headset.report({ settingsRevision: 1, downloads: [failed] });
  expect(await statuses()).toEqual(['FAILED', 'ASSIGNED']);
  expect((await station.call(repairDrift, { body: { devicesId: [headset.id] } })).status).toBe(409);
  expect(await again({ devicesId: undefined })).toMatchObject(refused(400, 'VALIDATION_FAILED'));
  expect((await again({}, (await station.enterprise()).token)).status).toBe(409);

  const { body: plan } = await again({});
  expect(plan).toMatchObject({ title: lab.packageName, source: { kind: 'repair' }, counts: { change: 1 } });
  await link.next('settings', (data) => data['revision'] === 2);
  expect(await statuses()).toEqual(['ASSIGNED', 'ASSIGNED']);

  const installed = { packageName: lab.packageName, versionCode: 7 };
  await headset.report({ settingsRevision: 2, downloads: [], installedPackages: [installed] });
  await wall.next(
    'plan',
    (data) => data['id'] === plan.id && planSummarySchema.parse(data).run?.state === 'done',
  );
  expect(await statuses()).toEqual(['INSTALLED', 'ASSIGNED']);
  expect((await again({})).status).toBe(409);
});

test('the fleet lists what a headset has not confirmed, step by step as the acceptance sheet does', async () => {
  await using headset = await TestHeadset.linked(station);
  await using wall = await station.stream('/station/updates');
  await station.call(configureDevice, { params: headset.params, body: wanted });
  const received = () =>
    wall.events.flatMap(({ data }) =>
      data['id'] === headset.id && data['unconfirmed'] !== undefined ? [data['unconfirmed']] : [],
    );
  const open = async () => {
    const { body } = await station.call(createAcceptanceSheet, { body: { devicesId: [headset.id] } });
    return body.items[0]?.open;
  };

  await headset.report({ settingsRevision: 1, installedPackages: [] });
  const failed = { downloadId: 1, url: lab.url, status: 'FAILED' as const, progress: 0.2 };
  await headset.report({ downloads: [failed] });
  expect(await open()).toEqual([{ code: 'CONTENT_FAILED', subject: lab.packageName }]);
  await headset.report({
    downloads: [],
    installedPackages: [{ packageName: lab.packageName, versionCode: 7 }],
    effectiveSettings: { kioskMode: { isActive: false } },
  });
  expect(await open()).toEqual([{ code: 'NOT_IN_EFFECT', subject: 'kioskMode.isActive' }]);
  await headset.report({ effectiveSettings: { kioskMode: wanted.kioskMode } });
  expect(await open()).toEqual([]);
  await expect
    .poll(received)
    .toEqual([
      { code: 'CONTENT_NOT_THERE', subject: lab.packageName },
      { code: 'CONTENT_FAILED', subject: lab.packageName },
      { code: 'NOT_IN_EFFECT', subject: 'kioskMode.isActive' },
      null,
    ]);
});
