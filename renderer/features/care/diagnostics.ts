import type { z } from 'zod';

import type { getDiagnostics } from '../../../shared/contract/diagnostics.ts';

/** What the station tells of itself and the computer that it runs on. */
export type Diagnostics = z.infer<typeof getDiagnostics.reply>;
