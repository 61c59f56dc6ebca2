import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type RunningService, startService } from '../../main/service/index.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { createBackup } from '../../shared/contract/operations/backups.ts';
import { listDevices } from '../../shared/contract/devices/devices.ts';
import { defaults } from '../support/a-station.ts';
import { expectAccessible } from '../browser/axe.ts';

import { aShellRig, type ShellRig } from './stand-in/a-shell.ts';
import { person } from './stand-in/index.ts';

vi.mock('electron', () => import('./stand-in/index.ts'));

const byText = (a: unknown, b: unknown): number => String(a).localeCompare(String(b));
let rig: ShellRig;
let service: RunningService;

/** A running station with a backup and three slots created since. */
beforeAll(async () => {
  rig = await aShellRig();
  service = await startService(defaults(rig.folder));
  const call = (method: string, path: string, body: unknown): Promise<Response> =>
    fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await call(createSlots.method, createSlots.path, { count: 2, labelPrefix: 'BEFORE-' });
  await call(createBackup.method, createBackup.path, {});
  await call(createSlots.method, createSlots.path, { count: 3, labelPrefix: 'AFTER-' });
});
afterAll(() => rig[Symbol.asyncDispose]());

test('a station that cannot start says why; if the store is damaged, the person can restore the newest good backup; nothing is overwritten', async () => {
  const { runDesktop } = await import('../../main/app/desktop.ts');
  runDesktop(rig.flags, rig.parts);
  await vi.waitUntil(() => person.windows[0]?.isShown === true, { timeout: 120_000 });
  const page = await person.windows[0]?.contents.page;
  if (page === undefined) throw new Error('No page');
  page.setDefaultTimeout(120_000);
  // Two stations never run on one data folder.
  await page.getByRole('heading', { name: 'Muster cannot run its station' }).waitFor();
  expect(await page.locator('main').textContent()).toContain(rig.folder);
  await expectAccessible(page);
  await page.screenshot({ path: '.build/desktop-cannot-start.png' });

  // The other station ends; then the middle of its store is overwritten.
  const { token } = service;
  await service.stop();
  const store = join(rig.folder, 'muster.db');
  const bytes = readFileSync(store);
  writeFileSync(store, bytes.fill(0x5a, 4_096, 6 * 4_096));
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'The data of this station is damaged' }).waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: '.build/desktop-damaged.png' });
  expect(await page.evaluate(() => document.scripts.length)).toBe(0);

  // A hijacked page can be sent anywhere; only the choices have an effect.
  await page.evaluate(() => void (location.href = 'https://example.com/')).catch(() => undefined);
  await page.getByRole('link', { name: 'Restore the backup of' }).click();

  await page.waitForURL(/^http:\/\/127\.0\.0\.1/);
  const { origin } = new URL(page.url());
  const answer = await fetch(origin + listDevices.path, { headers: { authorization: `Bearer ${token}` } });
  const { items } = listDevices.reply.parse(await answer.json());
  expect(items.map(({ label }) => label).toSorted(byText)).toEqual(['BEFORE-01', 'BEFORE-02']);
  expect(readdirSync(rig.folder).some((name) => name.startsWith('kept-muster.db.damaged-'))).toBe(true);
});
