import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

import type { ClockReading } from '../../devices/events/index.ts';
import { judgeLeases, type LeasePool } from '../routers/lease-pool.ts';
import type { NetworkCheck } from '../../../../shared/contract/network/network-findings.ts';
import type { Core } from '../../kernel/kernel.ts';
import { addressKind, type AddressKind } from '../../kernel/addresses/address-kind.ts';
import { isOnOwnNetwork } from '../../kernel/addresses/subnets.ts';
import type { LanView } from '../listener/view.ts';
import type { AddressPolicy } from '../../kernel/outgoing/address-policy.ts';
import { readClocks } from './clocks.ts';
import { checkIsolation, checkMdns, judgeStations } from './discovery-checks.ts';
import { checkFirewall } from './firewall.ts';
import { type Check, type Found, found, settle } from './found.ts';
import { checkInternet, judgeStationClock } from './internet.ts';
import type { CheckStore } from './store.ts';
import { findPortHolder } from '../listener/port-holder.ts';
import { tryConnect, tryListen } from './reach.ts';

/** Headsets that live views did not reach: the network isolates its clients, or they are on another segment. */
export type BlockedViews = { readonly isolated: number; readonly elsewhere: number };

/** What the checks examine. */
export type Patient = {
  readonly core: Pick<Core, 'clock' | 'log'>;
  readonly store: CheckStore;
  readonly stationId: string;
  readonly lan: () => LanView;
  /** Which addresses may be used for the internet test. */
  readonly internetPolicy: AddressPolicy;
  /** Returns how many headsets cannot be viewed because of the network. */
  readonly blockedViews: () => BlockedViews;
  /** Returns how many addresses the network has left; undefined if unknown. */
  readonly leases: () => Promise<LeasePool | undefined>;
};

/** Results that are the same for everyone; those on headsets' clocks depend on the caller's reach. */
export type SharedCheck = Exclude<NetworkCheck, 'headsetClocks'>;

/** The results of one run. */
export type Examination = {
  readonly atMs: number;
  readonly internetAddress: string | null;
  readonly found: Readonly<Record<SharedCheck, Found>>;
  /** Readings taken in time; undefined if they could not be read. */
  readonly clocks: readonly ClockReading[] | undefined;
};

/** A headset that reported this recently came through the network and its firewalls, in ms. */
const FRESH_MS = 2 * 60 * 1_000;

/** Runs all checks at once, until `signal` is aborted. Unfinished ones are unknown. */
export async function examine(patient: Patient, signal: AbortSignal): Promise<Examination> {
  const { core, store } = patient;
  const atMs = core.clock.now();
  const internetAddress = store.internetAddress.get();
  const clocks: ClockReading[] = [];
  const failed = (error: unknown): void => core.log.warn({ err: error }, 'a check of the network broke');
  const reading = settle(
    async () => {
      await readClocks(store, atMs, clocks, signal);
      return found('CLOCKS_RIGHT');
    },
    signal,
    failed,
  );
  const checks = Object.entries(checksOf(patient, { atMs, internetAddress, signal }));
  const settled = await Promise.all(
    checks.map(async ([id, check]) => [id, await settle(check, signal, failed)] as const),
  );
  const read = await reading;
  return {
    atMs,
    internetAddress,
    found: toRecord(settled),
    clocks: read.finding === 'CHECK_FAILED' ? undefined : [...clocks],
  };
}

type Input = { readonly atMs: number; readonly internetAddress: string | null; readonly signal: AbortSignal };

/** Several checks share one scan. */
function checksOf(patient: Patient, input: Input): Record<SharedCheck, Check> {
  const { store, stationId } = patient;
  const lan = patient.lan();
  const interfaces = networkInterfaces();
  const check = once(async () => lan.discovery?.scan());
  const headsets = once(() => headsetsOnNetwork(store.reportedFrom(input.atMs - FRESH_MS)));
  const internet = once(() => checkInternet(input.internetAddress, patient.internetPolicy));
  return {
    listener: (signal) => checkListener(lan, signal),
    port: (signal) => checkPort(lan, signal),
    interfaces: () => checkInterfaces(interfaces, lan.interfaces),
    addresses: () => checkAddresses(interfaces, lan.interfaces),
    mdns: async (signal) => checkMdns(await check(), signal),
    stations: async () => judgeStations(await check(), { stationId, fingerprint: lan.fingerprint ?? '' }),
    isolation: async (signal) => {
      const blocked = patient.blockedViews();
      // A failure between two devices is more telling than what the station itself reaches.
      if (blocked.isolated > 0)
        return found('VIEWS_BLOCKED', { headsets: blocked.isolated, reached: [], silent: [] });
      if (blocked.elsewhere > 0)
        return found('VIEWS_ELSEWHERE', { headsets: blocked.elsewhere, reached: [], silent: [] });
      return checkIsolation(await check(), headsets(), signal);
    },
    firewall: () => checkFirewall(lan.port, headsets().length),
    internet: async () => (await internet()).found,
    stationClock: async () => judgeStationClock((await internet()).dateMs, patient.core.clock.now()),
    leases: async () => {
      const pool = await patient.leases();
      return found(judgeLeases(pool), pool === undefined ? {} : { ...pool });
    },
  };
}

