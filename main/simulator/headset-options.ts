import type { Clock } from './clock.ts';
import type { Admission, Reason } from './enrolment.ts';
import type { Faults } from './faults.ts';
import type { Habits } from './life.ts';
import type { StationClient, StationPlace } from './station-client.ts';

/**
 * Where a headset stands. `ready`: the station answered its report, holds its link, and all that is wanted is applied.
 * `refused`: it gave up, and says why.
 */
export type HeadsetState = 'waiting' | 'enrolling' | 'enrolled' | 'ready' | 'away' | 'refused' | 'stopped';

/** What an observer is told, in the order in which it happened. */
export type HeadsetEvent =
  | Readonly<{ type: 'enrolled'; deviceId: string }>
  | Readonly<{ type: 'ready' }>
  | Readonly<{ type: 'linked' }>
  | Readonly<{ type: 'cut'; reason: string }>
  | Readonly<{ type: 'delivered'; acknowledged: number }>
  | Readonly<{ type: 'applied'; revision: number }>
  | Readonly<{ type: 'commanded'; event: string }>
  /** Everything was done that answering takes, well or badly. */
  | Readonly<{ type: 'answered'; event: string }>
  | Readonly<{ type: 'away' }>
  | Readonly<{ type: 'back' }>
  | Readonly<{ type: 'refused'; reason: Reason }>;

/** The part of an agent that shows what its headset sees. */
export type HeadsetViews = Readonly<{
  /** Does what a command about views asks for; undefined where it is about something else. */
  obey(
    event: string,
    message: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown> | undefined>;
  /** The wearer wants to be seen, or not. */
  consent(isRefused: boolean): Promise<void>;
  /** The headset left the network: nothing of what it shows arrives any more. */
  leave(): void;
  stop(): void;
}>;
export type OpenViews = (
  given: Readonly<{ station: StationClient; deviceId: string; name: string; nowMs: () => number }>,
) => HeadsetViews;

/** Everything that one headset is made from. The same `seed` makes the same headset with the same life. */
export type HeadsetOptions = Readonly<{
  /** Base address of the station, and its key where that is pinned. */
  url: string | StationPlace;
  seed: string;
  /** The bearer with which it enrols; afterwards it uses its own. */
  enrolToken: string;
  admission: Admission;
  /**
   * It reaches the station over the local network, at an address whose certificate nobody vouches for: it pins the key that
   * it was told with the address, else the one that it sees first, and, where `pairs`, has the station prove itself by the
   * typed code. Absent: an ordinary address.
   */
  lan?: Readonly<{ pairs: boolean }>;
  /** Between two reports, in ms. */
  heartbeatMs: number;
  habits: Habits;
  faults: Faults;
  clock: Clock;
  /** How it shows what it sees; absent: its agent knows nothing of views. */
  views?: OpenViews;
  observe: (event: HeadsetEvent) => void;
}>;

/** The part of an agent that shows what its headset sees, where it was asked for. */
export function viewsOf(
  { views, clock }: HeadsetOptions,
  station: StationClient,
  { id, label }: Readonly<{ id: string; label: string | null }>,
): HeadsetViews | undefined {
  return views?.({ station, deviceId: id, name: label ?? id, nowMs: () => clock.nowMs() });
}
