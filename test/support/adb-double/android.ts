import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { AndroidOptions } from './android-options.ts';
import { Disk } from './disk.ts';
import { guarded, OTHER_HEADSET, writtenLines } from './guarded.ts';
import { Networks } from './networks.ts';
import { InstallSessions } from './install-sessions.ts';
import { type Result, System } from './system.ts';
import { wlanOf } from './wlan.ts';
import { words } from './words.ts';

const OK: Result = { exitCode: 0 };

/**
 * The Android of a double: packages, permissions, owner, Wi-Fi, settings and storage behind the commands that Muster
 * uses.
 */
export class Android {
  readonly disk = new Disk();
  readonly serial: string;
  readonly hasCmd: boolean;
  readonly system: System;
  timezone = 'GMT';
  /** Where it listens for adb over TCP; lost at a restart. */
  tcpPort: number | null = null;
  /** Where it listens with wireless debugging, or did. */
  wirelessPort: number | null = null;
  wifi: string | null = null;
  readonly networks = new Networks();
  deviceOwner: string | null = null;
  accounts: string[] = [];
  /** The failure of `pm install`; null: it succeeds. */
  installFailure: string | null = null;
  /** The failure of `dpm`, besides those caused by its accounts and owner. */
  ownerFailure: string | null = null;
  /** The failure of `am`, by the text of its file. */
  wakeFailure: (file: string) => string | null = () => null;
  /** The password of its Wi-Fi. */
  wifiPassword: string | null = null;
  /** The answer to a command line in place of the usual one: wrong, cut off or endless. */
  faulty: (line: string) => Result | undefined = () => undefined;
  /** False: its shell may not write to its own folder. */
  isWritable = true;
  /** Commands that its shell did not run, because they were for another headset. */
  readonly refused: string[] = [];
  /** Every command line that its shell ran. */
  readonly commandLines: string[] = [];
  /** The behaviour of an agent that a command starts. */
  onWake: (command: readonly string[]) => void = () => undefined;
  readonly #options: AndroidOptions;
  readonly #packages = new Map<
    string,
    { sha256: string; granted: Set<string>; appOps: Map<string, string> }
  >();

  constructor(options: AndroidOptions) {
    this.#options = options;
    this.serial = options.serial;
    this.hasCmd = options.hasCmd ?? true;
    this.system = new System({
      androidId: options.androidId ?? createHash('sha256').update(options.serial).digest('hex').slice(0, 16),
      release: options.release ?? '14',
      maxVolume: 15,
    });
    this.system.battery.level = options.battery ?? 80;
  }

  /** Percent. */
  get battery(): number {
    return this.system.battery.level;
  }

  set battery(level: number) {
    this.system.battery.level = level;
  }

  get locale(): string {
    return this.system.settings.get('system/system_locales') ?? '';
  }

  set locale(locale: string) {
    this.system.settings.set('system/system_locales', locale);
  }

  get wifiAddress(): string | undefined {
    return this.#options.wifiAddress;
  }

