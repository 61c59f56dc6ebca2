import { expect, test } from 'vitest';

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