function once<Result>(work: () => Result): () => Result {
  let done: { readonly result: Result } | undefined;
  return () => (done ??= { result: work() }).result;
}

/** Returns those that reported over a network, not from this computer, where simulated ones run. */
function headsetsOnNetwork(addresses: readonly string[]): string[] {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address)),
  );
  return addresses
    .map((address) => address.replace(/^::ffff:(?=\d+\.)/i, ''))
    .filter((address) => addressKind(address) !== 'loopback' && !own.has(address) && isOnOwnNetwork(address));
}

function toRecord(settled: readonly (readonly [string, Found])[]): Record<SharedCheck, Found> {
  const by = new Map(settled);
  const get = (id: SharedCheck): Found => by.get(id) ?? found('CHECK_FAILED');
  return {
    listener: get('listener'),
    port: get('port'),
    interfaces: get('interfaces'),
    addresses: get('addresses'),
    mdns: get('mdns'),
    stations: get('stations'),
    isolation: get('isolation'),
    stationClock: get('stationClock'),
    leases: get('leases'),
    firewall: get('firewall'),
    internet: get('internet'),
  };
}

/** Timeout, in ms: an address of this computer answers at once or never. */
const CONNECT_MS = 1_500;

/** Checks whether headsets can reach the station at all: the listener is on and answers at each of its addresses. */
async function checkListener(lan: LanView, signal: AbortSignal): Promise<Found> {
  if (!lan.isOn) return found('LISTENER_OFF', { port: lan.port });
  const addresses = lan.addresses.map(({ address }) => address);
  const { port } = lan;
  if (addresses.length === 0) return found('LISTENER_WITHOUT_ADDRESS', { port });
  const answers = await Promise.all(
    addresses.map((address) => tryConnect({ address, port }, CONNECT_MS, signal)),
  );
  const silent = addresses.filter((_, index) => answers[index] !== 'open');
  return silent.length === 0
    ? found('LISTENER_ON', { port, addresses })
    : found('LISTENER_SILENT', { port, addresses, silent });
}

/** Checks whether the listener has its port or, while off, could have it. */
async function checkPort(lan: LanView, signal: AbortSignal): Promise<Found> {
  const { port } = lan;
  if (lan.isOn) return found('PORT_OWN', { port });
  const refusal = await tryListen(port);
  if (refusal === null) return found('PORT_FREE', { port });
  if (refusal === 'EACCES') return found('PORT_FORBIDDEN', { port });
  const owner = await findPortHolder('tcp', port, signal);
  return found('PORT_TAKEN', { port, program: owner?.program ?? null, pid: owner?.pid ?? null });
}

/** The networks of this computer, from `os.networkInterfaces`: those that are up and have an address. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Findings by kind of address, the first that applies: one public address exposes the station to all. */
const JUDGEMENTS = [
  ['public', 'ADDRESSES_PUBLIC'],
  ['private', 'ADDRESSES_PRIVATE'],
  ['selfAssigned', 'ADDRESSES_SELF_ASSIGNED'],
  ['shared', 'ADDRESSES_SHARED'],
] as const satisfies readonly (readonly [AddressKind, string])[];

/** Checks whether this computer is on a network, and on the chosen ones. */
export function checkInterfaces(interfaces: Interfaces, chosen: readonly string[] | null): Found {
  const up = Object.entries(interfaces)
    .filter(([, entries]) => (entries ?? []).some(({ internal }) => !internal))
    .map(([name]) => name);
  const missing = (chosen ?? []).filter((name) => interfaces[name] === undefined);
  if (missing.length > 0) return found('INTERFACE_CHOSEN_MISSING', { chosen, missing, up });
  return found(up.length === 0 ? 'INTERFACES_NONE' : 'INTERFACES_UP', { chosen, missing, up });
}

/** Checks whether the addresses are suitable for headsets of a local network. IPv4 only, like the listener. */
export function checkAddresses(interfaces: Interfaces, chosen: readonly string[] | null): Found {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => chosen === null || chosen.includes(name))
    .flatMap(([name, entries]) =>
      (entries ?? [])
        .filter(({ family }) => family === 'IPv4')
        .map(({ address }) => ({ interfaceName: name, address, kind: addressKind(address) })),
    )
    .filter(({ kind }) => kind !== 'loopback');
  const judgement = JUDGEMENTS.find(([kind]) => addresses.some((each) => each.kind === kind));
  return found(judgement?.[1] ?? 'ADDRESSES_NONE', { addresses });
}