  get packages(): string[] {
    return [...this.#packages.keys()];
  }

  /** Apps that were installed in several parts. */
  readonly sessions = new InstallSessions((first) => this.#install(first));

  /** The version of an installed package. */
  versionOf: (name: string) => number = () => 1;

  /** Time that it takes to answer, in ms. */
  answerMs = 0;

  /** Runs a command line with its whole standard input, which `stdin` resolves to. */
  async run(line: string, stdin: () => Promise<Buffer>): Promise<Result> {
    if (this.answerMs > 0) await sleep(this.answerMs);
    const { command, isForAnother } = guarded(line, this.disk);
    if (isForAnother) return (this.refused.push(command), OTHER_HEADSET);
    this.commandLines.push(command);
    const fault = this.faulty(command);
    if (fault !== undefined) return fault;
    const [tool = '', ...rest] = words(command);
    const tools: Readonly<Record<string, () => Result | Promise<Result>>> = {
      true: () => OK,
      test: () => (this.isWritable ? OK : { exitCode: 1 }),
      getprop: () => this.#getprop(rest),
      dumpsys: () => this.#dumpsys(rest),
      df: () => this.disk.df(),
      pm: () => this.#pm(rest, stdin),
      cmd: () => this.#cmd(rest, stdin),
      dpm: () => this.#dpm(rest),
      settings: () => this.system.runSettings(rest),
      sha256sum: () => this.#sha256sum(rest[0] ?? ''),
      mkdir: () => OK,
      rm: () => (this.disk.remove(rest.at(-1) ?? ''), OK),
      mv: () =>
        this.disk.move(rest.at(-2) ?? '', rest.at(-1) ?? '')
          ? OK
          : { exitCode: 1, stderr: 'mv: No such file or directory' },
      sh: () => this.#sh(rest, stdin),
      am: () => this.#am(rest),
      ip: () => wlanOf(this.#options, rest),
      cat: () => this.disk.cat(rest[0] ?? ''),
      stat: () => this.disk.stat(rest.at(-1) ?? ''),
      screencap: () => this.system.capture(),
      input: () => this.system.key(rest[1] ?? ''),
      reboot: () => this.system.reboot(rest),
    };
    return (
      (await tools[tool]?.()) ?? {
        exitCode: 127,
        stderr: `/system/bin/sh: ${tool}: inaccessible or not found`,
      }
    );
  }

  /** Uninstalls a package. */
  uninstall(name: string): void {
    this.#packages.delete(name);
    this.disk.remove(apkPath(name));
  }

  #getprop([name]: readonly string[]): Result {
    const { manufacturer = 'Oculus', model = 'Quest 3', sdk = 32 } = this.#options;
    const properties: Readonly<Record<string, string>> = {
      'persist.sys.timezone': this.timezone,
      'service.adb.tcp.port': this.tcpPort === null ? '' : String(this.tcpPort),
      'service.adb.tls.port': this.wirelessPort === null ? '' : String(this.wirelessPort),
      'ro.build.version.release': this.system.options.release,
      'ro.build.version.sdk': String(sdk),
      'ro.build.version.incremental': '52433670048800520',
      'ro.product.device': model === 'Quest 3' ? 'eureka' : model.toLowerCase().replaceAll(' ', '_'),
      'ro.product.manufacturer': manufacturer,
      'ro.product.model': model,
      'ro.serialno': this.serial,
    };
    if (name !== undefined) return { exitCode: 0, stdout: `${properties[name] ?? ''}\n` };
    return {
      exitCode: 0,
      stdout: Object.entries(properties)
        .map(([key, value]) => `[${key}]: [${value}]\n`)
        .join(''),
    };
  }

  #dumpsys([service = '', name = '']: readonly string[]): Result {
    if (service === 'battery') return this.system.dumpBattery();
    if (service === 'power') return this.system.dumpPower();
    if (service === 'activity') return this.system.dumpActivities();
    if (service === 'account') {
      const list = this.accounts
        .map((type) => `    Account {name=somebody@example.org, type=${type}}\n`)
        .join('');
      return {
        exitCode: 0,
        stdout: `User UserInfo{0:Owner:c13}:\n  Accounts: ${this.accounts.length}\n${list}`,
      };
    }
    if (service === 'device_policy') {
      const owner = this.deviceOwner;
      const stdout =
        owner === null
          ? 'Current Device Policy Manager state:\n'
          : `Current Device Policy Manager state:\n  Device Owner: \n    admin=ComponentInfo{${owner}}\n    name=\n`;
      return { exitCode: 0, stdout };
    }
    if (service === 'package') {
      const granted = [...(this.#packages.get(name)?.granted ?? [])];
      return {
        exitCode: 0,
        stdout: `Packages:\n  Package [${name}] (1a2b3c):\n    versionCode=${this.versionOf(name)} minSdk=24 targetSdk=24\n    runtime permissions:\n${granted.map((each) => `      ${each}: granted=true, flags=[ USER_SET]\n`).join('')}`,
      };
    }
    return { exitCode: 0, stdout: `Can't find service: ${service}\n` };
  }

  async #pm([verb = '', ...rest]: readonly string[], stdin: () => Promise<Buffer>): Promise<Result> {
    if (verb === 'path') {
      const [name = ''] = rest;
      return this.#packages.has(name)
        ? { exitCode: 0, stdout: `package:${apkPath(name)}\n` }
        : { exitCode: 1 };
    }
    if (verb === 'list') return this.#list(rest);
    if (verb === 'uninstall') return this.#uninstalled(rest.at(-1) ?? '');
    if (verb === 'resolve-activity') return this.#resolve(rest.at(-1) ?? '');
    if (verb.startsWith('install-')) return this.sessions.run(verb, rest, stdin);
    if (verb === 'grant') return this.#grant(rest[0] ?? '', rest[1] ?? '');
    if (verb !== 'install') return { exitCode: 1, stderr: `Unknown command: ${verb}` };
    const at = rest.indexOf('-S');
    if (at >= 0) return this.#install(await stdin());
    const path = rest.at(-1) ?? '';
    const digest = this.disk.digest(path);
    return digest === undefined
      ? { exitCode: 1, stdout: `Failure [INSTALL_FAILED_INVALID_URI]\n` }
      : this.#installed(digest, this.disk.size(path) ?? 0);
  }

  #install(bytes: Buffer): Result {
    return this.#installed(createHash('sha256').update(bytes).digest('hex'), bytes.length, bytes);
  }

  #installed(sha256: string, size: number, bytes?: Buffer): Result {
    if (this.installFailure !== null) return { exitCode: 1, stdout: `Failure [${this.installFailure}]\n` };
    if (size > this.disk.freeBytes) {
      return {
        exitCode: 1,
        stdout: 'Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location]\n',
      };
    }
    const name = this.#options.packageOf(sha256);
    if (name === undefined)
      return { exitCode: 1, stdout: 'Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse]\n' };
    const before = this.#packages.get(name);
    this.#packages.set(name, {
      sha256,
      granted: before?.granted ?? new Set<string>(),
      appOps: before?.appOps ?? new Map<string, string>(),
    });
    this.disk.write(apkPath(name), bytes ?? Buffer.alloc(0));
    return { exitCode: 0, stdout: 'Success\n' };
  }

  #grant(name: string, permission: string): Result {
    const found = this.#packages.get(name);
    if (found === undefined)
      return {
        exitCode: 255,
        stderr: `Exception occurred while executing 'grant':\njava.lang.IllegalArgumentException: Unknown package: ${name}\n`,
      };
    found.granted.add(permission);
    return OK;
  }

  async #cmd(
    [service = '', verb = '', ...rest]: readonly string[],
    stdin: () => Promise<Buffer>,
  ): Promise<Result> {
    if (service === 'package') return this.#pm([verb, ...rest], stdin);
    if (service === 'alarm') return ((this.timezone = rest[0] ?? ''), OK);
    if (service === 'appops') return this.#appops(verb, rest);
    if (service === 'wifi') return this.#wifi(verb, rest);
    if (service === 'media_session') return this.system.runMediaSession(rest);
    if (service === 'notification') return this.system.notify(rest);
    return { exitCode: 20, stderr: `cmd: Can't find service: ${service}\n` };
  }

  #appops(verb: string, [name = '', operation = '', mode = '']: readonly string[]): Result {
    const found = this.#packages.get(name);
    if (found === undefined) return { exitCode: 255, stderr: `Error: No UID for ${name} in user 0\n` };
    if (verb === 'set') return (found.appOps.set(operation, mode), OK);
    const now = found.appOps.get(operation);
    return { exitCode: 0, stdout: now === undefined ? 'No operations.\n' : `${operation}: ${now}\n` };
  }

  #wifi(verb: string, rest: readonly string[]): Result {
    const known = this.networks.run(verb, rest);
    if (known !== undefined) return known;
    const isOn = this.wifi === null ? 'Wifi is not connected' : `Wifi is connected to "${this.wifi}"`;
    if (verb === 'status') return { exitCode: 0, stdout: `Wifi is enabled\n${isOn}\n` };
    if (verb !== 'connect-network') return OK;
    const [ssid = '', , password = null] = rest;
    if (password !== this.wifiPassword)
      return { exitCode: 255, stderr: 'Error: Connection failed: AUTHENTICATION_FAILURE\n' };
    this.wifi = ssid;
    return { exitCode: 0, stdout: 'Connection initiated\n' };
  }

  #dpm([verb = '', component = '']: readonly string[]): Result {
    if (verb !== 'set-device-owner') return { exitCode: 1, stderr: `Unknown command: ${verb}` };
    const failure = this.#ownerFailureOf(component);
    if (failure !== null) return { exitCode: 255, stderr: `Error: ${failure}\n` };
    this.deviceOwner = component;
    return { exitCode: 0, stdout: `Success: Device owner set to package ${component}\n` };
  }

  /** Source: `DevicePolicyManagerService`, `enforceCanSetDeviceOwnerLocked`. */
  #ownerFailureOf(component: string): string | null {
    const refused = 'Not allowed to set the device owner because';
    if (this.ownerFailure !== null) return this.ownerFailure;
    if (!this.#packages.has(component.split('/')[0] ?? ''))
      return `Unknown admin: ComponentInfo{${component}}`;
    if (this.deviceOwner !== null) return 'Trying to set the device owner, but device owner is already set.';
    if (this.accounts.length > 0) return `${refused} there are already some accounts on the device.`;
    return null;
  }

  /** `pm list packages -3 --show-versioncode [FILTER]`. */
  #list(rest: readonly string[]): Result {
    // Source: Android 7, PackageManagerShellCommand.
    if (this.system.options.release.startsWith('7') && rest.includes('--show-versioncode'))
      return { exitCode: 255, stdout: 'Error: Unknown option: --show-versioncode\n' };
    const isPlain = !rest.includes('--show-versioncode');
    const filter = rest.slice(1).find((word) => !word.startsWith('-')) ?? '';
    const lines = this.packages
      .filter((name) => name.includes(filter))
      .map((name) =>
        isPlain ? `package:${name}\n` : `package:${name} versionCode:${this.versionOf(name)}\n`,
      );
    return { exitCode: 0, stdout: lines.join('') };
  }

  #uninstalled(name: string): Result {
    if (!this.#packages.has(name)) return { exitCode: 1, stdout: 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n' };
    this.uninstall(name);
    this.system.forceStop(name);
    return { exitCode: 0, stdout: 'Success\n' };
  }

  #resolve(name: string): Result {
    return this.#packages.has(name)
      ? {
          exitCode: 0,
          stdout: `priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n${name}/.Main\n`,
        }
      : { exitCode: 0, stdout: 'No activity found\n' };
  }

  #sha256sum(path: string): Result {
    const name = this.packages.find((each) => apkPath(each) === path);
    const digest = name === undefined ? this.disk.digest(path) : this.#packages.get(name)?.sha256;
    return digest === undefined
      ? { exitCode: 1, stderr: `sha256sum: ${path}: No such file or directory\n` }
      : { exitCode: 0, stdout: `${digest}  ${path}\n` };
  }

  /** The two scripts that connect to a Wi-Fi, and the one that writes two lines to a file. */
  async #sh(
    [, script = '', ssid = '', type = '']: readonly string[],
    stdin: () => Promise<Buffer>,
  ): Promise<Result> {
    const written = await writtenLines(script, this.disk, this.isWritable, stdin);
    if (written !== undefined) return written;
    const isSecret = script.includes('read -r p');
    const password = isSecret ? [(await stdin()).toString('utf8').replace(/\n$/, '')] : [];
    const verb = /cmd wifi (\S+)/.exec(script)?.[1] ?? '';
    return this.#wifi(verb, [ssid, type, ...password]);
  }

  #am(rest: readonly string[]): Result {
    const [verb = '', name = ''] = rest;
    if (verb === 'force-stop') return this.system.forceStop(name);
    if (verb === 'start' && rest.includes('-d')) return { exitCode: 0, stdout: 'Starting: Intent\n' };
    const component = rest[rest.indexOf('-n') + 1] ?? '';
    if (!this.#packages.has(component.split('/')[0] ?? '')) {
      return { exitCode: 1, stderr: `Error: Activity class {${component}} does not exist.\n` };
    }
    if (verb === 'start' && !rest.includes('file')) return this.system.start(component);
    const failure = this.wakeFailure(this.disk.text(rest[rest.indexOf('file') + 1] ?? '') ?? '');
    if (failure !== null) return { exitCode: 1, stderr: `Error: ${failure}\n` };
    this.onWake(rest);
    return { exitCode: 0, stdout: 'Broadcast completed: result=0\n' };
  }
}

function apkPath(name: string): string {
  return `/data/app/${name}-1/base.apk`;
}
