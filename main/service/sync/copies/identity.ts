import { createHash } from 'node:crypto';

/**
 * Returns the identity with which a station calls a Muster central, followed by the id of its current start. A copied
 * data folder keeps the identity until it is renamed, but each computer that runs a copy has its own start.
 */
export function identityOf(station: {
  readonly enterpriseId: string;
  readonly name: string;
  readonly run: string;
}): string {
  const { enterpriseId, name, run } = station;
  const identity = createHash('sha256').update(`${enterpriseId}\n${name}`).digest('base64url');
  return `${identity}.${run}`;
}
