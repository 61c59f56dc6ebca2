import type { CableLocation } from './enrolment/index.ts';
import type { CellOptions } from './kernel/cells/cell.ts';
import type { Clock } from './kernel/clock.ts';
import type { ProgramHost } from './kernel/station-host.ts';
import type { LanOptions } from './network/index.ts';
import type { Recovery } from './kernel/backups/recovery.ts';

/** Options of a station. Every host (command line, desktop app, tests) sets all of them. */
export type ServiceOptions = {
  readonly dataFolder: string;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly role: 'station' | 'central';
  /**
   * Requests per minute for an enterprise token; 0 = no limits except those on guessing codes; undefined = the
   * default.
   */
  readonly rateLimit: number | undefined;
  /** True to refuse headsets of an unknown model. */
  readonly refusesUnknownTypes: boolean;
  /** Addresses and subnets of trusted proxies. */
  readonly trustedProxies: readonly string[];
  /** For a central that is one of several cells or has a large store; undefined: a single one. */
  readonly cell?: CellOptions | undefined;
  /** HTTPS for headsets on the local network; undefined = none. */
  readonly lan: LanOptions | undefined;
  /** Its port if somebody switches it on later; absent: as stored. */
  readonly lanPort?: number | undefined;
  /** URL of the web-interface backend behind /apk-details, http or https; undefined = none. */
  readonly webInterface: string | undefined;
  /** The central and its token; undefined: as configured in the interface. */
  readonly upstream: { readonly url: string; readonly token: string } | undefined;
  /** Factor for the delays between two attempts of a request to the central: 1; lower in tests. */
  readonly syncPace: number;
  /** How to recover if a damaged store was set aside. */
  readonly recover: Recovery | undefined;
  /** The master key, if the host keeps it; undefined: in a file of the data folder. */
  readonly masterKey: string | undefined;
  readonly logLevel: string;
  /** Folder of the built interface. */
  readonly interfaceFolder: string;
  readonly version: string;
  /** Where adb and the USB ports are, for preparing by cable; absent: the usual places. */
  readonly cable?: CableLocation | undefined;
  /** The program that a person quits in the interface; absent: it is stopped where it was started. */
  readonly program?: ProgramHost | undefined;
  /**
   * How often the whole store is checked, and how long a station with a damaged one must be at rest before it stops;
   * absent: every day, ten minutes. For tests.
   */
  readonly storeChecks?: { readonly everyMs: number; readonly restMs: number };
  /** True to check every reply against its schema: an invalid one is a 500. For tests. */
  readonly checksReplies: boolean;
  readonly clock: Clock;
};
