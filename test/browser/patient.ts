import { expect as expectAtOnce } from 'playwright/test';

/** Timeout for a loaded two-core machine; rarely reached. In ms. */
export const PATIENCE_MS = 120_000;

/**
 * Page expectations with the timeout of these tests: Playwright's default of five seconds is too short beside other
 * browsers.
 */
export const expect = expectAtOnce.configure({ timeout: PATIENCE_MS });
