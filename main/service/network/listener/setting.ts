import { z } from 'zod';

import type { OpenSetting, Setting } from '../../kernel/store/setting.ts';

const lanSettingsSchema = z.object({
  isOn: z.boolean(),
  port: z.int(),
  /** Null: all of them. */
  interfaces: z.array(z.string()).nullable(),
  allowsUnpaired: z.boolean(),
  /** A hash. */
  passcode: z.string().nullable(),
});

/** What is stored of the local network. */
export type LanSettings = Readonly<z.infer<typeof lanSettingsSchema>>;
export type LanSetting = OpenSetting<LanSettings>;

/** Where and for whom the station listens on the local network. Source of the first values: design.md section 3. */
export const lanSetting: Setting<LanSettings> = {
  key: 'network.listener',
  schema: lanSettingsSchema,
  initial: { isOn: false, port: 7443, interfaces: null, allowsUnpaired: true, passcode: null },
};
