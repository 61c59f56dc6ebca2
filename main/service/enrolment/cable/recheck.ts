import type { AdbServerClient } from '@yume-chan/adb';

import { AdbConnection, CableError } from '../../../adb/connection.ts';
import type { CableJob } from './job.ts';
import { STEP_WORK, type StepContext } from './steps.ts';

/** Lets a headset continue whose check failed for a reason that has passed; looks for that now and then. */
export async function recheck(
  job: CableJob,
  client: AdbServerClient,
  transportId: bigint | null,
  contextOf: (headset: AdbConnection) => StepContext,
): Promise<void> {
  if (transportId !== null && job.startRecheck())
    job.endRecheck(await hasPassed(client, transportId, contextOf));
}

/** Returns true if the check of a headset finds nothing that prevents its preparation any more. Changes nothing on it. */
async function hasPassed(
  client: AdbServerClient,
  transportId: bigint,
  contextOf: (headset: AdbConnection) => StepContext,
): Promise<boolean> {
  try {
    await using headset = await AdbConnection.open(client, transportId);
    await STEP_WORK.check.need(contextOf(headset));
    return true;
  } catch (error) {
    if (error instanceof CableError) return false;
    throw error;
  }
}
