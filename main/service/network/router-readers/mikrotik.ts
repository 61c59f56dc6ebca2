import { z } from 'zod';

import { basic, looseText, partOf, type RouterAdapter, rowsSchema, toTable } from './router-table.ts';

/** All values are text, even numbers and booleans. Source: help.mikrotik.com, "REST API". */
const arpSchema = z.object({
  address: z.string(),
  'mac-address': z.string(),
  complete: looseText,
  status: looseText,
  disabled: looseText,
  invalid: looseText,
});
const leaseSchema = z.object({
  address: looseText,
  'mac-address': looseText,
  'active-address': looseText,
  'active-mac-address': looseText,
  status: looseText,
  disabled: looseText,
});

/** MikroTik RouterOS from 7.1, over REST. */
export const readMikrotik: RouterAdapter = async (http, login) => {
  const headers = basic(login);
  const arpRows = await http.get('/rest/ip/arp', rowsSchema, headers);
  const arp = await toTable(arpRows, arpSchema, (row) => {
    const isResolved = row.complete === 'true' && row.status !== 'failed' && row.status !== 'incomplete';
    const isInUse = row.disabled !== 'true' && row.invalid !== 'true';
    return isResolved && isInUse ? [row.address, row['mac-address']] : undefined;
  });
  const leases = await partOf(readLeases(http, headers), 'Leases');
  return { arp, leases: leases.table, problem: leases.problem };
};

async function readLeases(http: Parameters<RouterAdapter>[0], headers: Readonly<Record<string, string>>) {
  const rows = await http.get('/rest/ip/dhcp-server/lease', rowsSchema, headers);
  return toTable(rows, leaseSchema, (row) => {
    if (row.status !== 'bound' || row.disabled === 'true') return undefined;
    // The address of a static lease and the one in use may differ.
    return [row['active-address'] || row.address, row['active-mac-address'] || row['mac-address']];
  });
}
