/** A headset from which nothing was heard for this long, and that holds no link, counts as away. Source: ui.md section 4. */
export const OFFLINE_AFTER_MS = 90_000;

/** True when something was heard recently enough to call the headset reachable. */
export function isFresh(lastHeardAtMs: number | null, nowMs: number): boolean {
  return lastHeardAtMs !== null && nowMs - lastHeardAtMs < OFFLINE_AFTER_MS;
}
