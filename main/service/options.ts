import type { CablePlace } from './enrolment/index.ts';
import type { CellOptions } from './kernel/cells/cell.ts';
import type { Clock } from './kernel/clock.ts';
import type { LanOptions } from './network/index.ts';
import type { Recovery } from './kernel/backups/set-aside.ts';

/** How a station is started. Every host (command line, desktop app, tests) fills in all of it. */
export type ServiceOptions = {
  readonly dataFolder: string;
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  readonly role: 'station' | 'central';
  /** Requests a minute for an enterprise token; 0 = no limits but those on guessing codes; undefined = the default. */
  readonly rateLimit: number | undefined;
  /** True where headsets of an unknown model are refused. */
  readonly refusesUnknownTypes: boolean;
  /** Addresses and subnets of proxies whose word about a request counts. */
  readonly trustedProxies: readonly string[];
  /** How a central runs that is one of several, or too large for what suits a station; undefined: as one by itself. */
  readonly cell?: CellOptions | undefined;
  /** HTTPS for headsets on the local network; undefined = none. */
  readonly lan: LanOptions | undefined;
  /** The port of that where somebody switches it on later; absent: as stored. */
  readonly lanPort?: number | undefined;
  /** Address of the web-interface backend behind /apk-details, http or https; undefined = none. */
  readonly webInterface: string | undefined;
  /** The central instance to sync with and its token; undefined: as somebody set it in the interface. */
  readonly upstream: { readonly url: string; readonly token: string } | undefined;
  /** What the waits between two tries of one request to the central are multiplied with: 1; tests wait less. */
  readonly syncPace: number;
  /** What to do where a damaged store was set aside. */
  readonly recover: Recovery | undefined;
  /** The key of what is sealed, where the host keeps it; undefined: in a file of the data folder. */
  readonly masterKey: string | undefined;
  readonly logLevel: string;
  /** Where the built interface lies. */
  readonly interfaceFolder: string;
  readonly version: string;
  /** Where adb and the USB ports are, for preparing by cable; absent: where they usually are. */
  readonly cable?: CablePlace | undefined;
  /** How often the whole store is checked; absent: every day. For tests. */
  readonly wholeCheckEveryMs?: number;
  /** Checks every reply against its schema: a wrong one is then a 500. For tests. */
  readonly checksReplies: boolean;
  readonly clock: Clock;
};
