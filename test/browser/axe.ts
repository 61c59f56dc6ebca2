import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

import { isLong } from '../support/long.ts';

/** WCAG 2.0 to 2.2, levels A and AA. */
const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const;
/** The rules whose result depends on colours: all that another colour scheme can change. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** Fails with the findings of axe, WCAG 2.0 to 2.2, levels A and AA, on the whole page or a part of it. */
export function expectAccessible(page: Page, part?: string): Promise<void> {
  return expectNoFinding(page, RULES, part);
}

/** Checks only what another colour scheme can change, for a page already checked completely in the first one. */
export function expectAccessibleColours(page: Page): Promise<void> {
  return expectNoFinding(page, COLOUR_RULES);
}

/**
 * Checks a screen without the side bar, in light and, in the long set, in dark: for tests that visit many screens,
 * because a check is slower than opening the screen.
 */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  if (isLong) {
    await changeTo(page, 'dark');
    await expectNoFinding(page, COLOUR_RULES, 'main');
    await changeTo(page, 'light');
  }
  await expectAccessible(page, 'main');
}

/** Checks the open dialog. */
export function expectAccessibleDialog(page: Page): Promise<void> {
  return expectAccessible(page, '[role="dialog"]');
}

/** Changes the colour scheme of the computer; a page notices it with the next frame. */
async function changeTo(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

async function expectNoFinding(
  page: Page,
  runOnly: typeof RULES | typeof COLOUR_RULES,
  part = 'html',
): Promise<void> {
  // axe refuses a part that is not there; a dialog may open a frame after the press that asks for it.
  await page.locator(part).first().waitFor();
  // Parsing half a megabyte takes longer than checking: once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Passed on as text: passed rules are not described node by node.
  const order = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const findings: unknown = await page.evaluate(`axe
    .run(${JSON.stringify(part)}, ${order})
    .then(({ violations }) =>
      violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary),
      })),
    )`);
  expect(findings).toEqual([]);
}
