import { type AdbConnection, ANSWER_MS } from '../../adb/connection.ts';
import type { Brand } from '../../../shared/contract/devices/reported.ts';
import { adbFactOf } from '../../../shared/domain/configuration/adb/settings.ts';
import {
  clamped,
  type LevelRange,
  levelRange,
  PERCENT,
  scaled,
} from '../../../shared/domain/configuration/catalog/levels.ts';
import { readNumber, readVolume, readWords } from '../readers/software.ts';

/** The part of a connection that these need. */
export type Shell = Pick<AdbConnection, 'run' | 'must'>;

/** Asks a headset short questions only. */
export function quickly(adb: AdbConnection): Shell {
  return {
    run: (command, stdin) => adb.run(command, stdin, ANSWER_MS),
    must: (command, failure, stdin) => adb.must(command, failure, stdin),
  };
}

/** A value as it was read from the headset, in the unit of the interface. */
type Reading = Readonly<{
  value: unknown;
  /** True if the wanted value is in effect: a headset's own scale may be coarser. */
  isSame: (wanted: unknown) => boolean;
}>;

/** One setting that adb can write. What counts as in effect is only what `read` returns afterwards. */
export type Writer = Readonly<{
  /** Returns null if the headset does not tell the value. */
  read: (shell: Shell) => Promise<Reading | null>;
  /** @throws {CableError} if the headset refuses. */
  write: (shell: Shell, value: unknown) => Promise<void>;
}>;

/** The stream of music and games. Source: android.media.AudioManager.STREAM_MUSIC. */
const MUSIC = '3';
const BRIGHTNESS: LevelRange = { min: 0, max: 255 };

function readingOn(own: number, scale: LevelRange, range: LevelRange): Reading {
  return {
    value: scaled(own, scale, range),
    isSame: (wanted) => typeof wanted === 'number' && scaled(wanted, range, scale) === own,
  };
}

function exactly(value: unknown): Reading {
  return { value, isSame: (wanted) => wanted === value };
}

/** The volume in `range`, on a headset with a range of its own. */
function volumeIn(range: LevelRange): Writer {
  return {
    async read(shell) {
      const own = await volumeOf(shell);
      return own === null ? null : readingOn(own.index, own, range);
    },
    async write(shell, value) {
      const own = await volumeOf(shell);
      if (own === null) return;
      const index = clamped(scaled(Number(value), range, own), own);
      await shell.must(['cmd', 'media_session', 'volume', '--stream', MUSIC, '--set', String(index)]);
    },
  };
}

async function volumeOf(shell: Shell) {
  return readVolume((await shell.run(['cmd', 'media_session', 'volume', '--stream', MUSIC, '--get'])).stdout);
}

function brightnessIn(range: LevelRange): Writer {
  return {
    async read(shell) {
      const own = readNumber(await stored(shell, 'system', 'screen_brightness'));
      return own === null || own !== clamped(own, BRIGHTNESS) ? null : readingOn(own, BRIGHTNESS, range);
    },
    async write(shell, value) {
      // Automatic brightness would change it again.
      await shell.must(['settings', 'put', 'system', 'screen_brightness_mode', '0']);
      const level = clamped(scaled(Number(value), range, BRIGHTNESS), BRIGHTNESS);
      await shell.must(['settings', 'put', 'system', 'screen_brightness', String(level)]);
    },
  };
}

async function stored(shell: Shell, table: 'system' | 'global', name: string): Promise<string> {
  return (await shell.run(['settings', 'get', table, name])).stdout.trim();
}

/** A row of Android's settings. `toValue` returns null for what is no value. */
function row(
  table: 'system' | 'global',
  name: string,
  toValue: (text: string) => unknown,
  toText: (value: unknown) => string = String,
): Writer {
  return {
    async read(shell) {
      const value = toValue(await stored(shell, table, name));
      return value === null ? null : exactly(value);
    },
    write: async (shell, value) => void (await shell.must(['settings', 'put', table, name, toText(value)])),
  };
}

const timezone: Writer = {
  async read(shell) {
    const now = readWords((await shell.run(['getprop', 'persist.sys.timezone'])).stdout);
    return now === null ? null : exactly(now);
  },
  write: async (shell, value) => void (await shell.must(['cmd', 'alarm', 'set-timezone', String(value)])),
};

/** Read back is the property: the display follows when an app starts. */
const refreshRate: Writer = {
  async read(shell) {
    const now = readNumber((await shell.run(['getprop', 'debug.oculus.refreshRate'])).stdout);
    return now === null ? null : exactly(now);
  },
  write: async (shell, value) =>
    void (await shell.must(['setprop', 'debug.oculus.refreshRate', String(Math.round(Number(value)))])),
};

const toSeconds = (text: string): number | null => {
  const ms = readNumber(text);
  return ms === null ? null : ms / 1_000;
};
const toMs = (value: unknown): string => String(Math.round(Number(value) * 1_000));
const toSwitch = (text: string): boolean | null => (text === '0' || text === '1' ? text === '1' : null);
const ofSwitch = (value: unknown): string => (value === true ? '1' : '0');

/** The volume and the brightness in per cent, as commands state them. */
export const VOLUME = volumeIn(PERCENT);
export const BRIGHTNESS_PERCENT = brightnessIn(PERCENT);

/** Returns every setting that adb writes on the headsets of a manufacturer, by its path in the settings. */
export function writersFor(brand: Brand): ReadonlyMap<string, Writer> {
  const all: readonly (readonly [string, Writer])[] = [
    // A value means the same as for an agent: its range is the manufacturer's.
    ['volume', volumeIn(levelRange('volume', brand))],
    ['display.brightness', brightnessIn(levelRange('display.brightness', brand))],
    ['display.refreshRate', refreshRate],
    ['power.screenOffDelaySec', row('system', 'screen_off_timeout', toSeconds, toMs)],
    ['system.timezone', timezone],
    ['system.locale', row('system', 'system_locales', readWords)],
    ['system.autoTime', row('global', 'auto_time', toSwitch, ofSwitch)],
    ['system.ntpServer', row('global', 'ntp_server', readWords)],
  ];
  return new Map(all.filter(([path]) => adbFactOf(path, brand)?.support !== 'no'));
}
