import type { Json } from './instance.ts';

/** What is judged of a station: its name, its sync status and that of its devices. */
type Waiting = { readonly name: string; readonly sync: Json; readonly links: readonly Json[] };

/** (5) Nothing is pending without a visible reason, and (6) "up to date" is only shown if it is true. */
export function judgeRest(seen: readonly Waiting[]): string[] {
  return seen.flatMap(({ name, sync, links }) => {
    const waiting = (sync['waiting'] ?? {}) as Json;
    const brief = `${String(sync['state'])} ${JSON.stringify(sync['reason'])} ${JSON.stringify(waiting)}`;
    if (((sync['reason'] ?? {}) as Json)['code'] === 'INTERNAL') return [`${name} has an internal error`];
    const silent = links
      .filter(isSilent)
      .map(({ upstreamId, lifecycle, gone, isAhead, isBehind, events }) =>
        JSON.stringify({ upstreamId, lifecycle, gone, isAhead, isBehind, events }),
      );
    if (silent.length > 0) return [`${name} waits without a reason: ${brief} ${silent.join(' ')}`];
    const isRested = sync['state'] === 'upToDate';
    return isRested || sync['reason'] !== null
      ? []
      : [`${name} is not up to date and says no reason: ${brief}`];
  });
}

/** True if something of a device is pending, with neither a conflict nor a failure of that device as the reason. */
function isSilent({ lifecycle, isAhead, isBehind, events, gone, conflicts, failures }: Json): boolean {
  const waits = (lifecycle as unknown[]).length > 0 || isAhead === true || isBehind === true;
  const waitsWithEvents =
    waits || (Number(events) > 0 && gone !== 'DELETED' && gone !== 'OTHER_ORGANISATION');
  return waitsWithEvents && Number(conflicts) === 0 && (failures as unknown[]).length === 0;
}
