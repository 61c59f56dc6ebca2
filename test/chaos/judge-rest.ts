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
      .filter((device) => isSilent(device, links, sync))
      .map(({ upstreamId, lifecycle, gone, isAhead, isBehind, events, waits }) =>
        JSON.stringify({ upstreamId, lifecycle, gone, isAhead, isBehind, events, waits }),
      );
    if (silent.length > 0) return [`${name} waits without a reason: ${brief} ${silent.join(' ')}`];
    const isRested = sync['state'] === 'upToDate';
    return isRested || sync['reason'] !== null
      ? []
      : [`${name} is not up to date and says no reason: ${brief}`];
  });
}

/**
 * True if something of a device is pending, and it neither names the decision, the slot or the person that it waits for,
 * nor is a failure shown for the next attempt.
 */
function isSilent(device: Json, links: readonly Json[], sync: Json): boolean {
  const waits = device['waits'] as Json | null;
  if (waits === null) return isPending(device);
  switch (waits['on']) {
    case 'decision':
      return Number(device['conflicts']) === 0;
    case 'slot': {
      const first = links.find(({ id }) => id === waits['deviceId']);
      return (
        first === undefined || first === device || first['waits'] === null || isSilent(first, links, sync)
      );
    }
    case 'person':
      return typeof waits['code'] !== 'string';
    default:
      return (device['failures'] as unknown[]).length === 0 || typeof sync['nextRunAt'] !== 'string';
  }
}

function isPending({ lifecycle, isAhead, isBehind, events }: Json): boolean {
  return (lifecycle as unknown[]).length > 0 || isAhead === true || isBehind === true || Number(events) > 0;
}
