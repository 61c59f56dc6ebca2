import { z } from 'zod';

import { type SettingsChange, settingsSchema } from '../../../contract/configuration/settings/settings.ts';
import { wifiSchema } from '../../../contract/configuration/settings/settings-entries.ts';

const storedWifiSchema = wifiSchema
  .omit({ password: true })
  .extend({ sealedPassword: z.string().optional() });

/** Settings as stored: desired values only, nothing reported or computed; Wi-Fi passwords encrypted. */
export const storedSettingsSchema = settingsSchema
  .omit({ batteryInfo: true, storages: true })
  .extend({ wifi: z.array(storedWifiSchema).optional() });
export type StoredSettings = z.infer<typeof storedSettingsSchema>;

/** A network to store: without `sealedPassword` the stored one stays, null removes it. */
export type WifiChange = Omit<z.infer<typeof storedWifiSchema>, 'sealedPassword'> & {
  readonly sealedPassword?: string | null | undefined;
};

/** A change whose Wi-Fi passwords are encrypted. */
export type SealedChange = Omit<SettingsChange, 'wifi'> & {
  readonly wifi?: readonly WifiChange[] | null | undefined;
};
