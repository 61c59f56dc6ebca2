import type { Page } from 'playwright';

import { createLesson, type LessonStep } from '../../shared/contract/classroom/lessons.ts';
import { aCart, type CartHeadset } from '../browser/a-cart.ts';
import type { TestStation } from '../support/a-station.ts';
import { aPerson, passcodeOf } from '../support/people.ts';
import type { Scene, Shot } from './scene.ts';
import { VOLCANO } from './volcano.ts';

const OF_A_CART = 50;
const TEACHER = 'Madame Laurent';

/** Creates headsets in carts of fifty, linked except every eleventh, worn, charged and busy in different ways. */
export function classScene(count: number): (station: TestStation) => Promise<Scene> {
  return async (station) => {
    const carts = Array.from({ length: Math.ceil(count / OF_A_CART) }, (_each, cart) =>
      aCart(station, Math.min(OF_A_CART, count - cart * OF_A_CART), String.fromCodePoint(65 + cart)),
    );
    const headsets = (await Promise.all(carts)).flat();
    const links = await Promise.all(headsets.map((headset, index) => live(station, headset, index)));
    await aPerson(station, TEACHER, 'teacher');
    if (count > 0) await lessons(station);
    return {
      ids: headsets.map(({ id }) => id),
      named: {},
      async [Symbol.asyncDispose]() {
        await Promise.all(links.map(async (link) => link?.[Symbol.asyncDispose]()));
      },
    };
  };
}

async function live(station: TestStation, headset: CartHeadset, index: number) {
  const { id, token } = headset;
  const payload = { packageName: VOLCANO.packageName };
  const started = { eventId: `${id}-1`, type: 'APP_STARTED', timestamp: Date.now(), payload };
  await headset.report({
    batteryInfo: { level: index % 13 === 5 ? 9 : 95 - ((index * 7) % 60), isCharging: index % 9 === 4 },
    worn: index % 3 !== 2,
    installedPackages: [{ packageName: VOLCANO.packageName, versionCode: 3 }],
    ...(index % 4 === 3 ? {} : { events: [started] }),
    ...(index % 17 === 8 ? { storages: [{ totalSpace: 128e9, freeSpace: 1e9, isRemovable: false }] } : {}),
  });
  return index % 11 === 10 ? undefined : station.stream(`/devices/${id}/updates`, token);
}

const LONG = 'Volcanoes, plate tectonics and what the ground under our school is made of';

async function lessons(station: TestStation): Promise<void> {
  const steps: LessonStep[] = [
    { label: 'Open the lab', action: { do: 'start', packageName: VOLCANO.packageName } },
    { label: 'Quieter', action: { do: 'volume', volume: 30 } },
    { label: 'Everybody looks at the map', action: { do: 'look' } },
    { label: 'Resume', action: { do: 'resume' } },
    { label: 'The old film', action: { do: 'start', packageName: 'org.lumiere.gone' } },
  ];
  const names = [LONG.slice(0, 64), ...Array.from({ length: 24 }, (_each, index) => `Lesson ${index + 1}`)];
  for (const name of names) {
    await station.call(createLesson, { body: { name, audience: { kind: 'all' }, steps } });
  }
}

const seated = async (page: Page): Promise<void> => {
  await page.locator('.class-grid .pupil, .class-page h2').first().waitFor();
};

/** Signs the teacher in. */
const asTeacher = async (page: Page): Promise<void> => {
  await seated(page);
  await page.evaluate(() => {
    localStorage.setItem('muster.asksPasscode', 'yes');
    localStorage.removeItem('muster.session');
  });
  await page.reload();
  await page.locator('input[type="password"]').fill(passcodeOf(TEACHER));
  await page.locator('form button[type="submit"]').click();
  await seated(page);
};

/** Sends the first step of a lesson to the class. */
const firstStep = async (page: Page): Promise<void> => {
  await asTeacher(page);
  await page.locator('.class-select select').selectOption({ index: 1 });
  await page.locator('.lesson-bar button').first().click();
};

/** Class as a technician and as a teacher see it, with any number of headsets. */
export const CLASS_SHOTS: readonly Shot[] = [
  { name: 'class', path: () => '/class', act: seated },
  { name: 'class-teacher', path: () => '/class', act: asTeacher },
];

/** Actions on the board if there are headsets. */
export const CLASS_WORK: readonly Shot[] = [
  {
    name: 'class-lesson',
    path: () => '/class',
    act: async (page) => {
      await firstStep(page);
      await page.locator('.run-note').waitFor();
    },
  },
  {
    name: 'class-no-answer',
    path: () => '/class',
    act: async (page) => {
      await firstStep(page);
      // None of these headsets answers.
      await page.locator('.pupil.bad').first().waitFor();
    },
  },
  {
    name: 'class-one-chosen',
    path: () => '/class',
    act: async (page) => {
      await asTeacher(page);
      await page.locator('.class-grid [role="option"]').first().click();
    },
  },
  {
    name: 'class-needs',
    path: () => '/class',
    act: async (page) => {
      await seated(page);
      await page.locator('.class-controls > button[aria-pressed]').click();
      await page.locator('.class-controls > button[aria-pressed="true"]').waitFor();
    },
  },
  {
    name: 'class-leave',
    path: () => '/class',
    act: async (page) => {
      await asTeacher(page);
      await page.locator('.class-controls > button').last().click();
      await page.getByRole('dialog').locator('input').fill('not this one');
      await page.getByRole('dialog').locator('button[type="submit"]').click();
      await page.getByRole('dialog').locator('[class*="error"]').first().waitFor();
    },
  },
  {
    name: 'class-apps',
    path: () => '/class',
    act: async (page) => {
      await seated(page);
      await page.locator('.app-btn').click();
      await page.locator('.class-menu').waitFor();
    },
  },
  {
    name: 'lessons',
    path: () => '/class/lessons',
    act: async (page) => page.locator('.page-body .rows').waitFor(),
  },
];
