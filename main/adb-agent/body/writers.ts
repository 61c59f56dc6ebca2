import type { AdbConnection } from '../../adb/connection.ts';
import { readNumber, readVolume } from '../readers/software.ts';

/** The part of a connection that these need. */
export type Shell = Pick<AdbConnection, 'run' | 'must'>;

/** One setting that adb can write. What counts as in effect is only what `read` returns afterwards. */
export type Writer = {
  /** Returns the value in effect, in the unit of the interface; null if the headset does not tell it. */
  readonly read: (shell: Shell) => Promise<unknown>;
  /** @throws {CableError} if the headset refuses. */
  readonly write: (shell: Shell, value: unknown) => Promise<void>;
  /** True if the value read back is the one that was wanted: scales are coarser than per cent. */
  readonly isSame: (wanted: unknown, now: unknown) => boolean;
};

/** The stream of music and games. Source: android.media.AudioManager.STREAM_MUSIC. */
const MUSIC = '3';
const MAX_BRIGHTNESS = 255;
const isEqual = (wanted: unknown, now: unknown): boolean => wanted === now;

const percent = (value: unknown): number => Math.min(100, Math.max(0, Number(value)));

/** The volume, in per cent of the headset's own range. */
const volume: Writer = {
  async read(shell) {
    const range = await volumeOf(shell);
    return range === null ? null : Math.round(((range.index - range.min) * 100) / (range.max - range.min));
  },
  async write(shell, value) {
    const range = await volumeOf(shell);
    if (range === null) return;
    const index = range.min + Math.round((percent(value) * (range.max - range.min)) / 100);
    await shell.must(['cmd', 'media_session', 'volume', '--stream', MUSIC, '--set', String(index)]);
  },
  // A step of a range of 15 is almost 7 per cent.
  isSame: (wanted, now) => typeof now === 'number' && Math.abs(percent(wanted) - now) <= 7,
};

async function volumeOf(shell: Shell) {
  return readVolume((await shell.run(['cmd', 'media_session', 'volume', '--stream', MUSIC, '--get'])).stdout);
}

/** The brightness, in per cent of 255. */
const brightness: Writer = {
  async read(shell) {
    const now = readNumber((await shell.run(['settings', 'get', 'system', 'screen_brightness'])).stdout);
    return now === null || now < 0 || now > MAX_BRIGHTNESS ? null : Math.round((now * 100) / MAX_BRIGHTNESS);
  },
  async write(shell, value) {
    // Automatic brightness would change it again.
    await shell.must(['settings', 'put', 'system', 'screen_brightness_mode', '0']);
    const level = Math.round((percent(value) * MAX_BRIGHTNESS) / 100);
    await shell.must(['settings', 'put', 'system', 'screen_brightness', String(level)]);
  },
  isSame: (wanted, now) => typeof now === 'number' && Math.abs(percent(wanted) - now) <= 1,
};

const timezone: Writer = {
  read: async (shell) => (await shell.run(['getprop', 'persist.sys.timezone'])).stdout.trim() || null,
  write: async (shell, value) => void (await shell.must(['cmd', 'alarm', 'set-timezone', String(value)])),
  isSame: isEqual,
};

const locale: Writer = {
  async read(shell) {
    const { stdout } = await shell.run(['settings', 'get', 'system', 'system_locales']);
    const now = stdout.trim();
    return now === '' || now === 'null' ? null : now;
  },
  write: async (shell, value) =>
    void (await shell.must(['settings', 'put', 'system', 'system_locales', String(value)])),
  isSame: isEqual,
};

const screenOff: Writer = {
  async read(shell) {
    const ms = readNumber((await shell.run(['settings', 'get', 'system', 'screen_off_timeout'])).stdout);
    return ms === null ? null : ms / 1_000;
  },
  write: async (shell, value) =>
    void (await shell.must([
      'settings',
      'put',
      'system',
      'screen_off_timeout',
      String(Math.round(Number(value) * 1_000)),
    ])),
  isSame: isEqual,
};

/** Every setting that adb writes, by its path in the settings. */
export const WRITERS = {
  volume,
  'display.brightness': brightness,
  'system.timezone': timezone,
  'system.locale': locale,
  'power.screenOffDelaySec': screenOff,
} as const satisfies Readonly<Record<string, Writer>>;
