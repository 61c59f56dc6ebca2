// Two real browsers side by side: two people join their stations by comparing a code.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { getSync } from '../../shared/contract/sync/sync.ts';
import { interfaceFolder } from '../../main/cli/product.ts';
import { aNearbyStation, type NearbyStation, untilPartner } from '../support/partners.ts';
import { expectAccessible } from './axe.ts';
import { aSharedBrowser } from './support.ts';

const browser = aSharedBrowser();
const PICTURES = process.env['MUSTER_PICTURES'];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 768, height: 1_024 },
  { width: 390, height: 844 },
];

/** A person with a browser on one station, whose clicks are counted. */
class Person {
  clicks = 0;
  readonly page: Page;
  readonly faults: readonly string[];
  readonly #name: string;

  constructor(window: { page: Page; faults: readonly string[] }, name: string) {
    this.page = window.page;
    this.faults = window.faults;
    this.#name = name;
  }

  async click(role: 'button' | 'link', name: string | RegExp): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole(role, { name }).first().click();
  }

  /** Checks the screen, and photographs it in every size if a folder for pictures is given. */
  async look(what: string): Promise<void> {
    await expectAccessible(this.page);
    for (const size of PICTURES === undefined ? [] : SIZES) {
      await this.page.setViewportSize(size);
      await this.page.screenshot({
        path: `${PICTURES}/${this.#name}-${what}-${size.width}.png`,
        fullPage: true,
      });
    }
    await this.page.setViewportSize({ width: 1_280, height: 800 });
  }
}

/** Opens a station. Loopback has no multicast, so the answer of the search is the other station, as found elsewhere. */
async function personAt({ station }: NearbyStation, other: NearbyStation, name: string): Promise<Person> {
  const person = new Person(await browser.open(station), name);
  await person.page.route('**/station/partner/stations', (route) =>
    route.fulfill({ json: { items: [{ url: other.url, name: name === 'a' ? 'Cart B' : 'Cart A' }] } }),
  );
  return person;
}

test('two people join their stations with three clicks each, and one station takes over from the other', async () => {
  await using cartA = await aNearbyStation('Cart A', { interfaceFolder });
  await using cartB = await aNearbyStation('Cart B', { interfaceFolder });
  await cartA.station.slots(3, 'A-');
  await cartB.station.slots(2, 'B-');
  const [a, b] = [await personAt(cartA, cartB, 'a'), await personAt(cartB, cartA, 'b')];
  await a.click('link', /^Sync/);
  await a.page.getByText('Cart B', { exact: true }).waitFor();
  await a.look('found');
  await a.click('button', 'Work together with Cart B');
  await a.page.getByText('Waiting for the other station').waitFor();
  await a.look('waiting');
  await b.click('link', /^Sync/);
  await b.click('button', 'Work together with Cart A');
  const codes = await Promise.all(
    [a, b].map(async ({ page }) => page.locator('.partner-code').textContent({ timeout: 20_000 })),
  );
  expect(codes[0]).toMatch(/\d{3} \d{3}$/);
  expect(codes[1]).toBe(codes[0]);
  await a.page.getByText('This station will serve Cart B').waitFor();
  await b.page.getByText('Cart A will serve this station').waitFor();
  await a.look('code');
  await a.click('button', 'The codes match');
  await a.page.getByText('Confirmed here').waitFor();
  await b.click('button', 'The codes match');
  await a.page.getByText('This station must be on for both to sync.').waitFor();
  await b.page.getByText('Cart A must be on for both to sync.').waitFor();
  expect([a.clicks, b.clicks]).toEqual([3, 3]);
  await expect
    .poll(async () => (await cartB.station.call(getSync)).body)
    .toMatchObject({ linked: 5, unlinked: 0 });
  await a.look('serving');
  await b.look('served');

  // Cart A is switched off for good.
  await a.page.close();
  await cartA.station.service.stop();
  await b.click('button', 'Take over');
  await b.page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await b.page.getByRole('dialog', { name: 'Cart A does not answer' }).waitFor();
  await b.look('gone');
  await b.page.getByRole('button', { name: 'Take over anyway' }).click();
  await b.page.getByText('This station must be on for both to sync.').waitFor();
  await b.page.getByText('Cart A does not know yet that this station took over.').waitFor();
  await b.look('untold');
  await untilPartner(cartB, ({ partner }) => partner?.serves === true);
  expect(b.faults.filter((fault) => !fault.includes('502'))).toEqual([]);
}, 120_000);
