import {
  SimulatedHeadset,
  type SimulatedHeadsetOptions,
} from '../../main/simulator/headset/simulated-headset.ts';
import { react } from '../../main/simulator/headset/commands.ts';
import { NO_FAULTS, USUAL_HABITS } from '../../main/simulator/index.ts';
import { anIdentity } from '../../main/simulator/headset/models.ts';
import { seededRandom } from '../../main/agent/random.ts';
import type { Settings } from '../../shared/contract/configuration/settings/settings.ts';

const START_MS = Date.UTC(2026, 8, 1);
const BEAT_MS = 30_000;

/** An agent's event, with its time in ms since the start. */
export type Noted = Readonly<{
  type: string;
  payload: Record<string, unknown>;
  eventId: string;
  sinceMs: number;
}>;

/** An agent with a time that the test moves: `goTo` in ms since the start, with a beat every 30 s. */
export function anAgent(changes: Partial<SimulatedHeadsetOptions> = {}) {
  const seed = changes.seed ?? 'an-agent';
  const noted: Noted[] = [];
  const agent = new SimulatedHeadset({
    seed,
    identity: anIdentity(seededRandom(`${seed}/identity`)),
    habits: USUAL_HABITS,
    faults: NO_FAULTS,
    beatMs: BEAT_MS,
    note: ({ type, payload, eventId }, atMs) =>
      noted.push({ type, payload, eventId, sinceMs: atMs - START_MS }),
    ...changes,
  });
  let [nowMs, revision] = [START_MS, 0];
  let nextBeatMs = START_MS;
  const goTo = (sinceMs: number) => {
    for (; nextBeatMs <= START_MS + sinceMs; nextBeatMs += BEAT_MS) agent.beat(nextBeatMs);
    nowMs = START_MS + sinceMs;
    agent.advance(nowMs);
  };
  return {
    agent,
    noted,
    goTo,
    types: () => noted.map(({ type }) => type),
    report: () => agent.report(nowMs),
    apply: (settings: Settings) => {
      revision += 1;
      agent.apply(settings, revision, agent.knownContents, nowMs);
    },
    order: (event: string, message: Record<string, unknown> = {}) =>
      react(agent, { event, message }, nowMs).answer,
    nowMs: () => nowMs,
  };
}

/** A managed application, as in settings. */
export const THE_APP = { id: 'app-1', packageName: 'org.school.lab', codeVersion: 7 };
