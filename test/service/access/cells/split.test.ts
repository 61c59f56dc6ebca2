import Database from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { splitCell, type SplitOrder } from '../../../../main/service/access/cells/split.ts';
import { startService } from '../../../../main/service/index.ts';
import { restoreBackup } from '../../../../shared/contract/operations/backups.ts';
import { getStation } from '../../../../shared/contract/operations/station.ts';
import { createWebhook } from '../../../../shared/contract/operations/webhooks.ts';
import { aStation, defaults, type TestStation } from '../../../support/a-station.ts';
import { closing } from '../../../support/closing.ts';
import { aQuickFolder } from '../../../support/temp-folder.ts';
import { some } from '../../../support/long.ts';

const run = promisify(execFile);
const STEPS = ['checked', 'clone marked', 'cell marked', 'finished'] as const;

/** A central as the cell `name` on `dataFolder`. */
function aCell(name: string, dataFolder: string): Promise<TestStation> {
  const cell = { name, checksLater: true, makesBackups: false };
  return aStation({ role: 'central', rateLimit: 0, cell, dataFolder });
}

type School = { readonly id: string; readonly token: string; readonly device: string };

/** An organisation with a headset, events and a webhook whose receiver never answers. */
async function aSchool(cell: TestStation, name: string): Promise<School> {
  const { id, token } = await cell.enterprise(name);
  const slots = await cell.send('POST', '/station/slots', { token, body: { count: 1, labelPrefix: name } });
  const [slot] = z
    .object({ items: z.array(z.object({ id: z.string(), enrollmentToken: z.string() })) })
    .parse(slots.body).items;
  const { enrollmentToken = '', id: device = '' } = slot ?? {};
  await cell.send('POST', '/devices', { token, body: { enrollmentToken, androidId: `android-${name}` } });
  // No such name exists: it is retried again and again.
  expect((await cell.call(createWebhook, { token, body: { url: 'http://school.invalid/' } })).status).toBe(
    200,
  );
  const events = Array.from({ length: 400 }, (_, index) => ({
    eventId: `${name}-${String(index)}`,
    type: 'APP_STARTED',
    timestamp: Date.now(),
    payload: { packageName: 'org.lumiere.volcano' },
  }));
  const beat = await cell.send('PUT', `/devices/${device}`, { token, body: { events } });
  expect(beat.status).toBe(200);
  return { id, token, device };
}

/** Two schools in the cell c07, stopped, and a clone of its folder. */
async function twoSchools(from: string, to: string): Promise<{ stays: School; moves: School }> {
  await using cell = await aCell('c07', from);
  const schools = { stays: await aSchool(cell, 'stays'), moves: await aSchool(cell, 'moves') };
  expect(schools.moves.id).toMatch(/^c07-/);
  await cell.service.stop();
  cpSync(from, to, { recursive: true });
  return schools;
}

function orderOf(from: string, to: string, { id }: School): SplitOrder {
  return { from, to, newCell: 'c08', organisations: [id], cutsFleetAccess: false };
}

const eventsOf = async (cell: TestStation, { token, device }: School) => {
  const { status, body } = await cell.send('GET', `/devices/${device}/events?limit=1`, { token });
  return { status, total: z.object({ total: z.int() }).safeParse(body).data?.total };
};

