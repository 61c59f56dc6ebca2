import { z } from 'zod';

import { type SettingsChange, settingsSchema, wifiSchema } from '../../../contract/configuration/settings.ts';

const keptWifiSchema = wifiSchema.omit({ password: true }).extend({ sealedPassword: z.string().optional() });

/** Settings as they are kept: what is wanted, nothing that is reported or computed; Wi-Fi passwords sealed. */
export const keptSettingsSchema = settingsSchema
  .omit({ batteryInfo: true, storages: true })
  .extend({ wifi: z.array(keptWifiSchema).optional() });
export type KeptSettings = z.infer<typeof keptSettingsSchema>;

/** A network as it is to be kept: without `sealedPassword` the one that is known stays, null takes it away. */
export type WifiChange = Omit<z.infer<typeof keptWifiSchema>, 'sealedPassword'> & {
  readonly sealedPassword?: string | null | undefined;
};

/** A change whose Wi-Fi passwords are sealed. */
export type SealedChange = Omit<SettingsChange, 'wifi'> & {
  readonly wifi?: readonly WifiChange[] | null | undefined;
};
