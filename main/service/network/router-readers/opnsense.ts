import { z } from 'zod';

import { type AddressTable, AddressTableBuilder } from '../mac/address-table.ts';
import { RouterFault } from './router-fault.ts';
import type { RouterHttp } from './router-http.ts';
import { basic, looseText, type RouterAdapter, rowsSchema, toTable } from './router-table.ts';

type Headers = Readonly<Record<string, string>>;

/** The paths of older and newer releases. Source: opnsense/core, Diagnostics/Api/InterfaceController.php. */
const ARP_PATHS = ['/api/diagnostics/interface/getArp', '/api/diagnostics/interface/get_arp'];
/** One for each DHCP program; the router does not report which one is in use. */
const LEASE_PATHS = [
  '/api/dnsmasq/leases/search',
  '/api/kea/leases4/search',
  '/api/dhcpv4/leases/searchLease',
].map((path) => `${path}?current=1&rowCount=-1`);

const arpSchema = z.object({ ip: z.string(), mac: z.string(), expired: z.unknown() });
const leasesSchema = z.object({ rows: rowsSchema });
/** Times are ignored: the router’s clock may be wrong, and it deletes expired leases itself. */
const leaseSchema = z.object({
  address: z.string(),
  hwaddr: looseText,
  mac: looseText,
  state: z.union([z.string(), z.number()]).optional().catch(undefined),
});
const IN_USE = new Set<unknown>([undefined, '', 'active', 0, '0']);

/** OPNsense, with the key and the secret of its API. */
export const readOpnsense: RouterAdapter = async (http, login) => {
  const headers = basic(login);
  const arpRows = await firstOf(http, ARP_PATHS, headers);
  const arp = await toTable(arpRows, arpSchema, ({ ip, mac, expired }) =>
    expired === true ? undefined : [ip, mac],
  );
  return { arp, ...(await readLeases(http, headers)) };
};

async function firstOf(http: RouterHttp, paths: readonly string[], headers: Headers): Promise<unknown[]> {
  const [path = '', ...others] = paths;
  try {
    return await http.get(path, rowsSchema, headers);
  } catch (error) {
    if (others.length === 0 || !(error instanceof RouterFault) || error.status !== 404) throw error;
    return firstOf(http, others, headers);
  }
}

/** Returns those of all programs; one that is not installed, or not accessible to the key, has none. */
async function readLeases(
  http: RouterHttp,
  headers: Headers,
): Promise<{ readonly leases: AddressTable; readonly problem: string | null }> {
  const builder = new AddressTableBuilder();
  let problem: string | null = 'Leases: none of its DHCP servers may be asked.';
  for (const path of LEASE_PATHS) {
    try {
      const { rows } = await http.get(path, leasesSchema, headers);
      const table = await toTable(rows, leaseSchema, ({ address, hwaddr, mac, state }) =>
        IN_USE.has(state) ? [address, hwaddr || mac] : undefined,
      );
      for (const pair of table) builder.add(pair);
      problem = null;
    } catch (error) {
      if (!(error instanceof RouterFault)) throw error;
    }
  }
  return { leases: builder.build(), problem };
}