test('after a split each organisation is served by one cell with its whole history, and temporarily refused by the other', async () => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  const { stays, moves } = await twoSchools(from.path, to.path);
  splitCell(orderOf(from.path, to.path, moves));

  await using old = await aCell('c07', from.path);
  await using fresh = await aCell('c08', to.path);
  const ofDevice = (at: TestStation, { device, token }: School) =>
    at.send('GET', `/devices/${device}`, { token });

  expect((await ofDevice(old, stays)).status).toBe(200);
  expect((await ofDevice(fresh, moves)).status).toBe(200);
  expect((await eventsOf(fresh, moves)).total).toBeGreaterThanOrEqual(400);
  for (const [cell, gone] of [
    [old, moves],
    [fresh, stays],
  ] as const) {
    const refusal = await ofDevice(cell, gone);
    expect(refusal).toMatchObject({ status: 503, body: { code: 'ORGANISATION_MOVED' } });
    expect(refusal.headers.get('retry-after')).toBe('2');
    // It does not say that the history is in the other cell.
    expect(refusal.headers.get('muster-epoch')).toBeNull();
  }
  expect(fresh.enterpriseId).toMatch(/^c08-/);
  expect((await fresh.enterprise('New here')).id).toMatch(/^c08-/);
  const forged = `${moves.token.slice(0, -6)}AAAAAA`;
  expect((await fresh.send('GET', '/devices', { token: forged })).status).toBe(401);
});

test('stations that synced with the old cell find the same history in the new one', async () => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  await using cell = await aCell('c07', from.path);
  const { moves } = { moves: await aSchool(cell, 'moves') };
  const epochOf = async (at: TestStation) =>
    (await at.call(getStation, { token: moves.token })).headers.get('muster-epoch');
  const before = await epochOf(cell);
  await cell.service.stop();
  cpSync(from.path, to.path, { recursive: true });
  splitCell(orderOf(from.path, to.path, moves));
  await using fresh = await aCell('c08', to.path);
  expect(before).not.toBeNull();
  expect(await epochOf(fresh)).toBe(before);
});

test('data left by an organisation is removed gradually while the cell serves, except the audit log', async () => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  const { stays, moves } = await twoSchools(from.path, to.path);
  splitCell(orderOf(from.path, to.path, moves));
  await using old = await aCell('c07', from.path);
  using db = closing(new Database(`${from.path}/muster.db`, { readonly: true }));
  await expect.poll(() => db.prepare('SELECT count(*) FROM gone_device').pluck().get()).toBe(0);

  const named = z.array(z.string());
  const tables = (column: string) =>
    named.parse(
      db
        .prepare(
          `SELECT s.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type = 'table' AND c.name = ?`,
        )
        .pluck()
        .all(column),
    );
  const stored = new Set(['audit', 'audit_target']);
  const left = tables('enterprise_id').filter(
    (table) =>
      db.prepare(`SELECT 1 FROM "${table}" WHERE enterprise_id = ? LIMIT 1`).get(moves.id) !== undefined,
  );
  const orphans = tables('device_key').filter(
    (table) =>
      !stored.has(table) &&
      db
        .prepare(`SELECT 1 FROM "${table}" WHERE device_key NOT IN (SELECT key FROM device) LIMIT 1`)
        .get() !== undefined,
  );
  expect(left.filter((table) => !stored.has(table))).toEqual([]);
  expect(orphans).toEqual([]);
  expect((await eventsOf(old, stays)).total).toBeGreaterThanOrEqual(400);
  expect(db.pragma('foreign_key_check')).toEqual([]);
});

test('only the new cell has the pending messages of a moved organisation’s webhook', async () => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  const { moves } = await twoSchools(from.path, to.path);
  splitCell(orderOf(from.path, to.path, moves));
  const waiting = (folder: string) => {
    using db = closing(new Database(`${folder}/muster.db`, { readonly: true }));
    return z.array(z.string()).parse(
      db
        .prepare(
          `SELECT webhook.enterprise_id FROM webhook_delivery JOIN webhook ON webhook.key = webhook_key
           WHERE finished_at_ms IS NULL GROUP BY 1`,
        )
        .pluck()
        .all(),
    );
  };
  expect(waiting(from.path)).not.toContain(moves.id);
  expect(waiting(to.path)).toEqual([moves.id]);
});

