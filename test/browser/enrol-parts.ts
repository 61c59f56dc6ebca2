import { request } from 'node:http';

import {
  type HeadsetOptions,
  Headset,
  NO_FAULTS,
  onlyWith,
  systemClock,
  USUAL_HABITS,
} from '../../main/simulator/index.ts';
import { enrolDeviceByCode } from '../../shared/contract/enrolment/enrolment.ts';
import type { Page } from 'playwright';
import type { TestStation } from '../support/a-station.ts';

/** Headsets that a person would hold; dispose of them before the station. */
export type Hands = AsyncDisposable & {
  /** Puts a headset on and types a code, which may be wrong. */
  type(code: number): void;
};

/** Returns no headsets yet, for a station. `enrolToken` is what headsets use; `changes` apply to all of them. */
export function hands(
  station: TestStation,
  enrolToken: string,
  changes: Partial<HeadsetOptions> = {},
): Hands {
  const headsets: Headset[] = [];
  return {
    type: (code) => {
      const headset = new Headset({
        url: station.url,
        seed: `enrol/${headsets.length}`,
        enrolToken,
        admission: onlyWith({ kind: 'code', code }),
        heartbeatMs: 5_000,
        habits: USUAL_HABITS,
        faults: NO_FAULTS,
        clock: systemClock,
        observe: () => undefined,
        ...changes,
      });
      headsets.push(headset);
      void headset.run();
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(headsets.map((headset) => headset.stop()));
    },
  };
}

/** Types `count` invalid codes. Ten come from one address, because more would be blocked. */
export async function typeWrongCodes(
  station: TestStation,
  enrolToken: string,
  count: number,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const localAddress = `127.0.0.${2 + Math.floor(index / 10)}`;
    // Codes have six digits without a leading zero, so a number this small is always wrong.
    statuses.push(await post(station, enrolToken, { localAddress, code: index + 1 }));
  }
  return statuses;
}

type Guess = { readonly localAddress: string; readonly code: number };

function post(station: TestStation, token: string, { localAddress, code }: Guess): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const options = { method: enrolDeviceByCode.method, headers, localAddress, agent: false };
    const guess = request(station.url + enrolDeviceByCode.path, options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    guess.on('error', reject);
    guess.end(JSON.stringify({ code, androidId: `guesser-${code}` }));
  });
}

/** Fills in the cart form with its suggestions and another number of headsets. */
export async function makeCart(page: Page, count: number): Promise<void> {
  await page.getByLabel('Headsets', { exact: true }).fill(String(count));
  await page.getByRole('button', { name: `Create ${count} slot` }).click();
  // The slots arrive in batches; the first one's code appears before the last slot of a large cart.
  await page
    .locator('.enrol-cell')
    .nth(count - 1)
    .waitFor();
  await page.locator('.enrol-code').waitFor();
}

/** Returns the six digits that the screen shows. */
export async function readCode(page: Page): Promise<number> {
  const shown = await page.locator('.enrol-card .enrol-code').innerText();
  return Number(shown.replaceAll(/\s/g, ''));
}

/** The current slot. */
export function shownName(page: Page): ReturnType<Page['locator']> {
  return page.locator('#enrol-card-name');
}

/** Types a text as a hand scanner does: all keys within a few milliseconds, Enter at the end. */
export function scan(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (keys) => {
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    [...Array.from(text), 'Enter'],
  );
}
