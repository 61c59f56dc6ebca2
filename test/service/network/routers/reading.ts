import { RouterFault } from '../../../../main/service/network/router-readers/router-fault.ts';
import type {
  RouterLogin,
  RouterTable,
} from '../../../../main/service/network/router-readers/router-table.ts';
import { readRouter } from '../../../../main/service/network/router-readers/readers.ts';
import type { NetworkKind, RouterFinding } from '../../../../shared/contract/network/routers.ts';

/** Credentials of the doubles. */
export const LOGIN: RouterLogin = { username: 'station', secret: 'pässword', site: null };

/** Default options for reading a double. */
export type Input = {
  readonly login?: Partial<RouterLogin>;
  readonly pinned?: string | null;
  readonly totalMs?: number;
  readonly isAllowed?: (ip: string) => boolean;
};

/** Reads a double: its tables as plain objects, or the finding instead. */
export async function read(
  kind: NetworkKind,
  url: string,
  input: Input = {},
): Promise<{ arp: object; leases: object; problem: string | null } | RouterFinding> {
  const { result } = await readWhole(kind, url, input);
  if (result instanceof RouterFault) return result.finding;
  return { ...plain(result), problem: result.problem };
}

/** Does the same with the complete answer. */
export function readWhole(kind: NetworkKind, url: string, input: Input = {}) {
  const { login = {}, pinned = null, totalMs = 20_000, isAllowed = () => true } = input;
  return readRouter(kind, { url, isAllowed, pinned, totalMs }, { ...LOGIN, ...login });
}

function plain({ arp, leases }: RouterTable): { arp: object; leases: object } {
  return { arp: Object.fromEntries(arp), leases: Object.fromEntries(leases) };
}
