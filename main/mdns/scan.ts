import type { Browser, Service } from 'bonjour-service';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  readStation,
  SERVICE_TYPE,
  type AnnouncedStation,
} from '../../shared/domain/network/advertisement.ts';
import { type MdnsFault, type MdnsEndpoint, type MdnsSocket, openMdns } from './socket.ts';

/** A station that is advertised on the network. Nothing is verified. */
export type SeenStation = AnnouncedStation & {
  /** The name of the service. */
  readonly name: string;
  /** The sender's address, to try first. */
  readonly address: string;
  /** The addresses it advertises. */
  readonly addresses: readonly string[];
  readonly port: number;
};

/** The result of one scan on one network. */
export type Scan = {
  readonly stations: readonly SeenStation[];
  /** Other hosts whose multicast was received, whatever its contents. */
  readonly neighbours: readonly string[];
  readonly fault: MdnsFault | undefined;
};

export type ScanOptions = {
  /** Duration of the scan, in ms. */
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly disturbed: (error: unknown) => void;
};

/** When to send queries, in ms from the start: a packet may be lost. */
const QUERY_TIMES_MS = [250, 700];
/** Limit against floods that would fill the memory. */
const MAX_STATIONS = 64;
const MAX_NEIGHBOURS = 64;

/**
 * Scans for stations on one network, through its own socket: if the station finds itself here, this computer does not
 * prevent others on this network from finding it. Each scan starts over, because the library keeps stations that have
 * disappeared.
 */
export async function scanForStations(place: MdnsEndpoint, options: ScanOptions): Promise<Scan> {
  const { ms, signal, disturbed } = options;
  if (signal.aborted) return { stations: [], neighbours: [], fault: undefined };
  const socket = openMdns(place, disturbed);
  const seen = new Map<string, SeenStation>();
  const neighbours = new Set<string>();
  const own = ownAddresses();
  socket.onPacket((sender) => {
    if (neighbours.size < MAX_NEIGHBOURS && !own.has(sender)) neighbours.add(sender);
  });
  const check = (fault: MdnsFault | undefined): Scan => ({
    stations: [...seen.values()],
    neighbours: [...neighbours],
    fault,
  });
  try {
    const fault = await socket.ready;
    if (fault !== undefined) return check(fault);
    await listen(watchStations(socket, seen), ms, signal);
    return check(undefined);
  } finally {
    await socket.close();
  }
}

/** Collects advertised stations from now on. Two with the same name both count. */
export function watchStations(socket: MdnsSocket, seen: Map<string, SeenStation>): Browser {
  // No TXT filter: in this library it fails on services without TXT records.
  const browser = socket.bonjour.find({ type: SERVICE_TYPE });
  const note = (service: Service): void => {
    const station = toSeen(service);
    if (station === undefined) return;
    if (seen.size >= MAX_STATIONS && !seen.has(keyOf(station))) browser.stop();
    else seen.set(keyOf(station), station);
  };
  browser.on('up', note).on('txt-update', note).on('srv-update', note);
  return browser;
}

/** Returns the identity of a running station, seen from one address. */
function keyOf({ id, run, address, port }: SeenStation): string {
  return JSON.stringify([id, run, address, port]);
}

/** Parses the library's result as untrusted input. */
function toSeen({ name, port, txt, addresses, referer }: Service): SeenStation | undefined {
  const received = readStation(txt);
  if (received === undefined || referer === undefined || port < 1) return undefined;
  return {
    ...received,
    name: name.slice(0, 63),
    port,
    address: referer.address,
    addresses: [...(addresses ?? [])].slice(0, 16),
  };
}

async function listen(browser: Browser, ms: number, signal: AbortSignal): Promise<void> {
  const timers = QUERY_TIMES_MS.filter((at) => at < ms).map((at) => setTimeout(() => browser.update(), at));
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  for (const timer of timers) clearTimeout(timer);
  browser.stop();
}

/** Returns every IPv4 address of this computer. */
function ownAddresses(): ReadonlySet<string> {
  const entries = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return new Set(entries.filter(({ family }) => family === 'IPv4').map(({ address }) => address));
}
