import BetterSqlite3 from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

import {
  AUDIT_RETENTION_DAYS,
  listAudit,
  verifyAudit,
} from '../../../../shared/contract/operations/audit.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { openAuditStore } from '../../../../main/service/operations/index.ts';
import { aContent } from '../../../support/a-content.ts';
import { aLanStation, callOverLan } from '../../../support/a-lan.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aPerson, passcodeOf, signInLocally } from '../../../support/people.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock();
const { station, port } = await aLanStation({ clock, rateLimit: 0 });
afterAll(() => station[Symbol.asyncDispose]());

const read = async (query: Record<string, string> = {}) =>
  (await station.call(listAudit, { query: { limit: '100', ...query } })).body;
const verify = async () => (await station.call(verifyAudit)).body;

test('actions of people and programs are logged: author, origin, action, number of headsets, outcome; never the body', async () => {
  const token = await station.issue({ label: 'timetable' });
  const personId = await aPerson(station, 'Ada', 'technician');
  const { body } = await callOverLan(port, {
    method: 'POST',
    path: '/station/session',
    body: { passcode: passcodeOf('Ada') },
  });
  const [one, two] = await station.slots(2);
  const devicesId = [one?.id ?? '', two?.id ?? ''];
  const settings = { wifi: [{ ssid: 'School', password: 'a-secret-of-the-school' }] };
  await station.send('PUT', '/devices/configure', { token, body: { devicesId, settings } });
  await callOverLan(port, {
    method: 'PATCH',
    path: `/devices/${one?.id}`,
    token: String(body['token']),
    body: { label: 'A-01' },
  });

  const { items } = await read();
  const of = (operation: string) => items.find((each) => each.operation === operation);
  expect(of('configureDevices')).toMatchObject({
    kind: 'program',
    who: 'timetable',
    role: null,
    targets: 2,
    devicesId,
    // Their current names, in the same order.
    labels: ['A-01', two?.label],
    status: 200,
    isFromLan: false,
  });
  expect(of('patchDevice')).toMatchObject({
    kind: 'person',
    who: 'Ada',
    personId,
    role: 'technician',
    targets: 1,
    isFromLan: true,
    address: '127.0.0.1',
  });
  expect(of('openSession')).toMatchObject({ kind: 'person', who: 'Ada', status: 200 });
  expect(of('addPerson')).toMatchObject({ detail: 'Ada technician' });
  expect(JSON.stringify(items)).not.toContain('a-secret-of-the-school');
  expect(JSON.stringify(items)).not.toContain(passcodeOf('Ada'));
});

test('reports of headsets, reads and invalid requests are not logged; refused permissions are', async () => {
  const headset = await station.enrolled();
  await aPerson(station, 'Bea', 'viewer');
  const session = (await signInLocally(station, passcodeOf('Bea'))).body.token;
  const before = (await read()).total;

  await station.call(updateDevice, { params: { deviceId: headset.id }, body: {}, token: headset.token });
  await station.send('GET', '/devices');
  await station.send('POST', '/devices/lookup', { body: { ids: [headset.id] } });
  expect((await station.send('POST', '/station/library/collect', { body: { dryRun: true } })).status).toBe(
    200,
  );
  await station.send('PATCH', `/devices/${headset.id}`, { body: { label: 7 } });
  expect((await read()).total).toBe(before);

  await station.send('PATCH', `/devices/${headset.id}`, { body: { label: 'mine' }, token: session });
  expect((await signInLocally(station, 'nobody has this')).status).toBe(401);
  expect((await read()).items.slice(0, 2)).toMatchObject([
    { kind: 'nobody', operation: 'openSession', status: 401 },
    { kind: 'person', who: 'Bea', operation: 'patchDevice', status: 403, devicesId: [headset.id] },
  ]);
  // Repeated refusals do not fill it.
  for (let tries = 0; tries < 40; tries += 1)
    await station.send('PATCH', `/devices/${headset.id}`, { body: {}, token: session });
  expect((await read({ who: 'bea', outcome: 'refused' })).total).toBe(30);
  clock.advance(61_000);
  await station.send('PATCH', `/devices/${headset.id}`, { body: {}, token: session });
  expect((await read({ who: 'bea', outcome: 'refused' })).items[0]).toMatchObject({ skipped: 11 });
});

