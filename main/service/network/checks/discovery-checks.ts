import { isCopy } from '../../../../shared/domain/network/advertisement.ts';
import type { DiscoveryState } from '../discovery/discovery.ts';
import { findPortHolder } from '../listener/port-holder.ts';
import { type Found, found } from './found.ts';
import { type Reached, tryConnect } from './reach.ts';

/** Source: RFC 6762 section 5. */
const MDNS_PORT = 5353;
/** A port on which hosts do not listen: a refusal shows that the host is alive. Source: RFC 863. */
const DISCARD_PORT = 9;
const CONNECT_MS = 1_500;
/** Enough to distinguish isolation from one host that is silent. */
const MAX_TRIED = 8;

/** Checks whether the station receives its own advertisement on each of its networks. */
export async function checkMdns(state: DiscoveryState | undefined, signal: AbortSignal): Promise<Found> {
  if (state === undefined) return found('MDNS_OFF');
  const networks = state.advertised.map(
    ({ interfaceName, address, name, isReceived, fault, neighbours }) => ({
      interfaceName,
      address,
      name,
      isReceived,
      fault: fault?.kind ?? null,
      neighbours: neighbours.length,
    }),
  );
  const details = { networks };
  if (networks.length === 0) return found('MDNS_NOWHERE');
  if (networks.some(({ fault }) => fault === 'portTaken')) {
    const owner = await findPortHolder('udp', MDNS_PORT, signal);
    return found('MDNS_PORT_TAKEN', {
      ...details,
      port: MDNS_PORT,
      program: owner?.program ?? null,
      pid: owner?.pid ?? null,
    });
  }
  const received = networks.filter(({ isReceived }) => isReceived).length;
  if (received === networks.length) return found('MDNS_HEARD', details);
  if (received > 0) return found('MDNS_HEARD_ON_SOME', details);
  return found(networks.some(({ fault }) => fault !== null) ? 'MDNS_FAILED' : 'MDNS_NOT_HEARD', details);
}

/** Checks whether other stations are on these networks, and whether one of them is a copy of this one. */
export function judgeStations(
  state: DiscoveryState | undefined,
  own: { readonly stationId: string; readonly fingerprint: string },
): Found {
  if (state === undefined || state.advertised.length === 0) return found('STATIONS_UNKNOWN');
  // A station that is on two of our networks counts once.
  const others = new Map(
    state.advertised
      .flatMap((each) => each.others)
      .map((each) => [JSON.stringify([each.id, each.run, each.port]), each]),
  );
  const stations = [...others.values()].map((each) => ({
    id: each.id,
    name: each.name,
    address: each.address,
    port: each.port,
    isCopy: isCopy(each, own),
  }));
  if (stations.some((each) => each.isCopy)) return found('STATIONS_COPY', { stations });
  return found(stations.length === 0 ? 'STATIONS_ALONE' : 'STATIONS_OTHERS', { stations });
}

/** A host to reach, and what counts as success. */
type Try = { readonly address: string; readonly port: number; readonly good: readonly Reached[] };

/**
 * Checks for client isolation, as on guest Wi-Fi: hosts are seen by multicast and cannot be reached. A headset that
 * recently reported over the network proves that there is none.
 */
export async function checkIsolation(
  state: DiscoveryState | undefined,
  headsets: readonly string[],
  signal: AbortSignal,
): Promise<Found> {
  if (headsets.length > 0)
    return found('ISOLATION_NONE', { headsets: headsets.length, reached: [], silent: [] });
  const stations = (state?.advertised ?? []).flatMap(({ others }) => others);
  const hosts = new Set((state?.advertised ?? []).flatMap(({ neighbours }) => neighbours));
  for (const { address } of stations) hosts.delete(address);
  const tries: Try[] = [
    // A station claims to listen there: a refusal is as bad as silence.
    ...stations.map(({ address, port }): Try => ({ address, port, good: ['open'] })),
    ...[...hosts].map((address): Try => ({ address, port: DISCARD_PORT, good: ['open', 'refused'] })),
  ].slice(0, MAX_TRIED);
  if (tries.length === 0) return found('ISOLATION_UNKNOWN');
  const isReached = await Promise.all(
    tries.map(async ({ good, ...to }) => good.includes(await tryConnect(to, CONNECT_MS, signal))),
  );
  const addresses = (wanted: boolean): string[] => [
    ...new Set(tries.filter((_, index) => isReached[index] === wanted).map(({ address }) => address)),
  ];
  const details = { headsets: 0, reached: addresses(true), silent: addresses(false) };
  return found(details.reached.length > 0 ? 'ISOLATION_NONE' : 'ISOLATION_SUSPECTED', details);
}
