import { z } from 'zod';

import type { Storage } from '../../../../shared/contract/configuration/settings/settings.ts';

// Validated in full when received: thousands of these are read for one reply, so only their form is checked.
const storagesSchema = z.custom<Storage[]>(Array.isArray);

/** Returns the volumes of a headset as last reported; none if never. */
export function storagesOf({ storages }: { readonly storages: string | null }): Storage[] {
  return storages === null ? [] : storagesSchema.parse(JSON.parse(storages));
}
