/** A disconnected headset counts as offline after this much silence, in ms: agents report every 15 to 30 s. */
export const OFFLINE_AFTER_MS = 90_000;

/**
 * Returns true for a disconnected headset that was seen recently enough to be online. The end of a connection counts
 * at once: only a later contact shows that the headset is still there.
 */
export function isSeenRecently(
  {
    lastSeenAtMs,
    linkEndedAtMs,
  }: { readonly lastSeenAtMs: number | null; readonly linkEndedAtMs: number | null },
  nowMs: number,
): boolean {
  if (lastSeenAtMs === null || nowMs - lastSeenAtMs >= OFFLINE_AFTER_MS) return false;
  return linkEndedAtMs === null || lastSeenAtMs > linkEndedAtMs;
}
