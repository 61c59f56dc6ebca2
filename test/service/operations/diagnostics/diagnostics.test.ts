import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { listAudit } from '../../../../shared/contract/operations/audit.ts';
import { addCopy, createBackup } from '../../../../shared/contract/operations/backups.ts';
import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getComputer, getDiagnostics } from '../../../../shared/contract/operations/diagnostics.ts';
import { setLan } from '../../../../shared/contract/network/lan.ts';
import { addPerson } from '../../../../shared/contract/access/people.ts';
import { replaceRouters } from '../../../../shared/contract/network/routers.ts';
import { createCodes } from '../../../../shared/contract/operations/station.ts';
import { createWebhook } from '../../../../shared/contract/operations/webhooks.ts';
import { anyNumber, anyText } from '../../../support/any-value.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

test('the bundle contains the platform, the contents of the store and the free disk space', async () => {
  await station.slots(2);
  await station.enrolled('counted');

  const { status, body } = await station.call(getDiagnostics);

  expect(status).toBe(200);
  expect(body.station).toMatchObject({ version: '0.0.0-test', role: 'station', platform: process.platform });
  expect(body.store).toMatchObject({ schema: anyNumber, sizeBytes: anyNumber });
  expect(body.store.rows['device']).toBe(3);
  expect(body).toMatchObject({
    headsets: { enrolled: 1, linked: 0, codes: 0 },
    lan: { isOn: false, problem: null },
    sync: null,
  });
  expect(body.disk).toMatchObject({ state: anyText, freeBytes: anyNumber });
});

test('no secret of any kind is in the bundle, wherever it was written', async () => {
  const planted = {
    wifi: 'wifi-Pa55-planted-phrase',
    router: 'router-Pa55-planted-phrase',
    webhook: 'hook-path-Pa55-planted',
    passcode: 'planted-lagoon-passcode',
    person: 'planted-teachers-passcode',
    passphrase: 'planted phrase of a sealed copy',
    ssid: 'Planted-Network-Name',
  };
  const headset = await station.enrolled('planted');
  const slot = (await station.slots(1, 'P-'))[0];
  const { body: codes } = await station.call(createCodes, { body: { devicesId: [slot?.id] } });
  const answers = [
    await station.call(configureDevice, {
      params: { deviceId: headset.id },
      body: { wifi: [{ ssid: planted.ssid, password: planted.wifi }] },
    }),
    await station.call(replaceRouters, {
      body: {
        items: [
          {
            kind: 'openwrt',
            label: 'Corridor',
            url: 'https://192.168.7.1',
            username: 'root',
            password: planted.router,
          },
        ],
      },
    }),
    await station.call(createWebhook, { body: { url: `http://127.0.0.1:9/in?key=${planted.webhook}` } }),
    await station.call(setLan, { body: { adminPasscode: planted.passcode } }),
    await station.call(addPerson, { body: { name: 'Ada', role: 'teacher', passcode: planted.person } }),
    await station.call(addCopy, {
      body: {
        backupName: (await station.call(createBackup)).body.name,
        passphrase: planted.passphrase,
      },
    }),
  ];
  // Each was accepted, so a secret is stored in each of these fields.
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const made = JSON.stringify(answers.map(({ body }) => body));
  const webhookSecret = /whsec_[\w+/=-]+/.exec(made)?.[0] ?? '';
  const launch = new URL(station.service.newLaunchUrl()).hash.slice('#launch='.length);
  const file = (name: string): string => readFileSync(join(station.folder, name), 'utf8').trim();
  const secrets: Readonly<Record<string, string>> = {
    ...planted,
    webhookSecret,
    launch,
    ready: station.token,
    device: headset.token,
    enrolment: headset.enrollmentToken,
    code: String(codes[0]?.code),
    masterKey: file('master.key'),
    signingKey: file('station.key').split('\n')[1] ?? '',
  };
  expect(Object.values(secrets).filter((secret) => secret.length < 6)).toEqual([]);
  // Forms in which they could be in an error message: in words, in JSON, in JSON within JSON, in an address.
  mkdirSync(join(station.folder, 'logs'), { recursive: true });
  for (const [kind, secret] of Object.entries(secrets)) {
    const inText = ['masterKey', 'signingKey', 'ready', 'device', 'enrolment', 'webhookSecret', 'launch'];
    const lines = [
      { token: secret },
      { passphrase: secret },
      { settings: { wifi: [{ ssid: secret }] } },
      { err: { message: `Failed with ${JSON.stringify({ password: secret })}` } },
      { url: `https://u:${encodeURIComponent(secret)}@h.example/?${kind}=${encodeURIComponent(secret)}` },
      ...(inText.includes(kind) ? [{ msg: `the ${kind} ${secret} was refused` }] : []),
    ];
    for (const line of lines)
      appendFileSync(join(station.folder, 'logs', 'muster.log'), `${JSON.stringify(line)}\n`);
  }

  const { body } = await station.call(getDiagnostics);

  const bundle = JSON.stringify(body);
  expect(body.log.length).toBeGreaterThan(30);
  const leaked = Object.entries(secrets).filter(([, secret]) =>
    [secret, encodeURIComponent(secret), secret.slice(-24)].some((each) => bundle.includes(each)),
  );
  expect(leaked.map(([kind]) => kind)).toEqual([]);
});

test('the computer’s state can be polled all day: it appears in no log, and contains none', async () => {
  const acts = async () => (await station.call(listAudit)).body.items;
  const before = await acts();

  const { body } = await station.call(getComputer);

  expect(body).toMatchObject({ store: { schema: anyNumber }, disk: { state: anyText } });
  expect(body).not.toHaveProperty('log');
  expect(await acts()).toEqual(before);
  await station.call(getDiagnostics);
  await expect.poll(async () => (await acts())[0]?.operation).toBe('getDiagnostics');
});

test('another organisation gets no bundle', async () => {
  const { token } = await station.enterprise();
  expect(await station.call(getDiagnostics, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await station.call(getComputer, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
});
