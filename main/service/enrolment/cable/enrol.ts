import type { CableRecipe } from '../../../../shared/contract/enrolment/cable-recipe.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { ProfileStore } from '../../configuration/index.ts';
import type { Records } from '../../devices/index.ts';
import type { AdbAgents } from '../adb-agents/agents.ts';
import { setSlotProfiles } from '../carts/slot-profiles.ts';
import { handOver, removeHandOver } from './hand-over.ts';
import { readAndroidId } from '../../../adb/android-id.ts';
import { CableError, type AdbConnection } from '../../../adb/connection.ts';
import { type CableJob, hasEnrolledSince } from './job.ts';
import type { AgentContent, RecipeContents } from './library.ts';

/** A recipe with everything that it names. */
export type CablePlan = RecipeContents & {
  readonly recipe: CableRecipe;
  readonly wifiPassword: () => string | null;
};

/** The batch being prepared: its organisation, cart and recipe. */
export type CableRun = CablePlan & {
  readonly enterpriseId: EnterpriseId;
  /** Null where this station manages the headsets itself. */
  readonly station: { readonly url: string; readonly fingerprint: string | null } | null;
};

/** Time limit for an agent to enrol after it was instructed. */
const ENROL_MS = 180_000;
const ENROL_PAUSE_MS = 250;
const TOKEN_LIFE_SEC = 15 * 60;

type Parts = {
  readonly records: Records;
  readonly profiles: ProfileStore;
  readonly agents: Pick<AdbAgents, 'enrol' | 'refusal'>;
};
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
export async function enrolOverNetwork(parts: Parts, enrolling: Enrolling): Promise<'done'> {
  const { records, profiles } = parts;
  const { run, job, isStopped } = enrolling;
  const slot = records.devices.find(job.deviceId);
  if (slot === undefined || slot.isArchived) throw new CableError('NO_FREE_SLOT');
  const { enterpriseId, recipe } = run;
  const how = hasAgent(run) ? byAgent(run, enrolling) : byStation(parts, enrolling);
  if (slot.androidId !== null) {
    if (!hasEnrolledSince(slot, job.enrolStartedAtMs)) throw new CableError('NO_FREE_SLOT', slot.label ?? '');
    // It enrolled after the station had stopped waiting.
    await how.end();
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
    await how.begin({ enrollmentToken: slot.enrollmentToken, accessToken });
    const isEnrolled = (): boolean => typeof records.devices.find(job.deviceId)?.androidId === 'string';
    await untilEnrolled({ isEnrolled, isStopped, refusal: () => how.refusal() });
    job.preparedAtMs = records.core.clock.now();
    return 'done';
  } finally {
    await how.end();
    await records.core.writer.run((afterCommit) => records.tokens.revoke(token.id, afterCommit));
  }
}

/** How a headset is told to enrol. `end`: it has, or will not. `refusal`: why it will not, as far as that is known. */
type How = {
  begin(tokens: { readonly enrollmentToken: string; readonly accessToken: string }): Promise<void>;
  refusal(): string | undefined;
  end(): Promise<void>;
};

type AgentRun = CableRun & {
  readonly agent: AgentContent;
  readonly station: NonNullable<CableRun['station']>;
};

function hasAgent(run: CableRun): run is AgentRun {
  return run.agent !== null && run.station !== null;
}

/** The agent on the headset receives a file, and enrols over the network. */
function byAgent({ recipe, agent, station }: AgentRun, { headset }: Enrolling): How {
  const { packageName } = agent.apk;
  const { handOver: how } = recipe;
  return {
    async begin(tokens) {
      if (how !== null) await handOver(headset, how, { packageName, input: { ...station, ...tokens } });
    },
    refusal: () => undefined,
    async end() {
      if (how !== null) await removeHandOver(headset, how, packageName);
    },
  };
}

/** This station manages the headset over adb: its own thread enrols it. */
function byStation({ agents }: Parts, { job, headset }: Enrolling): How {
  const { deviceId, serial } = job;
  return {
    async begin(tokens) {
      // Another headset may say the same serial number.
      const androidId = await readAndroidId(headset);
      agents.enrol({ deviceId, serial, androidId, ...tokens });
    },
    refusal: () => agents.refusal(deviceId),
    end: () => Promise.resolve(),
  };
}

async function untilEnrolled({
  isEnrolled,
  isStopped,
  refusal,
}: {
  readonly isEnrolled: () => boolean;
  readonly isStopped: () => boolean;
  readonly refusal: () => string | undefined;
}): Promise<void> {
  for (let waitedMs = 0; waitedMs < ENROL_MS && !isStopped(); waitedMs += ENROL_PAUSE_MS) {
    if (isEnrolled()) return;
    const refused = refusal();
    if (refused !== undefined) throw new CableError('AGENT_DID_NOT_ENROL', refused);
    await new Promise((resolve) => setTimeout(resolve, ENROL_PAUSE_MS));
  }
  throw new CableError('AGENT_DID_NOT_ENROL');
}
