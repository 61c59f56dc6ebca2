import type { CableRecipe } from '../../../../shared/contract/enrolment/cable.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { ProfileStore } from '../../configuration/index.ts';
import type { Records } from '../../devices/index.ts';
import { setSlotProfiles } from '../carts/slot-profiles.ts';
import { handOver, removeHandOver } from './hand-over.ts';
import { CableError, type AdbConnection } from '../../../adb/connection.ts';
import { type CableJob, hasEnrolledSince } from './job.ts';
import type { RecipeContents } from './library.ts';

/** A recipe with everything that it names. */
export type CablePlan = RecipeContents & {
  readonly recipe: CableRecipe;
  readonly wifiPassword: () => string | null;
};

/** The batch being prepared: its organisation, cart and recipe. */
export type CableRun = CablePlan & {
  readonly enterpriseId: EnterpriseId;
  readonly station: { readonly url: string; readonly fingerprint: string | null };
};

/** Time limit for an agent to enrol after it was instructed. */
const ENROL_MS = 180_000;
const ENROL_PAUSE_MS = 250;
const TOKEN_LIFE_SEC = 15 * 60;

type Parts = { readonly records: Records; readonly profiles: ProfileStore };
type Enrolling = {
  readonly run: CableRun;
  readonly job: CableJob;
  readonly headset: AdbConnection;
  readonly isStopped: () => boolean;
};

/**
 * Gives the agent the data it needs and waits until the headset has enrolled over the network; the cable may be
 * unplugged meanwhile.
 * @throws {CableError}
 */
export async function enrolOverNetwork(
  { records, profiles }: Parts,
  { run, job, headset, isStopped }: Enrolling,
): Promise<'done'> {
  const slot = records.devices.find(job.deviceId);
  if (slot === undefined || slot.isArchived) throw new CableError('NO_FREE_SLOT');
  const { enterpriseId, recipe, agent, station } = run;
  const { packageName } = agent.apk;
  if (slot.androidId !== null) {
    if (!hasEnrolledSince(slot, job.enrolStartedAtMs)) throw new CableError('NO_FREE_SLOT', slot.label ?? '');
    // It enrolled after the station had stopped waiting.
    await removeHandOver(headset, recipe.handOver, packageName);
    job.preparedAtMs = slot.enrolledAtMs;
    return 'done';
  }
  if (recipe.profileId !== null) {
    const caller = { reach: new Set([enterpriseId]), enterpriseId };
    await setSlotProfiles(records, profiles, { devicesId: [slot.id], profileId: recipe.profileId, caller });
  }
  const request = { scope: 'enroll', kind: 'issued', label: 'cable', enterpriseId } as const;
  const token = await records.core.writer.run(() =>
    records.tokens.add({ ...request, deviceId: null, fleetAccess: [], expiresInSec: TOKEN_LIFE_SEC }),
  );
  const accessToken = records.tokens.sign(token);
  job.secrets.add(accessToken).add(slot.enrollmentToken);
  try {
    const input = { ...station, enrollmentToken: slot.enrollmentToken, accessToken };
    await handOver(headset, recipe.handOver, { packageName, input });
    await untilEnrolled(() => typeof records.devices.find(job.deviceId)?.androidId === 'string', isStopped);
    job.preparedAtMs = records.core.clock.now();
    return 'done';
  } finally {
    await removeHandOver(headset, recipe.handOver, packageName);
    await records.core.writer.run((afterCommit) => records.tokens.revoke(token.id, afterCommit));
  }
}

async function untilEnrolled(isEnrolled: () => boolean, isStopped: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < ENROL_MS && !isStopped(); waitedMs += ENROL_PAUSE_MS) {
    if (isEnrolled()) return;
    await new Promise((resolve) => setTimeout(resolve, ENROL_PAUSE_MS));
  }
  throw new CableError('AGENT_DID_NOT_ENROL');
}
