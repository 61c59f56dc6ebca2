/** The result of a command on the double. */
export type Result = {
  readonly exitCode: number;
  readonly stdout?: string | Uint8Array;
  readonly stderr?: string;
};

const OK: Result = { exitCode: 0 };
const said = (stdout: string): Result => ({ exitCode: 0, stdout });

/** Who a double is by its system. */
export type SystemOptions = {
  readonly androidId: string;
  /** Android's version, which decides the form of some outputs. */
  readonly release: string;
  /** Highest index of the music volume. */
  readonly maxVolume: number;
};

/**
 * The system of a double: settings, volume, battery, what is in front, sleep and power. Forms of the outputs: Android's
 * own sources (BatteryService.dump, ActivityTaskManagerService.dump, VolumeCtrl, SettingsService).
 */
export class System {
  readonly options: SystemOptions;
  /** Settings by table and name. */
  readonly settings = new Map<string, string>();
  battery = { level: 80, scale: 100, status: 3, health: 2, temperature: 310, voltage: 4_123 };
  volume = 5;
  foreground: string | null = 'com.oculus.vrshell';
  isAwake = true;
  /** What `screencap -p` prints: a PNG. */
  screen: Uint8Array | null = null;
  /** Settings whose new value the system ignores without a word. */
  readonly ignored = new Set<string>();
  /** Apps that start and vanish again, as while the controllers sleep. */
  readonly failing = new Set<string>();
  /** Texts of notifications, in order. */
  readonly notifications: string[] = [];
  /** Called by `reboot` with its arguments. */
  onReboot: (how: readonly string[]) => void = () => undefined;
  /** Called when wireless debugging is switched off by its setting. */
  onWirelessOff: () => void = () => undefined;

  constructor(options: SystemOptions) {
    this.options = options;
    this.settings.set('secure/android_id', options.androidId);
    this.settings.set('system/screen_brightness', '102');
    this.settings.set('system/screen_off_timeout', '60000');
    this.settings.set('system/system_locales', 'en-US');
  }

  runSettings([verb = '', table = '', name = '', value = '']: readonly string[]): Result {
    const key = `${table}/${name}`;
    if (verb === 'get') return said(`${this.settings.get(key) ?? 'null'}\n`);
    if (verb === 'delete') return said(`Deleted ${this.settings.delete(key) ? 1 : 0} rows\n`);
    if (verb !== 'put') return { exitCode: 255, stderr: `Invalid command: ${verb}\n` };
    if (!this.ignored.has(name)) this.settings.set(key, value);
    if (key === 'global/adb_wifi_enabled' && value === '0') this.onWirelessOff();
    return OK;
  }

  runMediaSession(rest: readonly string[]): Result {
    const at = rest.indexOf('--set');
    const { maxVolume } = this.options;
    const lead = 'will control stream=3 (STREAM_MUSIC)\nwill';
    if (at >= 0) {
      const index = Number(rest[at + 1]);
      if (!this.ignored.has('volume')) this.volume = Math.min(maxVolume, Math.max(0, index));
      return said(`[V] ${lead} set volume to index=${index}\n`);
    }
    return said(`[V] ${lead} get volume\n[V] volume is ${this.volume} in range [0..${maxVolume}]\n`);
  }

  dumpBattery(): Result {
    const { level, scale, status, health, temperature, voltage } = this.battery;
    return said(
      `Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  status: ${status}\n  health: ${health}\n  present: true\n  level: ${level}\n  scale: ${scale}\n  voltage: ${voltage}\n  temperature: ${temperature}\n  technology: Li-ion\n`,
    );
  }

  dumpPower(): Result {
    return said(
      `POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness=${this.isAwake ? 'Awake' : 'Asleep'}\n`,
    );
  }

  dumpActivities(): Result {
    const record = `ActivityRecord{5a1b2c3 u0 ${this.foreground ?? 'none'}/.Main t12}`;
    const line =
      Number(this.options.release) >= 12 ? `topResumedActivity=${record}` : `mResumedActivity: ${record}`;
    return said(
      `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n${this.foreground === null ? '' : `  ${line}\n`}`,
    );
  }

  /** `am start -n PACKAGE/ACTIVITY` of an installed package: exits with 0 also where nothing appears. */
  start(component: string): Result {
    const name = component.split('/')[0] ?? '';
    if (!this.failing.has(name)) this.foreground = name;
    return said(`Starting: Intent { cmp=${component} }\n`);
  }

  forceStop(name: string): Result {
    if (this.foreground === name) this.foreground = 'com.oculus.vrshell';
    return OK;
  }

  notify(rest: readonly string[]): Result {
    this.notifications.push(rest.at(-1) ?? '');
    return said(`posting:\n  Notification(channel=shell_cmd)\n`);
  }

  /** It started again: its own home is in front. */
  restarted(): void {
    this.foreground = 'com.oculus.vrshell';
    this.isAwake = true;
  }

  capture(): Result {
    return this.screen === null
      ? { exitCode: 1, stderr: 'Capturing failed.\n' }
      : { exitCode: 0, stdout: this.screen };
  }

  key(name: string): Result {
    if (name === 'KEYCODE_SLEEP') this.isAwake = false;
    if (name === 'KEYCODE_WAKEUP') this.isAwake = true;
    return OK;
  }

  reboot(how: readonly string[]): Result {
    this.onReboot(how);
    return OK;
  }
}
