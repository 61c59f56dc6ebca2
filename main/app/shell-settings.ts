import { z } from 'zod';

import { programSettingsSchema, SettingsFile } from '../updates/settings-file.ts';
import { placeSchema } from './window/window-place.ts';

const settingsSchema = programSettingsSchema.extend({
  place: placeSchema.optional(),
  /** True once the person was told that the station keeps running without its window. */
  knowsTray: z.boolean().default(false),
});

/** Settings of the shell. */
export class ShellSettings extends SettingsFile<z.infer<typeof settingsSchema>> {
  constructor(path: string) {
    super(path, settingsSchema);
  }
}
