/** Results of a check. `unknown` is neither good nor bad: it could not be checked, or was not requested. */
export const CHECK_STATUSES = ['ok', 'warning', 'problem', 'unknown'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** The network checks, in the order in which they are shown. */
export const NETWORK_CHECKS = [
  'listener',
  'port',
  'interfaces',
  'addresses',
  'mdns',
  'stations',
  'isolation',
  'headsetClocks',
  'stationClock',
  'leases',
  'firewall',
  'internet',
] as const;
export type NetworkCheck = (typeof NETWORK_CHECKS)[number];

/** What to do about a finding. The text is in `renderer/copy`. */
export const NETWORK_TODOS = [
  'NOTHING',
  'TRY_AGAIN',
  'TURN_ON_LISTENER',
  'CONNECT_TO_NETWORK',
  'CHOOSE_INTERFACE',
  'GIVE_ADDRESS',
  'USE_PRIVATE_NETWORK',
  'FREE_PORT',
  'FREE_MDNS_PORT',
  'ALLOW_IN_FIREWALL',
  'ALLOW_LOCAL_NETWORK',
  'ALLOW_MULTICAST',
  'ALLOW_CLIENT_TRAFFIC',
  'JOIN_ONE_NETWORK',
  'TELL_STATIONS_APART',
  'STOP_COPY',
  'SET_HEADSET_CLOCKS',
  'SET_STATION_CLOCK',
  'WAIT_FOR_HEADSETS',
  'WIDEN_LEASES',
  'SET_UP_LEASES',
  'SIGN_IN_TO_NETWORK',
  'ASK_FOR_INTERNET_CHECK',
  'CHANGE_INTERNET_ADDRESS',
] as const;
export type NetworkTodo = (typeof NETWORK_TODOS)[number];

type Finding = { readonly status: CheckStatus; readonly todo: NetworkTodo };

/** All findings by their stable code, with their severity and what to do. */
export const NETWORK_FINDINGS = {
  /** Any check: it did not finish in time, or failed. */
  CHECK_UNFINISHED: { status: 'unknown', todo: 'TRY_AGAIN' },
  CHECK_FAILED: { status: 'unknown', todo: 'TRY_AGAIN' },

  LISTENER_ON: { status: 'ok', todo: 'NOTHING' },
  LISTENER_OFF: { status: 'warning', todo: 'TURN_ON_LISTENER' },
  LISTENER_WITHOUT_ADDRESS: { status: 'problem', todo: 'CONNECT_TO_NETWORK' },
  /** It does not answer at an address of its own. */
  LISTENER_SILENT: { status: 'problem', todo: 'ALLOW_IN_FIREWALL' },

  PORT_OWN: { status: 'ok', todo: 'NOTHING' },
  PORT_FREE: { status: 'ok', todo: 'NOTHING' },
  PORT_TAKEN: { status: 'problem', todo: 'FREE_PORT' },
  PORT_FORBIDDEN: { status: 'problem', todo: 'FREE_PORT' },

  INTERFACES_UP: { status: 'ok', todo: 'NOTHING' },
  INTERFACE_CHOSEN_MISSING: { status: 'problem', todo: 'CHOOSE_INTERFACE' },
  INTERFACES_NONE: { status: 'problem', todo: 'CONNECT_TO_NETWORK' },

  ADDRESSES_PRIVATE: { status: 'ok', todo: 'NOTHING' },
  /** The computer assigned itself an address (RFC 3927): there is no DHCP server. */
  ADDRESSES_SELF_ASSIGNED: { status: 'warning', todo: 'GIVE_ADDRESS' },
  /** Shared by a provider's customers (RFC 6598). */
  ADDRESSES_SHARED: { status: 'warning', todo: 'USE_PRIVATE_NETWORK' },
  ADDRESSES_PUBLIC: { status: 'problem', todo: 'USE_PRIVATE_NETWORK' },
  ADDRESSES_NONE: { status: 'unknown', todo: 'CONNECT_TO_NETWORK' },

  MDNS_HEARD: { status: 'ok', todo: 'NOTHING' },
  MDNS_HEARD_ON_SOME: { status: 'warning', todo: 'ALLOW_MULTICAST' },
  MDNS_NOT_HEARD: { status: 'problem', todo: 'ALLOW_MULTICAST' },
  MDNS_PORT_TAKEN: { status: 'problem', todo: 'FREE_MDNS_PORT' },
  MDNS_FAILED: { status: 'problem', todo: 'ALLOW_MULTICAST' },
  MDNS_OFF: { status: 'unknown', todo: 'TURN_ON_LISTENER' },
  /** The listener is on, but on no network. */
  MDNS_NOWHERE: { status: 'unknown', todo: 'CONNECT_TO_NETWORK' },

  STATIONS_ALONE: { status: 'ok', todo: 'NOTHING' },
  STATIONS_OTHERS: { status: 'warning', todo: 'TELL_STATIONS_APART' },
  STATIONS_COPY: { status: 'problem', todo: 'STOP_COPY' },
  STATIONS_UNKNOWN: { status: 'unknown', todo: 'TURN_ON_LISTENER' },

  /** A headset or another station was reached over the network. */
  ISOLATION_NONE: { status: 'ok', todo: 'NOTHING' },
  /** Others are seen by multicast, but none of them can be reached. */
  ISOLATION_SUSPECTED: { status: 'warning', todo: 'ALLOW_CLIENT_TRAFFIC' },
  /** Live views were agreed on and did not arrive, or were refused because the headset is on another segment. */
  VIEWS_BLOCKED: { status: 'warning', todo: 'ALLOW_CLIENT_TRAFFIC' },
  VIEWS_ELSEWHERE: { status: 'warning', todo: 'JOIN_ONE_NETWORK' },
  ISOLATION_UNKNOWN: { status: 'unknown', todo: 'WAIT_FOR_HEADSETS' },

  CLOCKS_RIGHT: { status: 'ok', todo: 'NOTHING' },
  CLOCKS_WRONG: { status: 'warning', todo: 'SET_HEADSET_CLOCKS' },
  /** Most headsets agree with each other and not with the station. */
  CLOCKS_AGAINST_STATION: { status: 'warning', todo: 'SET_STATION_CLOCK' },
  CLOCKS_UNKNOWN: { status: 'unknown', todo: 'WAIT_FOR_HEADSETS' },

  STATION_CLOCK_RIGHT: { status: 'ok', todo: 'NOTHING' },
  STATION_CLOCK_WRONG: { status: 'problem', todo: 'SET_STATION_CLOCK' },
  STATION_CLOCK_UNKNOWN: { status: 'unknown', todo: 'ASK_FOR_INTERNET_CHECK' },

  LEASES_FREE: { status: 'ok', todo: 'NOTHING' },
  LEASES_NEARLY_FULL: { status: 'warning', todo: 'WIDEN_LEASES' },
  LEASES_FULL: { status: 'problem', todo: 'WIDEN_LEASES' },
  LEASES_UNKNOWN: { status: 'unknown', todo: 'SET_UP_LEASES' },

  /** Headsets connected, so no firewall blocks them. */
  FIREWALL_PASSED: { status: 'ok', todo: 'NOTHING' },
  FIREWALL_NOT_SEEN: { status: 'ok', todo: 'NOTHING' },
  FIREWALL_UFW: { status: 'warning', todo: 'ALLOW_IN_FIREWALL' },
  FIREWALL_FIREWALLD: { status: 'warning', todo: 'ALLOW_IN_FIREWALL' },
  FIREWALL_RULES: { status: 'unknown', todo: 'ALLOW_IN_FIREWALL' },
  FIREWALL_WINDOWS: { status: 'unknown', todo: 'ALLOW_IN_FIREWALL' },
  FIREWALL_MACOS: { status: 'unknown', todo: 'ALLOW_LOCAL_NETWORK' },
  FIREWALL_UNKNOWN: { status: 'unknown', todo: 'ALLOW_IN_FIREWALL' },

  /** Skipped until somebody sets a URL. */
  INTERNET_NOT_ASKED: { status: 'unknown', todo: 'ASK_FOR_INTERNET_CHECK' },
  INTERNET_OPEN: { status: 'ok', todo: 'NOTHING' },
  /** The station works without internet. */
  INTERNET_NONE: { status: 'ok', todo: 'NOTHING' },
  INTERNET_PORTAL: { status: 'warning', todo: 'SIGN_IN_TO_NETWORK' },
  INTERNET_UNCLEAR: { status: 'unknown', todo: 'CHANGE_INTERNET_ADDRESS' },
} as const satisfies Readonly<Record<string, Finding>>;

export type NetworkFinding = keyof typeof NETWORK_FINDINGS;
