import { z } from 'zod';

import { RouterFault } from './router-fault.ts';
import { notThisKind, type RouterHttp } from './router-http.ts';
import {
  basic,
  looseText,
  NO_ADDRESSES,
  type RouterAdapter,
  type RouterLogin,
  rowsSchema,
  toTable,
} from './router-table.ts';

/** Source: Kea Administrator Reference Manual, "Management API": success, unsupported, empty. */
const SUCCESS = 0;
const UNSUPPORTED = 2;
const EMPTY = 3;
/** State of a lease in use: neither declined nor released. */
const IN_USE = 0;

const answerSchema = z.object({
  result: z.int(),
  text: looseText,
  arguments: z.unknown().optional(),
});
/** A control agent answers with a list, one entry per server; a server answers for itself only. */
const answersSchema = z.union([z.tuple([answerSchema]).rest(z.unknown()), answerSchema]);
const leasesSchema = z.object({ leases: rowsSchema }).catch({ leases: [] });
const leaseSchema = z.object({ 'ip-address': z.string(), 'hw-address': z.string(), state: z.int() });

/** The control channel of Kea, with its lease commands. Source: answers of Kea 2.2.0 with hook libdhcp_lease_cmds. */
export const readKea: RouterAdapter = async (http, login) => {
  const answer = await queryKea(http, login, 'lease4-get-all');
  if (answer.result === UNSUPPORTED) {
    throw new RouterFault(
      'NOT_THIS_KIND',
      'It does not know lease commands: load the hook libdhcp_lease_cmds.',
    );
  }
  if (answer.result !== SUCCESS && answer.result !== EMPTY) throw notThisKind();
  const { leases: rows } = leasesSchema.parse(answer.arguments);
  const leases = await toTable(rows, leaseSchema, (row) =>
    row.state === IN_USE ? [row['ip-address'], row['hw-address']] : undefined,
  );
  return { arp: NO_ADDRESSES, leases, problem: null };
};

/** Returns the answer of its DHCPv4 server to a command. @throws {RouterFault} */
export async function queryKea(
  http: RouterHttp,
  login: RouterLogin,
  command: 'lease4-get-all' | 'config-get',
): Promise<z.output<typeof answerSchema>> {
  const headers = login.username === '' ? {} : basic(login);
  const { body } = await http.post('/', answersSchema, { body: { command, service: ['dhcp4'] }, headers });
  return Array.isArray(body) ? body[0] : body;
}
