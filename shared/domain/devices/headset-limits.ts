/** A headset without a connection is offline after this much silence, in ms. */
export { OFFLINE_AFTER_MS } from '../kernel/freshness.ts';

/** A reported value older than this, in ms, is shown as stale. */
export const STALE_AFTER_MS = 300_000;

/** Charge in percent at or below which a headset that is not charging needs attention. Android warns at the same charge. */
export const LOW_BATTERY_PERCENT = 15;

/** Share of the storage in use, 0 to 1, from which the next installation is likely to fail. */
export const FULL_STORAGE_SHARE = 0.95;

/**
 * Battery temperatures in °C: above the first a battery is warm, above the second the headset gets a lower quality.
 */
export const WARM_CELSIUS = 38;
export const HOT_CELSIUS = 45;
