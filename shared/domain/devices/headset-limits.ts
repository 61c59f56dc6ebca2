/** A headset without a link is offline when nothing was heard of it for this long, in ms. */
export { OFFLINE_AFTER_MS } from '../kernel/freshness.ts';

/** A reported value older than this, in ms, is shown as stale. Source: ui.md section 8. */
export const STALE_AFTER_MS = 300_000;

/** Battery level in percent at and below which a headset that is not charging needs a person. Source: ui.md section 4. */
export const LOW_BATTERY_PERCENT = 15;

/** Share of the storage in use, 0 to 1, from which the next installation is likely to fail. */
export const FULL_STORAGE_SHARE = 0.95;

/** From here on a battery is warm, and from there on a headset is spared, in °C. Source: lan.md section 6 for the second. */
export const WARM_CELSIUS = 38;
export const HOT_CELSIUS = 45;
