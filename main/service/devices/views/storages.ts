import { z } from 'zod';

import type { Storage } from '../../../../shared/contract/configuration/settings.ts';

// Checked to the last field when it came in: thousands of these are read for one answer, so only their form is looked at.
const storagesSchema = z.custom<Storage[]>(Array.isArray);

/** The volumes of a headset as it last reported them; none where it never did. */
export function storagesOf({ storages }: { readonly storages: string | null }): Storage[] {
  return storages === null ? [] : storagesSchema.parse(JSON.parse(storages));
}
