import type { AgentEvent } from '../../agent/agent-options.ts';
import type { Clock } from '../../agent/clock.ts';
import type { Admission } from '../../agent/station/enrolment.ts';
import type { Faults } from './faults.ts';
import type { Habits } from './life.ts';
import type { StationClient, StationUrl } from '../../agent/station/station-client.ts';

/** The part of an agent that shows the headset's view. */
export type HeadsetViews = Readonly<{
  /** Executes a command about views; undefined if it is about something else. */
  execute(
    event: string,
    message: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown> | undefined>;
  /** Sets whether the wearer consents to be viewed. */
  consent(isRefused: boolean): Promise<void>;
  /** The headset left the network: nothing of what it shows arrives any more. */
  leave(): void;
  stop(): void;
}>;
export type OpenViews = (
  input: Readonly<{ station: StationClient; deviceId: string; name: string; nowMs: () => number }>,
) => HeadsetViews;

/** Parameters of a headset. The same `seed` gives the same headset with the same life. */
export type HeadsetOptions = Readonly<{
  /** Base URL of the station, and its key if pinned. */
  url: string | StationUrl;
  seed: string;
  /** The token with which it enrols; afterwards it uses its own. */
  enrolToken: string;
  admission: Admission;
  /**
   * It reaches the station over the local network, with an untrusted certificate: it pins the key that came with the
   * URL, else the first one presented, and, if `pairs`, has the station prove itself with the typed code. Absent: an
   * ordinary URL.
   */
  lan?: Readonly<{ pairs: boolean }>;
  /** Interval between two reports, in ms. */
  heartbeatMs: number;
  habits: Habits;
  faults: Faults;
  clock: Clock;
  /** How it shows views; absent: its agent does not support views. */
  views?: OpenViews;
  observe: (event: AgentEvent) => void;
}>;

/** Returns the part of an agent that shows the headset's view, if requested. */
export function viewsOf(
  { views, clock }: HeadsetOptions,
  station: StationClient,
  { id, label }: Readonly<{ id: string; label: string | null }>,
): HeadsetViews | undefined {
  return views?.({ station, deviceId: id, name: label ?? id, nowMs: () => clock.nowMs() });
}
