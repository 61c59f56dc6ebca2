import type { Brand } from '../../../contract/devices/reported.ts';

/**
 * How certain a fact is. `A`: documented by the manufacturer, or in Android's own sources. `B`: used by several
 * independent public programs. `C`: one source.
 */
export type Certainty = 'A' | 'B' | 'C';

/** What adb can do on the headsets of one manufacturer, and how. None was verified on a real headset. */
export type AdbFact = Readonly<{
  support: 'yes' | 'partial' | 'no';
  /** The command, or for `no` the reason; in English, on screen too for settings. */
  how: string;
  /** The lowest Android version; absent: any that Muster manages (7 and later). */
  since?: string;
  certainty: Certainty;
  source: string;
}>;

/** A fact about every manufacturer's headsets, and what differs on those of some. */
export type AdbCapability = AdbFact & Readonly<{ on?: Readonly<Partial<Record<Brand, AdbFact>>> }>;

/** The documents and programs behind the facts. */
export const ADB_SOURCES = {
  android: 'Android platform sources',
  settings: 'Android: android.provider.Settings',
  media: 'Android: MediaShellCommand',
  alarm: 'Android: AlarmManagerService, shell command',
  packages: 'Android: PackageManagerShellCommand',
  activities: 'Android: ActivityManagerShellCommand',
  notifications: 'Android: NotificationShellCmd',
  battery: 'Android: BatteryService.dump',
  wifi: 'Android: WifiShellCommand',
  meta: 'Meta: Horizon OS developer documentation, adb',
  scripts: 'Public adb scripts for Quest headsets',
  wireless: 'thedroidgeek/oculus-wireless-adb, issues 2, 8, 10; SideQuest, issue 72',
  debugging: 'Android: AdbDebuggingManager, adb_wifi.cpp',
  pico: 'picoxr/support, issue 42',
  own: 'Muster',
} as const;

/** Returns what adb can do on the headsets of a manufacturer. */
export function factOn({ on, ...everywhere }: AdbCapability, brand: Brand): AdbFact {
  return on?.[brand] ?? everywhere;
}
