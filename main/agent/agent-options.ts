import type { Clock } from './clock.ts';
import type { Transfer } from './contents/fetcher.ts';
import type { AgentFaults } from './faults.ts';
import type { Headset } from './headset.ts';
import type { Admission, Reason } from './station/enrolment.ts';
import type { EnrolledDevice } from '../../shared/contract/enrolment/enrolment.ts';
import type { StationUrl } from './station/station-client.ts';
import type { Ledger } from './reports/ledger.ts';

/**
 * State of an agent. `ready`: the station answered its report, it is connected, and all assigned settings and contents
 * are applied. `refused`: it gave up.
 */
export type AgentState = 'waiting' | 'enrolling' | 'enrolled' | 'ready' | 'away' | 'refused' | 'stopped';

/** An event for observers, in order. */
export type AgentEvent =
  | Readonly<{ type: 'enrolled'; deviceId: string }>
  | Readonly<{ type: 'ready' }>
  | Readonly<{ type: 'linked' }>
  | Readonly<{ type: 'cut'; reason: string }>
  | Readonly<{ type: 'delivered'; acknowledged: number }>
  | Readonly<{ type: 'applied'; revision: number }>
  | Readonly<{ type: 'commanded'; event: string }>
  /** The command was answered, well or badly. */
  | Readonly<{ type: 'answered'; event: string }>
  | Readonly<{ type: 'away' }>
  | Readonly<{ type: 'back' }>
  | Readonly<{ type: 'refused'; reason: Reason }>;

/** What an agent keeps of its enrolment over a restart. */
export type Enrolment = Readonly<{ record: EnrolledDevice; typeId: string }>;

/** Parameters of an agent. */
export type AgentOptions = Readonly<{
  headset: Headset;
  /** Where the headset's events are recorded until the station has acknowledged them. */
  ledger: Ledger;
  /** Base URL of the station, and its key if pinned. */
  url: string | StationUrl;
  /** Of everything random in it, such as the delay before a retry. */
  seed: string;
  /** The token with which it enrols; afterwards it uses its own. */
  enrolToken: string;
  admission: Admission;
  /** Its enrolment before a restart: it does not enrol again. */
  enrolment?: Enrolment;
  /** Called with its enrolment, to store it for a restart. It contains the headset's token. */
  onEnrolled?: (enrolment: Enrolment) => void;
  /**
   * It reaches the station over the local network, with an untrusted certificate: it pins the key that came with the
   * URL, else the first one presented, and, if `pairs`, has the station prove itself with the typed code. Absent: an
   * ordinary URL.
   */
  lan?: Readonly<{ pairs: boolean }>;
  /** Typical interval between two reports, in ms: reports of many headsets are spread by it. */
  heartbeatMs: number;
  clock: Clock;
  /** How far the headset's own clock is ahead, in ms; negative: behind. */
  clockOffsetMs?: number;
  /** Absent: none. */
  faults?: AgentFaults;
  /** What downloaded bytes pass through on their way; absent: nothing. */
  transfer?: (expectedBytes: number, isRepair: boolean) => Transfer;
  observe: (event: AgentEvent) => void;
}>;
