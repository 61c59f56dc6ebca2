import type { AgentOptions } from '../../agent/agent-options.ts';
import type { Faults } from './faults.ts';
import type { Habits } from './life.ts';
import type { StationClient } from '../../agent/station/station-client.ts';

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
export type HeadsetOptions = Pick<
  AgentOptions,
  'url' | 'seed' | 'enrolToken' | 'admission' | 'lan' | 'heartbeatMs' | 'clock' | 'observe'
> &
  Readonly<{
    habits: Habits;
    faults: Faults;
    /** How it shows views; absent: its agent does not support views. */
    views?: OpenViews;
  }>;

/** Returns the part of an agent that shows the headset's view, if requested. */
export function viewsOf(
  { views, clock }: HeadsetOptions,
  station: StationClient,
  { id, label }: Readonly<{ id: string; label: string | null }>,
): HeadsetViews | undefined {
  return views?.({ station, deviceId: id, name: label ?? id, nowMs: () => clock.nowMs() });
}
