import type {
  CheckStatus,
  NetworkCheck,
  NetworkFinding,
  NetworkTodo,
} from '../../../../shared/contract/network/network-findings.ts';

/** The network check: what is checked, the findings, and what to do. */
export const network = {
  check: {
    listener: 'LAN access',
    port: 'Port',
    interfaces: 'Network connection',
    addresses: 'Network type',
    mdns: 'Discovery',
    stations: 'Other stations',
    isolation: 'Headset reachability',
    headsetClocks: 'Headset clocks',
    stationClock: 'Station clock',
    leases: 'IP address pool',
    firewall: 'Firewall',
    internet: 'Internet',
  } satisfies Record<NetworkCheck, string>,
  status: {
    ok: 'OK',
    warning: 'Warning',
    problem: 'Problem',
    unknown: 'Unknown',
  } satisfies Record<CheckStatus, string>,
  finding: {
    CHECK_UNFINISHED: 'This check did not finish in time.',
    CHECK_FAILED: 'This check failed.',
    LISTENER_ON: 'The station answers on the local network.',
    LISTENER_OFF: 'The station answers on this computer only. No headset can reach it.',
    LISTENER_WITHOUT_ADDRESS: 'LAN access is on, but this computer is not connected to a network.',
    LISTENER_SILENT:
      'The station does not answer at one of its own addresses. Something on this computer blocks it.',
    PORT_OWN: 'The station uses its port.',
    PORT_FREE: 'The port is free.',
    PORT_TAKEN: 'Another program is using the port that the station needs.',
    PORT_FORBIDDEN: 'This computer does not allow the station to use the port.',
    INTERFACES_UP: 'This computer is connected to a network.',
    INTERFACE_CHOSEN_MISSING: 'The network chosen for headsets is not connected.',
    INTERFACES_NONE: 'This computer is not connected to a network.',
    ADDRESSES_PRIVATE: 'This is a private network, as recommended.',
    ADDRESSES_SELF_ASSIGNED:
      'This network has no DHCP server, so this computer assigned itself an address. Headsets with a DHCP address cannot reach it.',
    ADDRESSES_SHARED: 'This address belongs to a provider or a VPN, not to a headset network.',
    ADDRESSES_PUBLIC: 'This computer has a public address: the whole internet can reach the station.',
    ADDRESSES_NONE: 'This computer has no address of a local network.',
    MDNS_HEARD:
      'The station receives its own announcement on the network. Headsets can find it automatically.',
    MDNS_HEARD_ON_SOME: 'The announcement is received on some networks of this computer and not on others.',
    MDNS_NOT_HEARD:
      'The station announces itself but does not receive the announcement. Headsets will not find it automatically.',
    MDNS_PORT_TAKEN:
      'Another program reserves the port for announcements. Headsets will not find the station automatically.',
    MDNS_FAILED: 'The station could not announce itself on the network.',
    MDNS_OFF: 'The station announces itself when LAN access is on.',
    MDNS_NOWHERE: 'There is no network to announce the station on.',
    STATIONS_ALONE: 'No other station was seen on the network.',
    STATIONS_OTHERS: 'There are other stations on this network. A headset may be enrolled at the wrong one.',
    STATIONS_COPY:
      'Another station has the same identity as this one: its data folder was copied. Headsets cannot tell the two apart.',
    STATIONS_UNKNOWN: 'The station looks for other stations when LAN access is on.',
    ISOLATION_NONE: 'Other devices on this network can be reached.',
    ISOLATION_SUSPECTED:
      'Other devices are seen on this network, but none can be reached. The Wi-Fi probably isolates its clients, as guest networks do.',
    VIEWS_BLOCKED:
      'Live views were started, but no picture arrived. The Wi-Fi probably isolates its clients, or a firewall blocks them.',
    VIEWS_ELSEWHERE:
      'Some headsets are on a different network segment than this station. Live views work within one segment only.',
    ISOLATION_UNKNOWN: 'No other device has been seen on this network yet.',
    CLOCKS_RIGHT: 'The clocks of the headsets match the clock of this computer.',
    CLOCKS_WRONG: 'The clocks of some headsets are wrong. This causes wrong history and certificate errors.',
    CLOCKS_AGAINST_STATION:
      'Most headset clocks match each other but not this computer. The clock of this computer may be wrong.',
    CLOCKS_UNKNOWN: 'No headset has reported a time today.',
    STATION_CLOCK_RIGHT: 'The clock of this computer is right.',
    STATION_CLOCK_WRONG: 'The clock of this computer is wrong.',
    STATION_CLOCK_UNKNOWN: 'Not checked.',
    LEASES_FREE: 'The network has free IP addresses.',
    LEASES_NEARLY_FULL:
      'The network has few free IP addresses. A full cart may not get one for each headset.',
    LEASES_FULL: 'The network has no free IP addresses. More headsets cannot connect.',
    LEASES_UNKNOWN: 'Only the router knows how many IP addresses are free.',
    FIREWALL_PASSED: 'Headsets connected recently.',
    FIREWALL_NOT_SEEN: 'No firewall was found on this computer.',
    FIREWALL_UFW: 'A firewall (ufw) is on. It may block headsets.',
    FIREWALL_FIREWALLD: 'A firewall (firewalld) is on. It may block headsets.',
    FIREWALL_RULES: 'This computer has firewall rules. The station cannot tell whether they block headsets.',
    FIREWALL_WINDOWS: 'Windows Firewall blocks headsets until you allow Muster.',
    FIREWALL_MACOS: 'macOS must allow Muster to access the local network.',
    FIREWALL_UNKNOWN: 'The station cannot tell whether a firewall blocks headsets on this system.',
    INTERNET_NOT_ASKED: 'Not checked. The station does not need the internet.',
    INTERNET_OPEN: 'The internet can be reached, without a sign-in page.',
    INTERNET_NONE: 'The internet cannot be reached. The station does not need it.',
    INTERNET_PORTAL: 'A sign-in page blocks the internet. Headsets may leave this network because of it.',
    INTERNET_UNCLEAR: 'The URL used for this check gave no clear answer.',
  } satisfies Record<NetworkFinding, string>,
  todo: {
    NOTHING: 'You do not need to do anything.',
    TRY_AGAIN: 'Check again in a moment. If the problem stays, send the log to support.',
    TURN_ON_LISTENER: 'Allow LAN access, under Network.',
    CONNECT_TO_NETWORK: 'Connect this computer to the headset network, by cable if possible.',
    CHOOSE_INTERFACE: 'Connect that network, or choose another one.',
    GIVE_ADDRESS:
      'Check that the router is on and its DHCP server works. Without a router, put all headsets on the same network; they then assign themselves addresses as well.',
    USE_PRIVATE_NETWORK:
      'Put this computer and the headsets behind your own router, and choose that network.',
    FREE_PORT: 'Quit the other program, or choose another port for the station, under Network.',
    FREE_MDNS_PORT:
      'Quit the other program. Until then, type the address on the Enrol screen into the headsets, or scan its QR code.',
    ALLOW_IN_FIREWALL: 'Allow Muster in the firewall of this computer. The commands are shown here.',
    ALLOW_LOCAL_NETWORK: 'Open System Settings, Privacy & Security, Local Network, and turn on Muster.',
    ALLOW_MULTICAST:
      'Allow multicast on the Wi-Fi and in the firewall. Until then, type the address on the Enrol screen into the headsets, or scan its QR code.',
    ALLOW_CLIENT_TRAFFIC:
      'Turn off client isolation for this Wi-Fi (also called AP isolation or guest mode), or use another Wi-Fi.',
    JOIN_ONE_NETWORK: 'Connect headsets and station to the same network. Everything else works as it is.',
    TELL_STATIONS_APART:
      'Compare the last characters of the station name on the headset with those on the Enrol screen.',
    STOP_COPY: 'Stop the other station, or give it an empty data folder.',
    SET_HEADSET_CLOCKS: 'Turn on automatic time on these headsets, with an NTP server that they can reach.',
    SET_STATION_CLOCK: 'Set the date, time and time zone of this computer.',
    WAIT_FOR_HEADSETS: 'Switch on a headset on this network and check again.',
    WIDEN_LEASES: 'Give the router a larger DHCP range or a shorter lease time.',
    SET_UP_LEASES: 'Give the station access to the router so that it can count the leases.',
    SIGN_IN_TO_NETWORK: 'Sign in on this computer, or use a network without a sign-in page.',
    ASK_FOR_INTERNET_CHECK: 'To check the internet, enter a URL.',
    CHANGE_INTERNET_ADDRESS: 'Enter another URL: one that answers with an empty page, made for this purpose.',
  } satisfies Record<NetworkTodo, string>,
};
