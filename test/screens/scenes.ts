import type { Page } from 'playwright';

import type { TestStation } from '../support/a-station.ts';
import type { Scene, Shot } from './scene.ts';
import { CABLE_SHOTS, cableScene } from './cable-scene.ts';
import { OLDER_ADB_SHOTS, olderAdbScene, WIRELESS_SHOTS, wirelessScene } from './wireless-scene.ts';
import { CLASS_SHOTS, CLASS_WORK, classScene } from './class-scene.ts';
import { CONTENT_DIALOGS, CONTENT_SHOTS, contentScene } from './content-scene.ts';
import { ODD_SHOTS, oddScene } from './odd-scene.ts';
import { stationOfYears, YEARS_SHOTS } from './station-many-scene.ts';
import { conflictsScene, syncedScene } from './sync-scene.ts';
import { stationScene } from './station-scene.ts';
import { thirty } from './thirty-scene.ts';
import { STATISTICS_SHOTS, usedScene } from './used-scene.ts';

type SceneOf = {
  readonly name: string;
  readonly stage: (station: TestStation) => Promise<Scene>;
  readonly shots: readonly Shot[];
};

const still = async (page: Page): Promise<void> => {
  await page.locator('#content h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
};

/** The same, once the headsets are there. */
const settled = async (page: Page): Promise<void> => {
  await page.locator('.nav .n').first().waitFor();
  await still(page);
};

/** The board of a class, once the headsets are on it. */
const seated = async (page: Page): Promise<void> => {
  await page.locator('.class-grid .pupil').first().waitFor();
};

async function nothing(): Promise<Scene> {
  return { ids: [], named: {}, [Symbol.asyncDispose]: () => Promise.resolve() };
}

const some = (scene: Scene): string => scene.ids.slice(0, 24).join(',');

/** Every scene with its screenshots. */
export const SCENES: readonly SceneOf[] = [
  {
    name: 'empty',
    stage: nothing,
    shots: [
      { name: 'fleet', path: () => '/fleet', act: still },
      { name: 'enrol', path: () => '/enrol', act: still },
      { name: 'enrol-file', path: () => '/enrol/import', act: still },
      { name: 'enrol-acceptance', path: () => '/enrol/acceptance', act: still },
      { name: 'configure', path: () => '/configure', act: still },
      { name: 'settings', path: () => '/configure/settings', act: still },
      { name: 'history', path: () => '/configure/history', act: still },
      { name: 'profile', path: () => '/configure/profiles/new', act: still },
      { name: 'statistics', path: () => '/statistics', act: still },
      { name: 'headset-gone', path: () => '/fleet/never', act: still },
      { name: 'plan-gone', path: () => '/configure/plan/gone', act: still },
      { name: 'sync', path: () => '/sync', act: still },
      { name: 'sync-connection', path: () => '/sync/connection', act: still },
    ],
  },
  {
    name: 'thirty',
    stage: thirty,
    shots: [
      { name: 'wall', path: () => '/fleet', act: settled },
      { name: 'class', path: () => '/class', act: seated },
      {
        name: 'class-told',
        path: () => '/class',
        act: async (page) => {
          await seated(page);
          await page.locator('.dock .primary').click();
          await page.locator('.run-note').waitFor();
        },
      },
      { name: 'lessons', path: () => '/class/lessons', act: settled },
      { name: 'lesson', path: (scene) => `/class/lessons/${scene.named['lesson']}`, act: settled },
      {
        name: 'table-selected',
        path: () => '/fleet?view=table',
        act: async (page) => {
          await settled(page);
          await page.getByRole('grid').focus();
          await page.keyboard.press('Control+a');
          await page.getByRole('toolbar').waitFor();
        },
      },
      {
        name: 'filter',
        path: () => '/fleet?view=table',
        act: async (page) => {
          await settled(page);
          await page.locator('.fleet-tools button').first().click();
          await page.getByRole('dialog').waitFor();
        },
      },
      {
        name: 'details',
        path: () => '/fleet',
        act: async (page) => {
          await page.getByRole('option', { name: /^A-03/ }).click();
          // In a wide window they are beside the wall.
          await page.locator('[role="dialog"] .facts, .inspector .facts').first().waitFor();
          await settled(page);
        },
      },
      {
        name: 'settings',
        path: (scene) => `/configure/settings?on=${some(scene)}&group=display`,
        act: async (page) => {
          await settled(page);
          await page.getByRole('checkbox').nth(0).click();
          await page.getByRole('checkbox').nth(1).click();
          await page.getByRole('checkbox').nth(3).click();
        },
      },
      {
        name: 'contents',
        path: (scene) => `/configure/settings?on=${some(scene)}&group=contents`,
        act: async (page) => {
          await settled(page);
          await page.getByRole('checkbox').nth(0).click();
          await page.locator('.entry-title').first().click();
        },
      },
      {
        name: 'wifi',
        path: (scene) => `/configure/settings?on=${some(scene)}&group=wifi`,
        act: async (page) => {
          await settled(page);
          await page.getByRole('checkbox').nth(0).click();
          await page.locator('.entry-title').first().click();
        },
      },
      { name: 'kiosk', path: (scene) => `/configure/kiosk?on=${some(scene)}`, act: settled },
      { name: 'plan', path: (scene) => `/configure/plan/${scene.named['plan']}`, act: settled },
      { name: 'run', path: (scene) => `/configure/plan/${scene.named['run']}`, act: settled },
      { name: 'headset', path: (scene) => `/fleet/${scene.ids[2]}`, act: settled },
      { name: 'headset-away', path: (scene) => `/fleet/${scene.ids[20]}`, act: settled },
      { name: 'headset-events', path: (scene) => `/fleet/${scene.ids[0]}/events`, act: settled },
      { name: 'headset-metadata', path: (scene) => `/fleet/${scene.ids[0]}/metadata`, act: settled },
      { name: 'statistics', path: () => '/statistics', act: settled },
      { name: 'statistics-long', path: () => '/statistics?days=180', act: settled },
      { name: 'home', path: () => '/configure', act: settled },
      {
        name: 'enrol-done',
        path: () => '/enrol',
        act: async (page) => {
          await settled(page);
          await page.getByRole('button', { name: /^A-06/ }).click();
        },
      },
      {
        name: 'enrol-swap',
        path: () => '/enrol',
        act: async (page) => {
          await settled(page);
          await page.locator('.enrol-cell').nth(4).click();
          await page.locator('.enrol-place-actions button').first().click();
          await page.getByRole('dialog').waitFor();
        },
      },
      {
        name: 'enrol-replace',
        path: () => '/enrol',
        act: async (page) => {
          await settled(page);
          await page.locator('.enrol-cell').nth(4).click();
          await page.locator('.enrol-place-actions button').nth(1).click();
          await page.getByRole('dialog').waitFor();
        },
      },
      { name: 'enrol-new', path: () => '/enrol/new', act: settled },
      {
        name: 'enrol-acceptance',
        path: () => '/enrol/acceptance',
        act: async (page) => {
          await settled(page);
          await page.locator('.sheet').waitFor();
        },
      },
      {
        name: 'enrol-check',
        path: () => '/enrol/check',
        act: async (page) => {
          await settled(page);
          for (const seen of ['A-01', 'A-03', 'A-02', 'A-04', 'X-99', '']) {
            if (seen === '') await page.locator('.check-actions button').nth(1).click();
            else await page.locator('.check-now input').fill(seen);
            if (seen !== '') await page.keyboard.press('Enter');
          }
        },
      },
      {
        name: 'enrol-file-wrong',
        path: () => '/enrol/import',
        act: async (page) => {
          await still(page);
          const buffer = Buffer.from(
            'nom;modèle;chariot;étagère;place;profil\nB-01;Quest 3;Chariot B;1;1;\nA-01;Quest 3;Chariot B;1;2;\n;;Chariot B;1;zwei;\nB-04;PICO 4;Chariot B;2;1;Science week\n',
          );
          await page
            .locator('input[type=file]')
            .setInputFiles({ name: 'chariot-b.csv', mimeType: 'text/csv', buffer });
          await page.locator('.file-faults').waitFor();
        },
      },
      {
        name: 'profile',
        path: (scene) => `/configure/profiles/${scene.named['profile']}?group=display`,
        act: settled,
      },
      { name: 'history', path: () => '/configure/history', act: settled },
      {
        name: 'search',
        path: () => '/fleet',
        act: async (page) => {
          await settled(page);
          await page.keyboard.press('Control+k');
          await page.keyboard.type('wi-fi');
          await page.locator('[data-combobox-option]').first().waitFor();
        },
      },
    ],
  },
  {
    name: 'none',
    stage: contentScene(0, 0),
    // Without headsets an app has no versions.
    shots: CONTENT_SHOTS.filter(({ name }) => name !== 'content-item'),
  },
  { name: 'one', stage: contentScene(1, 1), shots: CONTENT_SHOTS },
  { name: 'cart', stage: contentScene(30, 5), shots: [...CONTENT_SHOTS, ...CONTENT_DIALOGS] },
  { name: 'thousand', stage: contentScene(1_000, 200), shots: [...CONTENT_SHOTS, ...CONTENT_DIALOGS] },
  { name: 'odd', stage: oddScene, shots: ODD_SHOTS },
  { name: 'used-one', stage: usedScene(1), shots: STATISTICS_SHOTS },
  { name: 'used-cart', stage: usedScene(30), shots: STATISTICS_SHOTS },
  { name: 'used-thousand', stage: usedScene(1_000), shots: STATISTICS_SHOTS },
  { name: 'class-0', stage: classScene(0), shots: CLASS_SHOTS },
  {
    name: 'class-1',
    stage: classScene(1),
    // The one headset needs no attention.
    shots: [...CLASS_SHOTS, ...CLASS_WORK].filter(({ name }) => !/needs|one-chosen/.test(name)),
  },
  { name: 'class-30', stage: classScene(30), shots: [...CLASS_SHOTS, ...CLASS_WORK] },
  { name: 'class-1000', stage: classScene(1_000), shots: [...CLASS_SHOTS, ...CLASS_WORK] },
  {
    name: 'station',
    stage: stationScene,
    shots: [
      { name: 'check', path: () => '/station', act: still },
      { name: 'tokens', path: () => '/station/tokens', act: still },
      {
        name: 'docs',
        path: () => '/docs',
        act: (page) => page.locator('#createSlots summary').click(),
      },
      { name: 'backups', path: () => '/station/backups', act: still },
      {
        name: 'backup-look',
        path: () => '/station/backups',
        act: async (page) => {
          await still(page);
          await page.locator('.rows li .mantine-Button-root').first().click();
          await page.getByRole('dialog').locator('input').waitFor();
        },
      },
      { name: 'computer', path: () => '/station/computer', act: still },
      { name: 'people', path: () => '/station/people', act: still },
      { name: 'audit', path: () => '/station/audit', act: still },
    ],
  },
  { name: 'years', stage: stationOfYears, shots: YEARS_SHOTS },
  {
    name: 'conflicts-1000',
    stage: conflictsScene(1_000),
    shots: [
      { name: 'sync-1000', path: () => '/sync', act: settled },
      { name: 'sync-conflicts-1000', path: () => '/sync/conflicts', act: settled },
      {
        name: 'sync-conflicts-found',
        path: () => '/sync/conflicts',
        act: async (page) => {
          await page.getByRole('search').getByRole('textbox').fill('C-');
          await settled(page);
        },
      },
      {
        name: 'sync-rule-1000',
        path: () => '/sync/conflicts',
        act: async (page) => {
          await settled(page);
          await page.locator('.head .tools button').click();
          await page.getByRole('dialog').waitFor();
        },
      },
    ],
  },
  {
    name: 'conflicts-1',
    stage: conflictsScene(1),
    shots: [
      { name: 'sync-1', path: () => '/sync', act: settled },
      { name: 'sync-conflicts-1', path: () => '/sync/conflicts', act: settled },
    ],
  },
  {
    name: 'conflicts-0',
    stage: conflictsScene(0),
    shots: [
      { name: 'sync-0', path: () => '/sync', act: still },
      { name: 'sync-conflicts-0', path: () => '/sync/conflicts', act: still },
    ],
  },
  {
    name: 'synced',
    stage: syncedScene,
    shots: [
      { name: 'sync', path: () => '/sync', act: settled },
      { name: 'sync-conflicts', path: () => '/sync/conflicts', act: settled },
      {
        name: 'sync-rule',
        path: () => '/sync/conflicts',
        act: async (page) => {
          await settled(page);
          await page.locator('.head .tools button').click();
          await page.getByRole('dialog').waitFor();
        },
      },
      { name: 'sync-headsets', path: () => '/sync/headsets', act: settled },
      {
        name: 'sync-drop',
        path: () => '/sync/headsets',
        act: async (page) => {
          await settled(page);
          await page.locator('.sync-headsets td.num button').last().click();
          await page.getByRole('dialog').locator('table').first().waitFor();
        },
      },
      { name: 'sync-gone', path: () => '/sync/headsets?which=gone', act: settled },
      { name: 'sync-unlinked', path: () => '/sync/headsets?which=unlinked', act: settled },
      { name: 'sync-aside', path: () => '/sync/headsets?which=aside', act: settled },
      { name: 'sync-history', path: () => '/sync/history', act: settled },
      {
        name: 'sync-report',
        path: () => '/sync/history',
        act: async (page) => {
          await settled(page);
          await page.locator('.sync-runs button').last().click();
          await page.getByRole('dialog').locator('table').waitFor();
        },
      },
      { name: 'sync-connection', path: () => '/sync/connection', act: settled },
      { name: 'sync-wall', path: () => '/fleet', act: settled },
      {
        name: 'sync-table',
        path: () => '/fleet?view=table&sync=ahead',
        act: async (page) => {
          // Not before it has its session: its URL opens one only once.
          await settled(page);
          await page.evaluate(() => localStorage.setItem('muster.columns', 'battery cart sync heard'));
          await page.reload();
          await settled(page);
        },
      },
    ],
  },
  { name: 'bench', stage: cableScene, shots: CABLE_SHOTS },
  { name: 'pairing', stage: wirelessScene, shots: WIRELESS_SHOTS },
  { name: 'older-adb', stage: olderAdbScene, shots: OLDER_ADB_SHOTS },
];
