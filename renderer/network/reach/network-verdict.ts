import type { NetworkChecks } from '../../../shared/contract/network/network-checks.ts';
import type { CheckStatus, NetworkCheck } from '../../../shared/contract/network/network-findings.ts';

export type CheckView = NetworkChecks['checks'][number];

/** Summary of the network checks, for the title. */
export type Verdict = 'notLetIn' | 'cutOff' | 'maybeCutOff' | 'problems' | 'warnings' | 'fine';

/** Checks on each part of the path from this computer to the headsets. */
const STATION_SIDE: readonly NetworkCheck[] = ['interfaces', 'listener', 'port', 'addresses', 'firewall'];
const HEADSET_SIDE: readonly NetworkCheck[] = ['isolation', 'mdns', 'leases', 'stations'];

/** Checks that must pass for any headset to reach the station. */
const ESSENTIAL: ReadonlySet<NetworkCheck> = new Set(['interfaces', 'listener', 'port', 'isolation']);

const SEVERITY: Record<CheckStatus, number> = { problem: 0, warning: 1, unknown: 2, ok: 3 };

/** Sorts by severity, then in the order of the checks. */
export function bySeverity(checks: readonly CheckView[]): CheckView[] {
  return checks.toSorted((a, b) => SEVERITY[a.status] - SEVERITY[b.status]);
}

/** Returns the most severe finding on each side of the access point; undefined if nothing was checked. */
export function pathOf(checks: readonly CheckView[]): {
  readonly station: CheckView | undefined;
  readonly headsets: CheckView | undefined;
} {
  const mostSevere = (ids: readonly NetworkCheck[]): CheckView | undefined =>
    bySeverity(ids.flatMap((id) => checks.find((check) => check.id === id) ?? []))[0];
  return { station: mostSevere(STATION_SIDE), headsets: mostSevere(HEADSET_SIDE) };
}

/** Returns the summary of the checks. */
export function verdictOf(checks: readonly CheckView[]): Verdict {
  const has = (status: CheckStatus): boolean => checks.some((check) => check.status === status);
  if (checks.some(({ finding }) => finding === 'LISTENER_OFF')) return 'notLetIn';
  if (checks.some(({ id, status }) => status === 'problem' && ESSENTIAL.has(id))) return 'cutOff';
  if (checks.some(({ finding }) => finding === 'ISOLATION_SUSPECTED')) return 'maybeCutOff';
  if (has('problem')) return 'problems';
  return has('warning') ? 'warnings' : 'fine';
}
