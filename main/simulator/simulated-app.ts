import { z } from 'zod';

import { digestInAddress } from '../../shared/domain/content/library-address.ts';

/** An application of the library as simulated headsets install it: its real size, and the name of its version. */
export const simulatedAppSchema = z.object({
  sha256: z.string(),
  sizeBytes: z.int(),
  versionName: z.string(),
});
export type SimulatedApp = Readonly<z.infer<typeof simulatedAppSchema>>;

/** A small application installs quickly, in ms. */
const KNOWN_INSTALL_MS = 1_500;

/** Returns the application at a URL, if it is one of these. */
export function appAt(apps: readonly SimulatedApp[], url: string | undefined): SimulatedApp | undefined {
  const digest = url === undefined ? undefined : digestInAddress(url);
  return apps.find(({ sha256 }) => sha256 === digest);
}

/** Returns how long an application installs, in ms; `care` is 0 to 1. */
export function installMs(app: SimulatedApp | undefined, care: number): number {
  return app === undefined ? Math.round(2_000 + 8_000 * care) : KNOWN_INSTALL_MS;
}
