import { RouterFault } from '../../../../main/service/network/router-readers/router-fault.ts';
import type {
  RouterLogin,
  RouterTable,
} from '../../../../main/service/network/router-readers/router-table.ts';
import { readRouter } from '../../../../main/service/network/router-readers/readers.ts';
import type { NetworkKind, RouterFinding } from '../../../../shared/contract/network/routers.ts';

/** What the doubles ask for. */
export const LOGIN: RouterLogin = { username: 'station', secret: 'pässword', site: null };

/** How a double is read unless a test says otherwise. */
export type Input = {
  readonly login?: Partial<RouterLogin>;
  readonly pinned?: string | null;
  readonly totalMs?: number;
  readonly isAllowed?: (ip: string) => boolean;
};

/** Reads a double: its tables as plain objects, or what was found instead. */
export async function read(
  kind: NetworkKind,
  url: string,
  input: Input = {},
): Promise<{ arp: object; leases: object; problem: string | null } | RouterFinding> {
  const { result } = await readWhole(kind, url, input);
  if (result instanceof RouterFault) return result.finding;
  return { ...plain(result), problem: result.problem };
}

/** The same with all that is answered. */
export function readWhole(kind: NetworkKind, url: string, input: Input = {}) {
  const { login = {}, pinned = null, totalMs = 20_000, isAllowed = () => true } = input;
  return readRouter(kind, { url, isAllowed, pinned, totalMs }, { ...LOGIN, ...login });
}

function plain({ arp, leases }: RouterTable): { arp: object; leases: object } {
  return { arp: Object.fromEntries(arp), leases: Object.fromEntries(leases) };
}