test('the subject of a request is logged with its name at that time, whatever happens to it', async () => {
  const personId = await aPerson(station, 'Cleo', 'viewer');
  const passcode = passcodeOf('Cleo');
  const { body: group } = await station.call(contract.createGroup, { body: { name: 'Window row' } });
  await station.call(contract.updateGroup, { params: { groupId: group.id }, body: { name: 'Door row' } });
  await station.call(contract.updatePerson, {
    params: { personId },
    body: { name: 'Cleopatra', role: 'viewer', passcode },
  });
  await station.call(contract.removePerson, { params: { personId } });

  expect((await read()).items.slice(0, 5)).toMatchObject([
    { operation: 'removePerson', subject: 'Cleopatra', detail: personId },
    { operation: 'updatePerson', subject: 'Cleo', detail: `${personId} Cleopatra viewer` },
    { operation: 'updateGroup', subject: 'Window row', detail: `${group.id} Door row` },
    { operation: 'createGroup', subject: null, detail: 'Window row' },
    { operation: 'addPerson', subject: null },
  ]);
  expect(await verify()).toMatchObject({ isIntact: true });
});

test('routers, contents, webhooks and previews keep their names, also after they are removed', async () => {
  const content = aContent(station, { name: 'reef.mp4', kind: 'video', mediaType: 'video/mp4' });
  const hall = { id: 'hall', kind: 'mikrotik', label: 'Hall', url: 'https://10.0.0.1', username: 'x' };
  const routers = (items: readonly object[]) => station.call(contract.replaceRouters, { body: { items } });
  await routers([{ ...hall, password: 'x' }]);
  await routers([hall, { ...hall, id: 'annex', label: 'Annex', url: 'https://10.0.0.2', password: 'x' }]);
  await routers([]);
  await station.call(contract.removeLibraryItem, { params: { sha256: content.sha256 } });
  const { body: hook } = await station.call(contract.createWebhook, {
    body: { url: 'https://hooks.example/secret-of-the-school?key=1' },
  });
  await station.call(contract.deleteWebhook, { params: { webhookId: hook.id } });

  const { items } = await read();
  expect(items.slice(0, 6)).toMatchObject([
    { operation: 'deleteWebhook', subject: 'hooks.example' },
    { operation: 'createWebhook' },
    { operation: 'removeLibraryItem', subject: 'reef.mp4' },
    { operation: 'replaceRouters', subject: 'Hall, Annex', detail: '–' },
    { operation: 'replaceRouters', subject: 'Hall', detail: 'Hall, Annex' },
    { operation: 'replaceRouters', subject: null, detail: 'Hall' },
  ]);
  expect(JSON.stringify(items)).not.toContain('secret-of-the-school');
  // They are found by it, in either case.
  const about = async (text: string) => (await read({ about: text })).items.map(({ operation }) => operation);
  expect(await about('annex')).toEqual(['replaceRouters', 'replaceRouters']);
  expect(await about('REEF')).toEqual(['removeLibraryItem']);
  expect(await verify()).toMatchObject({ isIntact: true });
});

test('the log is filtered by author, action, time, headset and outcome, and exported as CSV and JSON', async () => {
  const [slot] = await station.slots(1);
  const id = slot?.id ?? '';
  const from = new Date(clock.now()).toISOString();
  await station.send('PATCH', `/devices/${id}`, { body: { label: '=1+1' } });
  await station.send('DELETE', `/devices/${id}`);

  const ofHeadset = await read({ deviceId: id });
  expect(ofHeadset.items).toMatchObject([
    // After it was deleted, its last name is shown.
    { operation: 'deleteDevice', labels: ['=1+1'] },
    { operation: 'patchDevice', labels: ['=1+1'] },
  ]);
  expect((await read({ operation: 'deleteDevice', from })).total).toBe(1);
  expect((await read({ to: '2020-01-01T00:00:00Z' })).total).toBe(0);
  expect((await read({ who: 'timetable' })).items.map(({ operation }) => operation)).toEqual([
    'configureDevices',
  ]);
  const file = (format: string) =>
    station.send('GET', `/station/audit/export?format=${format}&deviceId=${id}`);
  const csv = await file('csv');
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-[\d-]+\.csv"$/);
  expect(String(csv.body).split('\r\n')).toHaveLength(4);
  expect(JSON.parse(String((await file('json')).body))).toEqual(ofHeadset.items.toReversed());
  await expect.poll(async () => (await read()).items[0]?.operation).toBe('exportAudit');
  // Reads that may contain everything are logged too.
  const backup = await station.send('POST', '/station/backup', { body: {} });
  const { name } = backup.body as { name: string };
  await station.send('GET', `/station/backups/${name}/file`);
  await station.send('GET', '/station/diagnostics');
  const lastThree = async () => (await read()).items.slice(0, 3).map(({ operation }) => operation);
  await expect
    .poll(async () => (await lastThree()).toSorted())
    .toEqual(['createBackup', 'downloadBackup', 'getDiagnostics']);
});

