import type { FastifyInstance } from 'fastify';
import { isIPv4 } from 'node:net';

import { contract } from '../../../../shared/contract/index.ts';
import type { ResolvedMac, ResolvedMacResult } from '../../../../shared/contract/network/resolve-mac.ts';
import { isLocallyAdministered } from '../../../../shared/domain/network/mac-address.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { Neighbours } from './neighbours.ts';
import { NodeArp } from './node-arp.ts';
import { isAllowedAddress } from '../../kernel/outgoing/address-policy.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import {
  changeEach,
  type Changing,
  changingNow,
  toBulkResult,
  tooMany,
} from '../../devices/changes/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { actOf } from '../../devices/history/index.ts';
import { announceDevice, findDevice } from '../../devices/live/index.ts';
import { findMacs, type FoundMac, type MacSource, ownSource } from './mac-source.ts';

/** Time limit for all sources together, in ms. */
const MAX_MS = 10_000;

/** Returns the sources for devices of an organisation, in order. */
type SourcesOf = (enterpriseId: string) => readonly MacSource[];

/** A device to look up. */
type MacRequest = { readonly ip: string; readonly enterpriseId: string };

type Refusal = Failure<'LAN_ADDRESS_UNKNOWN' | 'DEVICE_NOT_FOUND'>;

/**
 * Serves `POST /devices/{deviceId}/resolve-mac` and the same for many devices. The order is: the station's own
 * neighbour table, the routers of the organisation, and the library node-arp.
 */
export function mountResolveMac(
  http: FastifyInstance,
  records: Records,
  own: Neighbours,
  routersOf: (enterpriseId: string) => MacSource,
): void {
  const neighbours = ownSource('station', own);
  const nodeArp = ownSource('node-arp', new NodeArp());
  const sourcesOf: SourcesOf = (enterpriseId) => [neighbours, routersOf(enterpriseId), nodeArp];
  mountOne(http, records, sourcesOf);
  mountMany(http, records, sourcesOf);
}

function mountOne(http: FastifyInstance, records: Records, sourcesOf: SourcesOf): void {
  const { writer, log } = records.core;
  mount(http, contract.resolveMac, async ({ params: { deviceId }, caller }) => {
    const wanted = lastAddress(records, deviceId, caller);
    if (wanted instanceof Failure) return wanted;
    const signal = AbortSignal.timeout(MAX_MS);
    const { ip, enterpriseId } = wanted;
    const found = (await findMacs(sourcesOf(enterpriseId), [ip], { signal, log })).get(ip);
    if (found === undefined) return unresolved(ip);
    return writer.run((afterCommit) => {
      // The lookup took a while: the device may be deleted.
      const record = findDevice(records, deviceId, caller);
      if (record instanceof Failure) return record;
      saveMac(records, record, found, changingNow(records, afterCommit, actOf(caller, 'mac')));
      return toResolved(records, record.id, ip, found);
    });
  });
}

function mountMany(http: FastifyInstance, records: Records, sourcesOf: SourcesOf): void {
  mount(http, contract.resolveMacs, async ({ body: { devicesId }, caller }) => {
    const refusal = tooMany(devicesId);
    if (refusal !== undefined) return refusal;
    const wanted = await lastAddresses(records, devicesId, caller);
    const found = await findAll(records, sourcesOf, wanted);
    const results = await changeEach(records, { ids: devicesId, caller, kind: 'mac' }, (record, changing) => {
      const one = wanted.get(record.id);
      if (one === undefined || one instanceof Failure) return one ?? unresolved('an unknown address');
      const mac = found.get(one.enterpriseId)?.get(one.ip);
      if (mac === undefined) return unresolved(one.ip);
      saveMac(records, record, mac, changing);
      return record;
    });
    return results.map((result): ResolvedMacResult => {
      const [id, record] = result;
      const one = wanted.get(id);
      if (record instanceof Failure || one === undefined || one instanceof Failure) {
        return toBulkResult(result);
      }
      const mac = found.get(one.enterpriseId)?.get(one.ip);
      const resolved = mac === undefined ? {} : { resolved: toResolved(records, id, one.ip, mac) };
      return { ...toBulkResult(result), ...resolved };
    });
  });
}

async function lastAddresses(
  records: Records,
  ids: readonly string[],
  caller: Caller,
): Promise<Map<string, MacRequest | Refusal>> {
  const wanted = new Map<string, MacRequest | Refusal>();
  const yielder = new Yielder();
  for (const id of ids) {
    if (!wanted.has(id)) wanted.set(id, lastAddress(records, id, caller));
    await yielder.yieldIfDue();
  }
  return wanted;
}

/** Looks up all addresses by organisation, because each has its own routers and may use the same addresses. */
async function findAll(
  records: Records,
  sourcesOf: SourcesOf,
  wanted: ReadonlyMap<string, MacRequest | Refusal>,
): Promise<Map<string, ReadonlyMap<string, FoundMac>>> {
  const places = [...wanted.values()].flatMap((one) => (one instanceof Failure ? [] : [one]));
  const signal = AbortSignal.timeout(MAX_MS);
  const { log } = records.core;
  const byEnterprise = Map.groupBy(places, ({ enterpriseId }) => enterpriseId);
  const found = [...byEnterprise].map(async ([enterpriseId, those]) => {
    const ips = those.map(({ ip }) => ip);
    return [enterpriseId, await findMacs(sourcesOf(enterpriseId), ips, { signal, log })] as const;
  });
  return new Map(await Promise.all(found));
}

/** Returns the device's last known LAN address, or why there is none. */
function lastAddress(records: Records, deviceId: string, caller: Caller): MacRequest | Refusal {
  if (caller.enterpriseId === null) {
    return new Failure('LAN_ADDRESS_UNKNOWN', 'This token is attached to no organisation.');
  }
  const record = findDevice(records, deviceId, caller);
  if (record instanceof Failure) return record;
  const ip = records.reports.report(record.key).lanIp?.replace(/^::ffff:/i, '');
  return ip !== undefined && isIPv4(ip) && isAllowedAddress(ip, 'privateOnly')
    ? { ip, enterpriseId: record.enterpriseId }
    : new Failure('LAN_ADDRESS_UNKNOWN', 'This device has not called from an address of a local network.');
}

function unresolved(ip: string): Failure<'MAC_NOT_RESOLVED'> {
  return new Failure('MAC_NOT_RESOLVED', `No source knows the MAC address of ${ip}.`);
}

function saveMac(
  records: Records,
  record: DeviceRecord,
  { macAddress, source, routerId }: FoundMac,
  { set, afterCommit }: Pick<Changing, 'set' | 'afterCommit'>,
): void {
  if (macAddress === record.macAddress) return;
  set(record, 'macAddress', macAddress);
  afterCommit(() => {
    announceDevice(records, record, { device: { macAddress } });
    // Its source is recorded in the history, not in the record.
    const { core, events } = records;
    const event = { type: 'MAC_RESOLVED', payload: { macAddress, source, routerId } } as const;
    core.writer
      .run(() => recordEvent(events, record.key, event, core.clock.now()))
      .catch((error: unknown) => core.log.error({ err: error }, 'the source of a MAC address was not noted'));
  });
}

function toResolved(records: Records, deviceId: string, ip: string, found: FoundMac): ResolvedMac {
  return {
    deviceId,
    macAddress: found.macAddress,
    ip,
    source: found.source,
    routerId: found.routerId,
    resolvedAt: toInstant(records.core.clock.now()),
    isRandomised: isLocallyAdministered(found.macAddress),
  };
}
