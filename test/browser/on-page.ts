import { expect as expectFiveSeconds } from 'playwright/test';

import { PATIENCE_MS } from './support.ts';

/** What a page must come to show; it has as long for that as for everything else on a busy machine, not the usual five seconds. */
export const expect = expectFiveSeconds.configure({ timeout: PATIENCE_MS });
