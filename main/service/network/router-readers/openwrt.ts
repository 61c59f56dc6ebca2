import { z } from 'zod';

import type { AddressTable } from '../mac/address-table.ts';
import { RouterFault } from './router-fault.ts';
import { notThisKind, type RouterHttp } from './router-http.ts';
import {
  looseText,
  partOf,
  type RouterAdapter,
  type RouterLogin,
  rowsSchema,
  toTable,
} from './router-table.ts';

/** The session of an anonymous caller. Source: openwrt.org techref/ubus. */
const NO_SESSION = '0'.repeat(32);
/** Source: libubus `UBUS_STATUS_OK` and `UBUS_STATUS_PERMISSION_DENIED`; rpcd's JSON-RPC "Access denied". */
const STATUS_OK = 0;
const PERMISSION_DENIED = 6;
const ACCESS_DENIED = -32_002;

const answerSchema = z.union([
  z.object({ result: z.tuple([z.int()]).rest(z.unknown()) }),
  z.object({ error: z.object({ code: z.int() }) }),
]);
const sessionSchema = z.object({ ubus_rpc_session: z.string().regex(/^[0-9a-f]{32}$/) });
const hintsSchema = z.record(z.string(), z.unknown());
/** `ipv4` was the only field before 2021. */
const hintSchema = z.object({ ipaddrs: z.array(z.string()).catch([]), ipv4: looseText });
const leasesSchema = z.object({ dhcp_leases: rowsSchema.catch([]) });
const leaseSchema = z.object({ ipaddr: z.string(), macaddr: z.string() });

/** Calls as the logged-in user. */
export type UbusCall = <Schema extends z.ZodType>(
  params: UbusParams,
  schema: Schema,
) => Promise<z.output<Schema>>;
type UbusParams = readonly [object: string, method: string, words: object];

/** OpenWrt with LuCI, over ubus. Source: openwrt/luci, libs/rpcd-mod-luci/src/luci.c. */
export const readOpenwrt: RouterAdapter = (http, login) =>
  inSession(http, login, async (ask) => {
    const arp = await readHints(ask);
    const leases = await partOf(readLeases(ask), 'Leases');
    return { arp, leases: leases.table, problem: leases.problem };
  });

/** Logs in, does the work and logs out. @throws {RouterFault} */
export async function inSession<Result>(
  http: RouterHttp,
  { username, secret }: Pick<RouterLogin, 'username' | 'secret'>,
  work: (call: UbusCall) => Promise<Result>,
): Promise<Result> {
  const login = { username, password: secret };
  const { ubus_rpc_session: session } = await call(
    http,
    NO_SESSION,
    ['session', 'login', login],
    sessionSchema,
  );
  const result = await work((params, schema) => call(http, session, params, schema));
  // It expires after five minutes anyway; the router must not run out of sessions before.
  await partOf(logOut(http, session), 'Logout');
  return result;
}

/**
 * Returns recently seen hosts by MAC address. An IP address that two hosts claim is dropped: one of them may be a
 * repeater that answers for others.
 */
async function readHints(ask: UbusCall): Promise<AddressTable> {
  const hints = await ask(['luci-rpc', 'getHostHints', {}], hintsSchema);
  const rows = Object.entries(hints).flatMap(([mac, value]) => {
    const hint = hintSchema.safeParse(value);
    if (!hint.success) return [];
    return [...hint.data.ipaddrs, hint.data.ipv4].map((ip) => ({ ip, mac }));
  });
  return toTable(rows, z.object({ ip: z.string(), mac: z.string() }), ({ ip, mac }) => [ip, mac]);
}

async function readLeases(ask: UbusCall): Promise<AddressTable> {
  const { dhcp_leases: rows } = await ask(['luci-rpc', 'getDHCPLeases', { family: 4 }], leasesSchema);
  return toTable(rows, leaseSchema, ({ ipaddr, macaddr }) => [ipaddr, macaddr]);
}

async function logOut(http: RouterHttp, session: string): Promise<AddressTable> {
  await call(http, session, ['session', 'destroy', {}], z.unknown());
  return new Map();
}

async function call<Schema extends z.ZodType>(
  http: RouterHttp,
  session: string,
  params: UbusParams,
  schema: Schema,
): Promise<z.output<Schema>> {
  const sent = { jsonrpc: '2.0', id: 1, method: 'call', params: [session, ...params] };
  const { body } = await http.post('/ubus', answerSchema, { body: sent });
  const [object, method] = params;
  if ('error' in body) throw body.error.code === ACCESS_DENIED ? refused(object, method) : notThisKind();
  const [status, value] = body.result;
  if (status === PERMISSION_DENIED) throw refused(object, method);
  const parsed = schema.safeParse(value);
  if (status !== STATUS_OK || !parsed.success) throw notThisKind();
  return parsed.data;
}

function refused(object: string, method: string): RouterFault {
  const message =
    object === 'session'
      ? 'It rejects the user name or the password.'
      : `The user may not call ${object} ${method}: grant it to them in the router’s access list.`;
  return new RouterFault('CREDENTIALS_REFUSED', message);
}
