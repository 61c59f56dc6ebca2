import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';

/** Kinds of events for filtering. */
export const KINDS = ['use', 'content', 'commands', 'settings', 'life'] as const;
export type Kind = (typeof KINDS)[number];

/** Known types by kind, each with its icon. Other types are shown as sent, in plain letters. */
export const TYPES = {
  APP_STARTED: ['use', 'inUse'],
  APP_STOPPED: ['use', 'ready'],
  VIDEO_STARTED: ['use', 'inUse'],
  VIDEO_STOPPED: ['use', 'ready'],
  STREAM_STARTED: ['use', 'inUse'],
  STREAM_STATS: ['use', 'inUse'],
  STREAM_STOPPED: ['use', 'ready'],
  VIEW_STARTED: ['use', 'inUse'],
  VIEW_ENDED: ['use', 'ready'],
  INVENTORY_CHANGED: ['content', 'ready'],
  DEPLOYMENT_CHANGED: ['content', 'applying'],
  DOWNLOAD_STARTED: ['content', 'applying'],
  DOWNLOAD_COMPLETED: ['content', 'ready'],
  DOWNLOAD_FAILED: ['content', 'failed'],
  APP_INSTALLED: ['content', 'ready'],
  APP_UNINSTALLED: ['content', 'ready'],
  CONTENT_REMOVED: ['content', 'ready'],
  COMMAND_ANSWERED: ['commands', 'ready'],
  COMMAND_UNANSWERED: ['commands', 'failed'],
  COMMAND_QUEUED: ['commands', 'queued'],
  COMMAND_EXPIRED: ['commands', 'attention'],
  COMMAND_CANCELLED: ['commands', 'archived'],
  SETTINGS_APPLIED: ['settings', 'ready'],
  SETTINGS_DRIFTED: ['settings', 'drifted'],
  DRIFT_ENDED: ['settings', 'ready'],
  PROFILE_APPLIED: ['settings', 'applying'],
  PROFILE_NOT_APPLIED: ['settings', 'failed'],
  WIFI_NOT_SAVED: ['settings', 'failed'],
  VOLUME_CHANGED: ['settings', 'ready'],
  BRIGHTNESS_CHANGED: ['settings', 'ready'],
  TEXT_SHOWN: ['use', 'inUse'],
  URL_OPENED: ['use', 'inUse'],
  DEVICE_STARTED: ['life', 'ready'],
  DEVICE_LOCKED: ['life', 'ready'],
  DEVICE_UNLOCKED: ['life', 'ready'],
  BATTERY_LOW: ['life', 'lowBattery'],
  CHARGING_STARTED: ['life', 'ready'],
  CHARGING_STOPPED: ['life', 'ready'],
  MAC_RESOLVED: ['life', 'ready'],
  DEVICE_ENROLLED: ['life', 'enrolled'],
  DEVICE_REPLACED: ['life', 'archived'],
  DEVICE_DELETED: ['life', 'archived'],
  DEVICE_UNENROLLED: ['life', 'waiting'],
  DEVICE_ARCHIVED: ['life', 'archived'],
  DEVICE_RESTORED: ['life', 'ready'],
  UNENROLL_REQUESTED: ['life', 'queued'],
  UNENROLLED: ['life', 'waiting'],
} as const satisfies Record<string, readonly [Kind, HeadsetState]>;

export type KnownType = keyof typeof TYPES;

export const KNOWN_TYPES = Object.keys(TYPES).filter(isKnownType);

/** The types of a kind. */
export function typesOf(kind: Kind): readonly string[] {
  return KNOWN_TYPES.filter((type) => TYPES[type][0] === kind);
}

/** Returns an unknown type in plain letters: `FOO_BAR` as "Foo bar". */
export function plainType(type: string): string {
  const words = type.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns true for a known type. */
export function isKnownType(type: string): type is KnownType {
  return Object.hasOwn(TYPES, type);
}
