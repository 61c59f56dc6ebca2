import { z } from 'zod';

import type { NetworkKind } from '../../../../shared/contract/network/routers.ts';
import { countAddresses } from './address-ranges.ts';
import { queryKea } from './kea.ts';
import { inSession } from './openwrt.ts';
import { RouterFault } from './router-fault.ts';
import { type RouterAddress, RouterHttp } from './router-http.ts';
import { basic, looseText, type RouterLogin, rowsSchema } from './router-table.ts';

/** Returns how many addresses it may assign, in all its ranges. @throws {RouterFault} */
type PoolReader = (http: RouterHttp, login: RouterLogin) => Promise<number>;

/** Routers that report it; for others a person has to enter it. */
const READERS: Readonly<Partial<Record<NetworkKind, PoolReader>>> = {
  mikrotik: readMikrotikPools,
  openwrt: readOpenwrtPools,
  kea: readKeaPools,
};

/** Returns how many addresses a router may assign; null if it does not report it, or access is denied. */
export async function readPoolSize(
  kind: NetworkKind,
  address: RouterAddress,
  login: RouterLogin,
): Promise<number | null> {
  const reader = READERS[kind];
  if (reader === undefined) return null;
  await using http = new RouterHttp(address);
  try {
    const size = await reader(http, login);
    return size > 0 ? size : null;
  } catch (error) {
    if (!(error instanceof RouterFault)) throw error;
    return null;
  }
}

const serverSchema = z.object({ 'address-pool': looseText, disabled: looseText });
const poolSchema = z.object({ name: looseText, ranges: looseText });

/** Reads the pools of its DHCP servers. Source: help.mikrotik.com, "IP Pools" and "DHCP", over REST. */
async function readMikrotikPools(http: RouterHttp, login: RouterLogin): Promise<number> {
  const headers = basic(login);
  const servers = known(serverSchema, await http.get('/rest/ip/dhcp-server', rowsSchema, headers));
  const pools = known(poolSchema, await http.get('/rest/ip/pool', rowsSchema, headers));
  const inUse = new Set(
    servers.filter(({ disabled }) => disabled !== 'true').map((each) => each['address-pool']),
  );
  return sum(pools.filter(({ name }) => inUse.has(name)).map(({ ranges }) => countAddresses(ranges)));
}

const uciSchema = z.object({ values: z.record(z.string(), z.unknown()) });
const dhcpSchema = z.object({ limit: looseText, ignore: looseText, dhcpv4: looseText });

/** Reads `limit` addresses per network with DHCP. Source: openwrt.org, "/etc/config/dhcp". */
async function readOpenwrtPools(http: RouterHttp, login: RouterLogin): Promise<number> {
  const words = { config: 'dhcp', type: 'dhcp' };
  const { values } = await inSession(http, login, (call) => call(['uci', 'get', words], uciSchema));
  const networks = known(dhcpSchema, Object.values(values));
  const serving = networks.filter(({ ignore, dhcpv4 }) => ignore !== '1' && dhcpv4 !== 'disabled');
  return sum(serving.map(({ limit }) => (/^\d{1,8}$/.test(limit) ? Number(limit) : 0)));
}

const subnetSchema = z.object({
  pools: z.array(z.object({ pool: looseText })).catch([]),
});
const subnetsSchema = z.array(z.unknown()).catch([]);
const configSchema = z.object({
  Dhcp4: z.object({
    subnet4: subnetsSchema,
    'shared-networks': z.array(z.object({ subnet4: subnetsSchema })).catch([]),
  }),
});

/** The pools of all its subnets. Source: Kea Administrator Reference Manual, `config-get`. */
async function readKeaPools(http: RouterHttp, login: RouterLogin): Promise<number> {
  const { arguments: received } = await queryKea(http, login, 'config-get');
  const config = configSchema.safeParse(received);
  if (!config.success) return 0;
  const { subnet4, 'shared-networks': shared } = config.data.Dhcp4;
  const subnets = known(subnetSchema, [subnet4, ...shared.map((each) => each.subnet4)].flat());
  return sum(subnets.flatMap(({ pools }) => pools.map(({ pool }) => countAddresses(pool))));
}

/** Returns the rows of the expected form; others are skipped. */
function known<Row>(schema: z.ZodType<Row>, rows: readonly unknown[]): Row[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
