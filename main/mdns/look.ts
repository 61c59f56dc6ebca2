import type { Browser, Service } from 'bonjour-service';
import { networkInterfaces } from 'node:os';

import { readStation, SERVICE_TYPE, type ToldStation } from '../../shared/domain/network/advertisement.ts';
import { type MdnsFault, type MdnsPlace, type MdnsSocket, openMdns } from './socket.ts';

/** A station that is advertised on the network. Nothing of it is proved. */
export type SeenStation = ToldStation & {
  /** The name of the service. */
  readonly name: string;
  /** Where the answer came from: the address to try first. */
  readonly address: string;
  /** What it says of its addresses. */
  readonly addresses: readonly string[];
  readonly port: number;
};

/** What was seen at one place in one look. */
export type Look = {
  readonly stations: readonly SeenStation[];
  /** Other hosts whose multicast was heard, whatever they said. */
  readonly neighbours: readonly string[];
  readonly fault: MdnsFault | undefined;
};

export type LookOptions = {
  /** How long to listen. */
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly disturbed: (error: unknown) => void;
};

/** When to ask, in ms from the beginning: a packet may be lost. */
const ASK_AT_MS = [250, 700];
/** More are nonsense, sent to fill the memory. */
const MOST_STATIONS = 64;
const MOST_NEIGHBOURS = 64;

/**
 * Looks for stations at one place, through a socket of its own: who hears itself here is heard by others of this network
 * as far as this computer is concerned. Each look begins anew, for the library keeps what is gone.
 */
export async function lookForStations(place: MdnsPlace, options: LookOptions): Promise<Look> {
  const { ms, signal, disturbed } = options;
  if (signal.aborted) return { stations: [], neighbours: [], fault: undefined };
  const socket = openMdns(place, disturbed);
  const seen = new Map<string, SeenStation>();
  const neighbours = new Set<string>();
  const own = ownAddresses();
  socket.onPacket((sender) => {
    if (neighbours.size < MOST_NEIGHBOURS && !own.has(sender)) neighbours.add(sender);
  });
  const look = (fault: MdnsFault | undefined): Look => ({
    stations: [...seen.values()],
    neighbours: [...neighbours],
    fault,
  });
  try {
    const fault = await socket.ready;
    if (fault !== undefined) return look(fault);
    await listen(watchStations(socket, seen), ms, signal);
    return look(undefined);
  } finally {
    await socket.close();
  }
}

/** Notes what is told of stations from now on. Two that tell the same name both count. */
export function watchStations(socket: MdnsSocket, seen: Map<string, SeenStation>): Browser {
  // No filter by notes: in this library it fails on services that have none.
  const browser = socket.bonjour.find({ type: SERVICE_TYPE });
  const note = (service: Service): void => {
    const station = toSeen(service);
    if (station === undefined) return;
    if (seen.size >= MOST_STATIONS && !seen.has(keyOf(station))) browser.stop();
    else seen.set(keyOf(station), station);
  };
  browser.on('up', note).on('txt-update', note).on('srv-update', note);
  return browser;
}

/** One station that runs, seen from one address. */
function keyOf({ id, run, address, port }: SeenStation): string {
  return JSON.stringify([id, run, address, port]);
}

/** What the library made of an answer, read as what it is: anything. */
function toSeen({ name, port, txt, addresses, referer }: Service): SeenStation | undefined {
  const told = readStation(txt);
  if (told === undefined || referer === undefined || port < 1) return undefined;
  return {
    ...told,
    name: name.slice(0, 63),
    port,
    address: referer.address,
    addresses: [...(addresses ?? [])].slice(0, 16),
  };
}

async function listen(browser: Browser, ms: number, signal: AbortSignal): Promise<void> {
  const timers = ASK_AT_MS.filter((at) => at < ms).map((at) => setTimeout(() => browser.update(), at));
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
  for (const timer of timers) clearTimeout(timer);
  browser.stop();
}

/** Every IPv4 address of this computer. */
function ownAddresses(): ReadonlySet<string> {
  const entries = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return new Set(entries.filter(({ family }) => family === 'IPv4').map(({ address }) => address));
}
