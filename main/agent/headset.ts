import type { z } from 'zod';

import type { Settings } from '../../shared/contract/configuration/settings/settings.ts';
import type { EnrolledDevice } from '../../shared/contract/enrolment/enrolment.ts';
import type { heartbeatSchema } from '../../shared/contract/enrolment/heartbeat.ts';
import type { Fetcher } from './contents/fetcher.ts';
import type { StationClient } from './station/station-client.ts';

/** What never changes about a headset. */
export type HeadsetIdentity = Readonly<{
  /** The id under which it enrols: the same until it is reset. */
  androidId: string;
  /** The model, by which the station finds its type. `product` is the name that its software gives it. */
  model: Readonly<{ name: string; product: string }>;
}>;

/** What a headset reports about itself: a heartbeat without what the agent adds (id, type, events, revision). */
export type HeadsetReport = Omit<
  z.input<typeof heartbeatSchema>,
  'type' | 'androidId' | 'events' | 'settingsRevision'
>;

/** A command of the station. `message` is untrusted: it comes from whoever sent the command. */
export type Order = Readonly<{ event: string; message: Record<string, unknown> }>;

/** The answer to a command, and what follows once it was sent. */
export type Reaction = Readonly<{
  answer: Record<string, unknown>;
  afterwards: (() => Promise<void>) | null;
}>;

/** What an agent offers the headset that it manages, from its enrolment on. */
export type Enrolled = Readonly<{
  record: EnrolledDevice;
  station: StationClient;
  fetcher: Fetcher;
  /** Sends a report as soon as possible. */
  report: () => void;
}>;

/**
 * The headset of an agent: its body, simulated or real. The agent asks it for everything that is not the protocol.
 * Times are in ms since 1970 UTC by the headset's own clock. A method that returns a promise ends when its work is
 * done; none may reject for what a headset does or says.
 */
export interface Headset {
  readonly identity: HeadsetIdentity;
  /** The settings revision that was applied last; null before the first. */
  readonly revision: number | null;
  /** Names of contents whose state the station has received: for those, `ASSIGNED` means "download it again". */
  readonly knownContents: ReadonlySet<string>;
  /**
   * Applies all settings of a revision; contents follow later. `known` is `knownContents` as it was when they were
   * requested.
   */
  apply(
    settings: Settings,
    revision: number,
    known: ReadonlySet<string>,
    nowMs: number,
  ): Promise<void> | void;
  /** Carries a command out, as far as possible. */
  execute(order: Order, nowMs: number): Promise<Reaction>;
  /** Returns its whole state. It may record events, which belong to the same report. */
  report(nowMs: number): HeadsetReport;
  /** The last report arrived. */
  confirmReport(): void;
  /** The agent reached the station, or lost it. */
  reach(isReachable: boolean, nowMs: number): void;
  /** Stops everything, removes what was managed, and accepts no more settings. */
  unenrol(nowMs: number): Promise<void> | void;
  /** What it does on its own while it is enrolled: use, contents, watching. Ends when `signal` is aborted. */
  run(enrolled: Enrolled, signal: AbortSignal): Promise<void>;
}
