import type {
  CheckStatus,
  NetworkCheck,
  NetworkFinding,
  NetworkTodo,
} from '../../../../shared/domain/network/network-findings.ts';

/** The network doctor: what it looks at, what it found, and what to do. */
export const network = {
  check: {
    listener: 'Headsets let in',
    port: 'Port',
    interfaces: 'Network connection',
    addresses: 'Kind of network',
    mdns: 'Found by headsets',
    stations: 'Other stations',
    isolation: 'Headsets within reach',
    headsetClocks: 'Clocks of the headsets',
    stationClock: 'Clock of this computer',
    leases: 'Free addresses',
    firewall: 'Firewall',
    internet: 'Internet',
  } satisfies Record<NetworkCheck, string>,
  status: {
    ok: 'Fine',
    warning: 'Look at this',
    problem: 'In the way',
    unknown: 'Not known',
  } satisfies Record<CheckStatus, string>,
  finding: {
    CHECK_UNFINISHED: 'This could not be looked at in time.',
    CHECK_FAILED: 'This could not be looked at.',
    LISTENER_ON: 'The station answers on the local network.',
    LISTENER_OFF: 'The station answers on this computer only. No headset can reach it.',
    LISTENER_WITHOUT_ADDRESS: 'The station is open to headsets, but this computer is on no network.',
    LISTENER_SILENT:
      'The station does not answer at one of its own addresses. Something on this computer blocks it.',
    PORT_OWN: 'The station has its port.',
    PORT_FREE: 'The port is free.',
    PORT_TAKEN: 'Another program has the port that the station needs.',
    PORT_FORBIDDEN: 'This computer does not let the station use the port.',
    INTERFACES_UP: 'This computer is on a network.',
    INTERFACE_CHOSEN_MISSING: 'The network that was chosen for headsets is not connected.',
    INTERFACES_NONE: 'This computer is on no network.',
    ADDRESSES_PRIVATE: 'This is a private network, as it should be.',
    ADDRESSES_SELF_ASSIGNED:
      'Nobody gives out addresses on this network, so this computer made one up. Headsets with a proper address cannot reach it.',
    ADDRESSES_SHARED: 'This address belongs to a provider or a VPN, not to a network of headsets.',
    ADDRESSES_PUBLIC:
      'This computer has a public address: the station can be reached from the whole internet.',
    ADDRESSES_NONE: 'This computer has no address on a network.',
    MDNS_HEARD: 'The station hears its own announcement on the network. Headsets can find it by themselves.',
    MDNS_HEARD_ON_SOME: 'The announcement is heard on some networks of this computer and not on others.',
    MDNS_NOT_HEARD:
      'The station announces itself and does not hear it. Headsets will not find it by themselves.',
    MDNS_PORT_TAKEN:
      'Another program keeps the port for announcements to itself. Headsets will not find the station by themselves.',
    MDNS_FAILED: 'The station could not announce itself on the network.',
    MDNS_OFF: 'The station announces itself once headsets are let in.',
    MDNS_NOWHERE: 'There is no network to be announced on.',
    STATIONS_ALONE: 'No other station was seen on the network.',
    STATIONS_OTHERS: 'There are other stations on this network. A headset may be enrolled at the wrong one.',
    STATIONS_COPY:
      'Another station has the identity of this one: its data folder was copied. Headsets cannot tell the two apart.',
    STATIONS_UNKNOWN: 'Other stations are looked for once headsets are let in.',
    ISOLATION_NONE: 'Others on this network can be reached.',
    ISOLATION_SUSPECTED:
      'Others are heard on this network, but none of them can be reached. The Wi-Fi seems to keep its devices apart, as guest networks do.',
    ISOLATION_UNKNOWN: 'Nobody else was heard on this network yet.',
    CLOCKS_RIGHT: 'The clocks of the headsets agree with this computer.',
    CLOCKS_WRONG: 'The clocks of some headsets are wrong. Their history and their certificates suffer.',
    CLOCKS_AGAINST_STATION:
      'Most headsets agree with each other and not with this computer. Its own clock may be the wrong one.',
    CLOCKS_UNKNOWN: 'No headset has reported anything with a time today.',
    STATION_CLOCK_RIGHT: 'The clock of this computer is right.',
    STATION_CLOCK_WRONG: 'The clock of this computer is wrong.',
    STATION_CLOCK_UNKNOWN: 'Nobody was asked what time it is.',
    LEASES_FREE: 'The network has addresses left.',
    LEASES_NEARLY_FULL: 'The network has few addresses left. A full cart may not get one for each headset.',
    LEASES_FULL: 'The network has no address left. Further headsets will not get on it.',
    LEASES_UNKNOWN: 'How many addresses are left is known to the router only.',
    FIREWALL_PASSED: 'Headsets came through a moment ago.',
    FIREWALL_NOT_SEEN: 'No firewall was seen on this computer.',
    FIREWALL_UFW: 'A firewall (ufw) is on. It may keep headsets out.',
    FIREWALL_FIREWALLD: 'A firewall (firewalld) is on. It may keep headsets out.',
    FIREWALL_RULES:
      'This computer has firewall rules. Whether they keep headsets out cannot be seen from here.',
    FIREWALL_WINDOWS: 'Windows Firewall keeps headsets out until Muster is allowed in.',
    FIREWALL_MACOS: 'macOS lets Muster onto the local network only when that was allowed.',
    FIREWALL_UNKNOWN: 'Whether a firewall keeps headsets out cannot be seen on this system.',
    INTERNET_NOT_ASKED: 'Nobody was asked. The station needs no internet.',
    INTERNET_OPEN: 'There is internet, and no sign-in page in front of it.',
    INTERNET_NONE: 'There is no internet. The station needs none.',
    INTERNET_PORTAL:
      'A sign-in page stands in front of the internet. Headsets may leave this network because of it.',
    INTERNET_UNCLEAR: 'The address that is asked gave no clear answer.',
  } satisfies Record<NetworkFinding, string>,
  todo: {
    NOTHING: 'Nothing needs to be done.',
    TRY_AGAIN: 'Look again in a moment. If it stays, give the log to support.',
    TURN_ON_LISTENER: 'Let headsets in, under Network.',
    CONNECT_TO_NETWORK: 'Connect this computer to the network of the headsets, by cable if you can.',
    CHOOSE_INTERFACE: 'Connect that network, or choose another one.',
    GIVE_ADDRESS:
      'Check that the router is on and gives out addresses. Without a router, put all headsets on the same network; they make up addresses too.',
    USE_PRIVATE_NETWORK:
      'Put this computer and the headsets behind a router of your own, and choose that network.',
    FREE_PORT: 'End the other program, or give the station another port, under Network.',
    FREE_MDNS_PORT:
      'End the other program. Until then, type the address on the Enrol screen into the headsets or let them read its QR code.',
    ALLOW_IN_FIREWALL: 'Allow Muster in the firewall of this computer. The commands for it are shown here.',
    ALLOW_LOCAL_NETWORK: 'Open System Settings, Privacy and Security, Local Network, and switch Muster on.',
    ALLOW_MULTICAST:
      'Allow multicast on the Wi-Fi and in the firewall. Until then, type the address on the Enrol screen into the headsets or let them read its QR code.',
    ALLOW_CLIENT_TRAFFIC:
      'Switch client isolation off for this Wi-Fi (also called AP isolation or guest mode), or use another Wi-Fi.',
    TELL_STATIONS_APART: 'Compare the end of the name on the headset with the one on the Enrol screen.',
    STOP_COPY: 'Stop the other station, or give it an empty data folder.',
    SET_HEADSET_CLOCKS: 'Set automatic time on these headsets, with a time server that they can reach.',
    SET_STATION_CLOCK: 'Set the date, time and time zone of this computer.',
    WAIT_FOR_HEADSETS: 'Switch a headset on in this network and look again.',
    WIDEN_LEASES: 'Give the router a larger range of addresses, or a shorter time for which it lends them.',
    SET_UP_LEASES: 'Give the station access to the router, and it will count them.',
    SIGN_IN_TO_NETWORK: 'Sign in with this computer, or ask for a network without a sign-in page.',
    ASK_FOR_INTERNET_CHECK: 'To have it looked at, name an address to ask.',
    CHANGE_INTERNET_ADDRESS:
      'Name another address: one that answers with an empty page, made for this purpose.',
  } satisfies Record<NetworkTodo, string>,
};