test('no statement changes an entry; a changed, removed or truncated one is detected', async () => {
  const whole = await verify();
  expect(whole).toMatchObject({ isIntact: true, brokenAt: null, firstSeq: 1 });
  const db = new BetterSqlite3(join(station.folder, 'muster.db'));
  const broken = async (sql: string): Promise<number | null> => {
    const { seq, row } = db.prepare('SELECT max(seq) AS seq, 0 AS row FROM audit').get() as {
      seq: number;
      row: number;
    };
    const at = sql.includes('max(seq)') ? seq : row;
    const before = db.prepare('SELECT * FROM audit').all() as Record<string, unknown>[];
    const names = Object.keys(before[0] ?? {});
    db.exec(sql);
    const { brokenAt } = await verify();
    db.exec('DELETE FROM audit');
    const put = db.prepare(`INSERT INTO audit VALUES (${names.map((name) => `@${name}`).join(', ')})`);
    for (const each of before) put.run(each);
    return brokenAt === null ? null : at === 0 ? brokenAt : brokenAt - at;
  };

  expect(() => db.exec("UPDATE audit SET who = 'nobody'")).toThrow('append-only');
  expect(() => db.exec('DELETE FROM audit WHERE seq = 2')).toThrow('append-only');
  // The owner of the file removes the triggers first.
  const triggers = db
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'")
    .pluck()
    .all() as string[];
  db.exec('DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_kept');
  expect(await broken("UPDATE audit SET who = 'nobody' WHERE seq = 3")).toBe(3);
  expect(await broken("UPDATE audit SET subject = 'else' WHERE operation = 'removePerson'")).not.toBeNull();
  expect(await broken('DELETE FROM audit WHERE seq = 4')).toBe(5);
  expect(await broken('DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit)')).toBe(0);
  expect(await broken('SELECT 1')).toBeNull();
  for (const sql of triggers) db.exec(sql);
  db.close();
  expect(await verify()).toMatchObject({ isIntact: true });
});

test('old entries are deleted by whole days, and the rest is still consistent', async () => {
  const before = await read();
  clock.advance((AUDIT_RETENTION_DAYS + 1) * DAY_MS);
  await station.send('POST', '/station/slots', { body: { count: 1, labelPrefix: 'late-' } });

  const db = new BetterSqlite3(join(station.folder, 'muster.db'));
  const store = openAuditStore(db);
  const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  while (store.pruneSome(today - AUDIT_RETENTION_DAYS * DAY_MS, 500));
  db.close();

  expect(before.total).toBeGreaterThan(10);
  expect((await read()).items.map(({ operation }) => operation)).toEqual(['createSlots']);
  expect(await verify()).toMatchObject({ isIntact: true, firstSeq: before.total + 1, checked: 1 });
});

test('another organisation sees its own entries only and cannot verify the log', async () => {
  const { body } = await station.call(contract.createEnterprise, { body: { name: 'Hill School' } });
  const asOther = { token: body.token };
  await station.send('POST', '/station/slots', { body: { count: 1, labelPrefix: 'H-' }, ...asOther });

  // It requests devices of other organisations, and learns nothing about them.
  const [foreign] = await station.slots(1);
  await station.send('PUT', '/devices/configure', {
    body: { devicesId: [foreign?.id], settings: {} },
    ...asOther,
  });

  const seen = await station.call(listAudit, asOther);
  expect(seen.body.items).toMatchObject([
    { operation: 'configureDevices', devicesId: [foreign?.id], labels: [null] },
    { operation: 'createSlots' },
  ]);
  expect((await station.call(verifyAudit, asOther)).status).toBe(403);
});
