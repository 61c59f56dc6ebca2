import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from 'playwright';

import { contract } from '../../shared/contract/index.ts';
import { aPerson, passcodeOf } from '../support/people.ts';
import type { TestStation } from '../support/a-station.ts';
import { aReadyCart } from '../browser/a-cart.ts';
import type { Scene, Shot } from './scene.ts';

const [PEOPLE, TOKENS, DELIVERIES, ENTRIES, ROUTERS, WEBHOOKS] = [200, 1_000, 1_000, 100_000, 20, 20];
const HOUR_MS = 3_600_000;
const ACTS = ['configureDevices', 'sendCommandToMany', 'runLessonStep', 'testRouter', 'updateProfile'];
const FIRST_NAMES = ['Ada', 'Béatrice', 'Chloé', 'Dominique', 'Élise', 'Farid', 'Grâce', 'Hugo'];

/** A station after years: every list at its maximum length. */
export async function stationOfYears(station: TestStation): Promise<Scene> {
  const cart = await aReadyCart(station, 6);
  await aPerson(station, 'Madame Laurent', 'teacher');
  await aPerson(station, 'Ines', 'viewer');
  await station.call(contract.replaceRouters, {
    body: {
      items: Array.from({ length: ROUTERS }, (_, at) => ({
        id: `router-${at}`,
        kind: 'mikrotik',
        label:
          at === 3 ? 'Gymnase du bâtiment principal, armoire technique au fond à gauche' : `Room ${at + 1}`,
        url: `https://10.0.${at}.1`,
        username: 'muster',
        password: 'x',
      })),
    },
  });
  for (let at = 0; at < WEBHOOKS; at += 1)
    await station.call(contract.createWebhook, {
      body: { url: `https://hooks.example/muster/${at}`, label: `Help desk ${at + 1}` },
    });
  for (let at = 0; at < TOKENS; at += 1)
    await station.call(contract.issueToken, { body: { scope: 'enterprise', label: `Timetable ${at + 1}` } });
  fill(station);
  return {
    ids: cart.map(({ id }) => id),
    named: {},
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Writes the data of years directly into the store. */
function fill({ folder, enterpriseId }: TestStation): void {
  const db = new Database(join(folder, 'muster.db'), { timeout: 120_000 });
  const nowMs = Date.now();
  const person = db.prepare(
    `INSERT INTO person (id, name, role, passcode, created_at_ms, passcode_set_at_ms) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const delivery = db.prepare(
    `INSERT INTO webhook_delivery (id, webhook_key, type, body, status, attempts, created_at_ms, finished_at_ms,
       last_status, duration_ms) VALUES (?, 1, 'device.event.APP_STARTED', '{}', ?, 1, ?, ?, ?, 31)`,
  );
  const entry = db.prepare(
    `INSERT INTO audit (seq, at_ms, enterprise_id, kind, who, role, address, is_from_lan, operation, subject, targets,
       devices_id, status, skipped, hash) VALUES (?, ?, ?, 'person', ?, 'technician', '10.0.0.7', 1, ?, ?, 0, '[]', ?, 0, '')`,
  );
  db.transaction(() => {
    for (let at = 0; at < PEOPLE; at += 1) {
      const name = `${FIRST_NAMES[at % FIRST_NAMES.length]} ${at + 1}`;
      const role = at % 5 === 0 ? 'technician' : at % 3 === 0 ? 'viewer' : 'teacher';
      person.run(`person-${at}`, name, role, `hash ${at}`, nowMs, nowMs);
    }
    for (let at = 0; at < DELIVERIES; at += 1) {
      const atMs = nowMs - (DELIVERIES - at) * 60_000;
      const isDelivered = at % 40 !== 0;
      delivery.run(
        `delivery-${at}`,
        isDelivered ? 'delivered' : 'abandoned',
        atMs,
        atMs,
        isDelivered ? 204 : 500,
      );
    }
    const head = (db.prepare('SELECT max(seq) AS seq FROM audit').get() as { seq: number }).seq;
    for (let at = 1; at <= ENTRIES; at += 1) {
      const who = `${FIRST_NAMES[at % FIRST_NAMES.length]} ${(at % PEOPLE) + 1}`;
      const atMs = nowMs - HOUR_MS - (ENTRIES - at) * 5 * 60_000;
      const about = at % 7 === 0 ? 'Gymnase' : null;
      entry.run(head + at, atMs, enterpriseId, who, ACTS[at % ACTS.length], about, at % 50 === 0 ? 403 : 200);
    }
    db.prepare("UPDATE audit_head SET seq = ?, hash = ''").run(head + ENTRIES);
  })();
  db.close();
}

const still = async (page: Page): Promise<void> => {
  await page.locator('#content h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
  await page.locator('#content tbody tr, #content .rows li, #content .panel').first().waitFor();
};

/** What a window stores once a person has signed in: signing in takes longer than a screen. */
const signedIn = new Map<string, [string, string][]>();

async function signIn(page: Page, name: string): Promise<[string, string][]> {
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem('muster.asksPasscode', 'yes');
    location.assign('/fleet');
  });
  await page.locator('input[type=password]').fill(passcodeOf(name));
  await page.locator('button[type=submit]').click();
  await page.locator('#content').waitFor();
  return page.evaluate(() => Object.entries<string>(localStorage));
}

/** The same screens as a person of another role sees them. */
const as = (name: string, path: string) => async (page: Page) => {
  await page.locator('#content h1').first().waitFor();
  const url = new URL(path, page.url());
  const whoAndWhere = `${name} ${url.origin}`;
  const stored = signedIn.get(whoAndWhere) ?? (await signIn(page, name));
  signedIn.set(whoAndWhere, stored);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, stored);
  await page.goto(url.toString());
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
};

const ROLE_SCREENS = [
  ['fleet', '/fleet'],
  ['table', '/fleet?view=table'],
  ['configure', '/configure'],
  ['enrol', '/enrol'],
  ['class', '/class'],
  ['lessons', '/class/lessons'],
  ['content', '/content'],
  ['content-offline', '/content/offline'],
  ['content-expiry', '/content/expiry'],
  ['statistics', '/statistics'],
  ['sync', '/sync'],
  ['station', '/station'],
] as const;

export const YEARS_SHOTS: readonly Shot[] = [
  ...['check', 'network', 'routers', 'tokens', 'webhooks', 'people', 'audit', 'backups', 'computer'].map(
    (name) => ({ name, path: () => `/station/${name}`, act: still }),
  ),
  {
    name: 'deliveries',
    path: () => '/station/webhooks',
    act: async (page) => {
      await still(page);
      await page.locator('.rows li button').first().click();
      await page.locator('.deliveries li').first().waitFor();
    },
  },
  ...(['Madame Laurent', 'Ines'] as const).flatMap((name, at) =>
    ROLE_SCREENS.map(([screen, path]) => ({
      name: `${at === 0 ? 'teacher' : 'viewer'}-${screen}`,
      path: () => '/fleet',
      act: as(name, path),
    })),
  ),
];
