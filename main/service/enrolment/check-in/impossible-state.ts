import type { Dropped, Heartbeat } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { type Report, toImpossible } from '../../devices/registry/index.ts';

/** At most this many values are stored of a headset. */
const MAX_STORED = 20;

/**
 * Returns the values that a headset reports although they cannot be true, as JSON: those of this heartbeat, and earlier
 * ones of fields that it does not contain.
 */
export function nextImpossible(
  before: Pick<Report, 'impossible'>,
  heartbeat: Heartbeat,
  dropped: readonly Dropped[],
): string | null {
  if (before.impossible === null && dropped.length === 0) return null;
  const fieldOf = ({ path }: Dropped): string => path.split('.', 1)[0] ?? '';
  const reported = new Set([...Object.keys(heartbeat), ...dropped.map(fieldOf)]);
  const earlier = toImpossible(before).filter((each) => !reported.has(fieldOf(each)));
  const all = [...dropped.map(withoutSecret), ...earlier].slice(0, MAX_STORED);
  return all.length === 0 ? null : JSON.stringify(all);
}

/** Settings in effect contain passwords: a text among them is not shown. */
function withoutSecret({ path, value }: Dropped): Dropped {
  return { path, value: path.startsWith('effectiveSettings') && value.startsWith('"') ? '"…"' : value };
}
