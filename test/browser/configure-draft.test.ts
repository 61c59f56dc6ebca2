import { expect, test } from 'vitest';

import { createProfile } from '../../shared/contract/configuration/profiles.ts';
import { aReadyCart } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();

test('a draft belongs to its selection, and ends when it is applied', async () => {
  await using station = await aStationWithInterface();
  const [first, second] = await aReadyCart(station, 2);
  const settingsOf = (id = '') => `/configure/settings?on=${id}&group=power`;
  const { page, faults } = await browser.open(station, { path: settingsOf(first?.id) });
  const chosen = page.locator('.field.managed');
  const field = page.locator('[data-field="power.autoSleepOnTakeoff"]');

  await expectOnPage(field).toContainText('No change');
  await field.getByRole('checkbox').first().check();
  await expectOnPage(chosen).toHaveCount(1);

  // Another selection starts with nothing; the same one keeps what was edited until it is applied.
  const go = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await go('/configure');
  await go(settingsOf(first?.id));
  await expectOnPage(chosen).toHaveCount(1);
  await go(settingsOf(second?.id));
  await expectOnPage(field).toContainText('No change');
  await expectOnPage(chosen).toHaveCount(0);

  await field.getByRole('checkbox').first().check();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Nothing has been sent yet.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Stop', exact: true }).or(page.getByText('Undo')).first().waitFor();
  await go(settingsOf(second?.id));
  await expectOnPage(field).toBeVisible();
  await expectOnPage(chosen).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('what a headset supports is said within its column, at every width', async () => {
  await using station = await aStationWithInterface();
  const [headset] = await aReadyCart(station, 1);
  const { page } = await browser.open(station, {
    path: `/configure/settings?on=${headset?.id}&group=display`,
  });
  for (const width of [1_024, 1_280, 1_440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator('.field-works').first().waitFor();
    const over = await page.locator('.field-works').evaluateAll((all) =>
      all.flatMap((each) => {
        const { right } = each.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(each);
        return [...words.getClientRects()].some((rect) => rect.right > right + 1) ? [each.textContent] : [];
      }),
    );
    expect(over).toEqual([]);
  }
});

test('a new Wi-Fi network asks for its name and password, and complains of nothing', async () => {
  await using station = await aStationWithInterface();
  const [headset] = await aReadyCart(station, 1);
  const { page, faults } = await browser.open(station, {
    path: `/configure/settings?on=${headset?.id}&group=wifi`,
  });
  await page.getByRole('checkbox', { name: 'Manage: Networks' }).check();
  await expectOnPage(page.getByRole('textbox', { name: 'Network name' })).toBeFocused();
  await page.keyboard.type('CART-A');
  await expectOnPage(page.getByRole('textbox', { name: 'Password', exact: true })).toBeVisible();
  await expectOnPage(page.getByText('Leave empty to keep the current password')).toHaveCount(0);
  await expectOnPage(page.getByRole('button', { name: 'Show current password' })).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('support that a group of settings shares is stated once, above it', async () => {
  await using station = await aStationWithInterface();
  const [headset] = await aReadyCart(station, 1);
  const { page } = await browser.open(station, {
    path: `/configure/settings?on=${headset?.id}&group=tracking`,
  });
  await expectOnPage(page.locator('.field-common')).toContainText('Unless a setting says otherwise:');
  const said = page.locator('.field .field-works:not(:empty)');
  expect(await said.count()).toBeLessThan((await page.locator('.field').count()) / 2);
});

test('a level of a profile without a scale is asked for again, and not read as per cent', async () => {
  await using station = await aStationWithInterface();
  const { body: profile } = await station.call(createProfile, {
    body: { name: 'Old', settings: { display: { brightness: 179 } } },
  });
  const { page } = await browser.open(station, {
    path: `/configure/profiles/${profile.id}?group=display`,
  });
  const field = page.locator('[data-field="display.brightness"]');
  await expectOnPage(field).toContainText('Stored as 179, a number of the manufacturer.');
  const save = page.getByRole('button', { name: /^Save/ });
  await expectOnPage(save).toBeDisabled();
  await field.getByRole('textbox').fill('70');
  await expectOnPage(field).not.toContainText('Stored as 179');
  await expectOnPage(save).toBeEnabled();
});
