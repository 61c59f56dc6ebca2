import { expect as expectAtOnce } from 'playwright/test';

/** Long enough for a loaded two-core machine; nothing waits that long when all is well. In ms. */
export const PATIENCE_MS = 30_000;

/** What is expected of a page, waited for as long as everything else in these tests: Playwright's own five seconds are few beside other browsers. */
export const expect = expectAtOnce.configure({ timeout: PATIENCE_MS });