test.each(some(STEPS, 2))('a split killed at "%s" is run again with the same result', async (step) => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  const { stays, moves } = await twoSchools(from.path, to.path);
  const order = orderOf(from.path, to.path, moves);
  const script = 'test/support/cells/split-until.ts';
  const killed = run(process.execPath, [script, order.from, order.to, order.newCell, moves.id, step]);
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
  const isHalf = step === 'clone marked' || step === 'cell marked';
  const started = isHalf ? startService(cellOptions('c08', to.path)) : Promise.reject(new Error('not tried'));
  await expect(started).rejects.toThrow(isHalf ? 'split that is not finished' : 'not tried');

  splitCell(order);
  // Repeating it changes nothing.
  splitCell(order);
  await using old = await aCell('c07', from.path);
  await using fresh = await aCell('c08', to.path);
  expect((await eventsOf(old, stays)).total).toBeGreaterThanOrEqual(400);
  expect((await eventsOf(fresh, moves)).total).toBeGreaterThanOrEqual(400);
  expect((await eventsOf(old, moves)).status).toBe(503);
  expect((await eventsOf(fresh, stays)).status).toBe(503);
});

test('a cell that ran after its clone was made is not split with that clone', async () => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  const { moves } = await twoSchools(from.path, to.path);
  await (await aCell('c07', from.path))[Symbol.asyncDispose]();
  expect(() => splitCell(orderOf(from.path, to.path, moves))).toThrow('has run since');
});

test('a cell that ran between an interrupted split and its repetition keeps its organisations', async () => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  const { moves } = await twoSchools(from.path, to.path);
  const order = orderOf(from.path, to.path, moves);
  const script = 'test/support/cells/split-until.ts';
  await run(process.execPath, [script, order.from, order.to, order.newCell, moves.id, 'clone marked']).catch(
    () => undefined,
  );
  await using old = await aCell('c07', from.path);
  expect((await eventsOf(old, moves)).status).toBe(200);
  await old.service.stop();
  expect(() => splitCell(order)).toThrow('has run since');
});

test('an organisation that other tokens can access moves only with confirmation', async () => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  const cell = await aCell('c07', from.path);
  const school = await aSchool(cell, 'moves');
  const vendor = await cell.enterprise('Vendor');
  await cell.issue({ enterpriseId: vendor.id, fleetAccess: [school.id] });
  await cell[Symbol.asyncDispose]();
  cpSync(from.path, to.path, { recursive: true });
  const order = orderOf(from.path, to.path, school);
  expect(() => splitCell(order)).toThrow('--cut-fleet-access');
  splitCell({ ...order, cutsFleetAccess: true });
  expect(splitCell(order)).toMatchObject({ cell: 'c07', devices: 1 });
});

test('the cell’s own organisation and an unknown one are not moved', async () => {
  using from = aQuickFolder();
  using to = aQuickFolder();
  const { moves } = await twoSchools(from.path, to.path);
  const own = z.string().parse(
    closing(new Database(`${from.path}/muster.db`, { readonly: true }))
      .prepare('SELECT id FROM enterprise WHERE is_own = 1')
      .pluck()
      .get(),
  );
  expect(() => splitCell(orderOf(from.path, to.path, { ...moves, id: own }))).toThrow('own organisation');
  expect(() => splitCell(orderOf(from.path, to.path, { ...moves, id: 'c07-none' }))).toThrow(
    'no organisation',
  );
});

test('only its own cell serves a store', async () => {
  using folder = aQuickFolder();
  await (await aCell('c07', folder.path))[Symbol.asyncDispose]();
  await expect(startService(cellOptions('c08', folder.path))).rejects.toThrow('that of the cell c07');
  await expect(startService({ ...defaults(folder.path), role: 'central' })).rejects.toThrow('--cell c07');
});

test('a cell does not restore its own backups', async () => {
  using folder = aQuickFolder();
  await using cell = await aCell('c07', folder.path);
  const answer = await cell.call(restoreBackup, { params: { backupName: 'muster-any.db' } });
  expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

function cellOptions(name: string, dataFolder: string) {
  const cell = { name, checksLater: true, makesBackups: false };
  return { ...defaults(dataFolder), role: 'central', cell } as const;
}
