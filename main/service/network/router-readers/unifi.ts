import { z } from 'zod';

import { NO_ADDRESSES, type RouterAdapter, rowsSchema, looseText, toTable } from './router-table.ts';
import { RouterFault } from './router-fault.ts';
import type { RouterHttp } from './router-http.ts';

const API = '/proxy/network/integration/v1';
const PAGE = 200;
/** Maximum number of clients; the time limit ends earlier if a console is slow. */
const MAX_CLIENTS = 10_000;

const pageSchema = z.object({ totalCount: z.number(), data: rowsSchema });
const siteSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  internalReference: looseText,
  name: looseText,
});
const clientSchema = z.object({ ipAddress: z.string(), macAddress: z.string() });

/** A UniFi OS console with its official local interface (Network from 9): the clients that are connected. Source: developer.ui.com. */
export const readUnifi: RouterAdapter = async (http, { secret, site }) => {
  const headers = { 'x-api-key': secret };
  const sites = (await allOf(http, `${API}/sites`, headers)).flatMap((row) => {
    const parsed = siteSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  const wanted = sites.filter(
    ({ id, internalReference, name }) => site === null || [id, internalReference, name].includes(site),
  );
  if (wanted.length === 0) {
    throw new RouterFault('NOT_THIS_KIND', site === null ? 'It has no site.' : `It has no site “${site}”.`);
  }
  const clients: unknown[] = [];
  for (const { id } of wanted) clients.push(...(await allOf(http, `${API}/sites/${id}/clients`, headers)));
  const arp = await toTable(clients, clientSchema, ({ ipAddress, macAddress }) => [ipAddress, macAddress]);
  return { arp, leases: NO_ADDRESSES, problem: null };
};

async function allOf(
  http: RouterHttp,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  while (rows.length < MAX_CLIENTS) {
    const query = `?offset=${String(rows.length)}&limit=${String(PAGE)}`;
    const { data, totalCount } = await http.get(path + query, pageSchema, headers);
    rows.push(...data);
    // A page may be shorter than requested: the console has its own limits.
    if (data.length === 0 || rows.length >= totalCount) break;
  }
  return rows;
}
