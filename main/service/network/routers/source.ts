import type { AddressTable } from '../mac/address-table.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { RouterFault } from '../router-readers/router-fault.ts';
import type { RouterTable } from '../router-readers/router-table.ts';
import type { FoundMac, MacSource } from '../mac/mac-source.ts';
import type { RouterReader } from './reader.ts';
import { isFileKind, isNetworkKind } from './rules.ts';
import type { Router, RouterStore } from './store.ts';

type Read = { readonly router: Router; readonly table: RouterTable };

/**
 * Returns what the routers, lease files and lists of an organisation know. Each is read once for all addresses, all
 * at the same time. Seen hosts (ARP) take precedence over assigned addresses (leases), because a lease outlives its
 * headset.
 */
export function routerSource(
  { log }: Pick<Core, 'log'>,
  store: RouterStore,
  { reader, enterpriseId }: { readonly reader: RouterReader; readonly enterpriseId: string },
): MacSource {
  return {
    name: 'routers',
    async find(ips, signal) {
      const found = new Map<string, FoundMac>();
      const routers = store.ofEnterprise(enterpriseId).filter(({ isEnabled }) => isEnabled);
      const tables = await readAll(routers, reader, { log, signal });
      logDisagreements(tables, ips, log);
      for (const { router, table } of tables)
        collect(found, ips, table.arp, { source: 'router-arp', router });
      for (const { router, table } of tables) {
        if (!isFileKind(router.kind)) collect(found, ips, table.leases, { source: 'router-lease', router });
      }
      for (const { router, table } of tables) {
        if (isFileKind(router.kind)) collect(found, ips, table.leases, { source: 'lease-file', router });
      }
      for (const router of routers) {
        if (router.kind === 'csv') await collectListed(found, ips, { store, router });
      }
      return found;
    },
  };
}

async function readAll(
  routers: readonly Router[],
  reader: RouterReader,
  { log, signal }: { readonly log: Core['log']; readonly signal: AbortSignal },
): Promise<Read[]> {
  const requested = routers.filter(({ kind }) => isNetworkKind(kind) || isFileKind(kind));
  const read = await Promise.all(
    requested.map(async (router): Promise<Read[]> => {
      const outcome = await untilAborted(reader.read(router), signal);
      if (outcome === undefined) return [];
      const { result: table } = outcome;
      if (!(table instanceof RouterFault)) return [{ router, table }];
      log.warn(
        { routerId: router.id, kind: router.kind, finding: table.finding },
        'a router returned nothing',
      );
      return [];
    }),
  );
  return read.flat();
}

/** Returns undefined if aborted first; the reading has its own time limit. */
function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(undefined);
    signal.addEventListener('abort', giveUp, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function collect(
  found: Map<string, FoundMac>,
  ips: readonly string[],
  table: AddressTable,
  { source, router }: { readonly source: FoundMac['source']; readonly router: Router },
): void {
  for (const ip of ips) {
    const macAddress = found.has(ip) ? undefined : table.get(ip);
    if (macAddress !== undefined) found.set(ip, { macAddress, source, routerId: router.id });
  }
}

/** A list is searched address by address, because it may be long and most of it is not needed. */
async function collectListed(
  found: Map<string, FoundMac>,
  ips: readonly string[],
  { store, router }: { readonly store: RouterStore; readonly router: Router },
): Promise<void> {
  const yielder = new Yielder();
  for (const ip of ips) {
    const macAddress = found.has(ip) ? undefined : store.findMac(router.key, ip);
    if (macAddress !== undefined) found.set(ip, { macAddress, source: 'list', routerId: router.id });
    await yielder.yieldIfDue();
  }
}

/** Logs an address that another host uses since its lease began, which helps to find out why. */
function logDisagreements(tables: readonly Read[], ips: readonly string[], log: Core['log']): void {
  for (const { router, table } of tables) {
    for (const ip of ips) {
      const [arp, lease] = [table.arp.get(ip), table.leases.get(ip)];
      if (arp === undefined || lease === undefined || arp === lease) continue;
      log.warn({ routerId: router.id, ip, arp, lease }, 'ARP table and lease disagree: the ARP table counts');
    }
  }
}
