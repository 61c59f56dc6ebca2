/** A headset from which nothing was heard for this long, and that holds no link, counts as away. Source: ui.md section 4. */
export const OFFLINE_AFTER_MS = 90_000;

/**
 * True for a headset without a link that was heard recently enough to be there. A link that ended counts at once: only what
 * was heard after it says that the headset is still there.
 */
export function isHeardNow(
  { heardAtMs, linkEndedAtMs }: { readonly heardAtMs: number | null; readonly linkEndedAtMs: number | null },
  nowMs: number,
): boolean {
  if (heardAtMs === null || nowMs - heardAtMs >= OFFLINE_AFTER_MS) return false;
  return linkEndedAtMs === null || heardAtMs > linkEndedAtMs;
}
