import type { AdbServerClient } from '@yume-chan/adb';

import { CableError, AdbConnection } from '../../../adb/connection.ts';
import type { Plugged } from './plugged.ts';
import { previewSteps, type StepContext } from './steps.ts';

/**
 * Returns what a headset lacks; undefined for one that is not authorised, or was unplugged meanwhile: the others are
 * shown.
 */
export async function previewHeadset(
  client: AdbServerClient,
  { identity, listed }: Plugged,
  contextOf: (headset: AdbConnection) => StepContext,
) {
  if (identity === null) return undefined;
  const { serial, model } = identity;
  try {
    await using headset = await AdbConnection.open(client, listed?.transportId ?? 0n);
    return { serial, model, steps: await previewSteps(contextOf(headset)) };
  } catch (error) {
    if (error instanceof CableError) return undefined;
    throw error;
  }
}
