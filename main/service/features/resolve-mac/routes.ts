import type { FastifyInstance } from 'fastify';
import { isIPv4 } from 'node:net';

import { contract } from '../../../../shared/contract/index.ts';
import type { ResolvedMac } from '../../../../shared/contract/resolve-mac.ts';
import { isLocallyAdministered } from '../../../../shared/domain/mac-address.ts';
import { toInstant } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { isAllowedAddress } from '../../outgoing/index.ts';
import type { AfterCommit } from '../../store/after-commit.ts';
import { announceDevice, type DeviceRecord, findDevice, type Records } from '../devices/index.ts';
import { findMac, type FoundMac, type MacSource } from './mac-source.ts';

/** All sources together. */
const LONGEST_MS = 10_000;

/** `POST /devices/{deviceId}/resolve-mac`. The sources are asked in order. */
export function mountResolveMac(
  http: FastifyInstance,
  records: Records,
  sources: readonly MacSource[],
): void {
  const { writer, log } = records.core;
  mount(http, contract.resolveMac, async ({ params: { deviceId }, caller }) => {
    const ip = lastAddress(records, deviceId, caller);
    if (ip instanceof Failure) return ip;
    const found = await findMac(sources, ip, { signal: AbortSignal.timeout(LONGEST_MS), log });
    if (found === undefined) {
      return new Failure('MAC_NOT_RESOLVED', `Nobody knows the MAC address of ${ip}.`);
    }
    return writer.run((afterCommit) => {
      // Asking took a while: the device may be gone.
      const record = findDevice(records, deviceId, caller);
      return record instanceof Failure ? record : keepMac(records, record, { ...found, ip }, afterCommit);
    });
  });
}

/** The device's last known LAN address, or why there is none to look for. */
function lastAddress(
  records: Records,
  deviceId: string,
  caller: Caller,
): string | Failure<'LAN_ADDRESS_UNKNOWN' | 'DEVICE_NOT_FOUND'> {
  if (caller.enterpriseId === null) {
    return new Failure('LAN_ADDRESS_UNKNOWN', 'This token is attached to no organisation.');
  }
  const record = findDevice(records, deviceId, caller);
  if (record instanceof Failure) return record;
  const ip = records.reports.report(record.key).lanIp?.replace(/^::ffff:/i, '');
  return ip !== undefined && isIPv4(ip) && isAllowedAddress(ip, 'privateOnly')
    ? ip
    : new Failure('LAN_ADDRESS_UNKNOWN', 'This device has not called from an address of a local network.');
}

function keepMac(
  records: Records,
  record: DeviceRecord,
  found: FoundMac & { readonly ip: string },
  afterCommit: AfterCommit,
): ResolvedMac {
  const { macAddress } = found;
  if (macAddress !== record.macAddress) {
    records.devices.set(record.key, 'macAddress', macAddress);
    afterCommit(() => announceDevice(records, record, { device: { macAddress } }));
  }
  return {
    deviceId: record.id,
    ...found,
    resolvedAt: toInstant(records.core.clock.now()),
    isRandomised: isLocallyAdministered(macAddress),
  };
}
