import { isChange } from '../../devices/comparison/index.ts';
import type { PlannedGroup } from './plan-store.ts';

/** Maximum number of settings in a title. */
const MAX_NAMED = 3;

/** Returns a default title for a plan: the first things that it changes. */
export function titleOf(groups: readonly PlannedGroup[]): string {
  const names = groups.flatMap(({ rows }) =>
    rows.filter(isChange).map(({ path, entry }) => (entry === null ? path : entry.name)),
  );
  const distinct = [...new Set(names)];
  const rest = distinct.length - MAX_NAMED;
  const named = distinct.slice(0, MAX_NAMED).join(', ').slice(0, 110);
  return rest > 0 ? `${named} +${rest}` : named;
}
