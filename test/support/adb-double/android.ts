import { createHash } from 'node:crypto';

import { Disk } from './disk.ts';

/** The result of a command on the double. */
export type Result = { readonly exitCode: number; readonly stdout?: string; readonly stderr?: string };

/** The properties of a double; absent ones are those of a new headset. */
export type AndroidOptions = {
  readonly serial: string;
  readonly manufacturer?: string;
  readonly model?: string;
  readonly sdk?: number;
  readonly battery?: number;
  /** MAC address of its Wi-Fi; without one it has no such interface. */
  readonly macAddress?: string;
  /** Package names of APKs by their digest: the double does not read manifests. */
  readonly packageOf: (sha256: string) => string | undefined;
  /** Without `cmd` it installs only files on its own disk. */
  readonly hasCmd?: boolean;
};

const OK: Result = { exitCode: 0 };

/**
 * The Android of a double: packages, permissions, owner, Wi-Fi, settings and storage behind the commands that Muster
 * uses.
 */
export class Android {
  readonly disk = new Disk();
  readonly serial: string;
  readonly hasCmd: boolean;
  battery: number;
  timezone = 'GMT';
  locale = 'en-US';
  wifi: string | null = null;
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
  /** Every received command line, as in a log of the headset. */
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
    this.battery = options.battery ?? 80;
  }

  get packages(): string[] {
    return [...this.#packages.keys()];
  }

  /** Runs a command line with its whole standard input, which `stdin` resolves to. */
  async run(line: string, stdin: () => Promise<Buffer>): Promise<Result> {
    this.commandLines.push(line);
    const [tool = '', ...rest] = words(line);
    const tools: Readonly<Record<string, () => Result | Promise<Result>>> = {
      getprop: () => this.#getprop(rest),
      dumpsys: () => this.#dumpsys(rest),
      df: () => this.#df(),
      pm: () => this.#pm(rest, stdin),
      cmd: () => this.#cmd(rest, stdin),
      dpm: () => this.#dpm(rest),
      settings: () => this.#settings(rest),
      sha256sum: () => this.#sha256sum(rest[0] ?? ''),
      mkdir: () => OK,
      rm: () => (this.disk.remove(rest.at(-1) ?? ''), OK),
      mv: () =>
        this.disk.move(rest.at(-2) ?? '', rest.at(-1) ?? '')
          ? OK
          : { exitCode: 1, stderr: 'mv: No such file or directory' },
      sh: () => this.#sh(rest, stdin),
      am: () => this.#am(rest),
      ip: () => this.#ip(),
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
      'ro.build.version.sdk': String(sdk),
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
    if (service === 'battery')
      return {
        exitCode: 0,
        stdout: `Current Battery Service state:\n  AC powered: false\n  level: ${this.battery}\n  scale: 100\n`,
      };
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
        stdout: `Packages:\n  Package [${name}] (1a2b3c):\n    runtime permissions:\n${granted.map((each) => `      ${each}: granted=true, flags=[ USER_SET]\n`).join('')}`,
      };
    }
    return { exitCode: 0, stdout: `Can't find service: ${service}\n` };
  }

  #df(): Result {
    const { totalBytes, freeBytes } = this.disk;
    const [total, free] = [Math.floor(totalBytes / 1024), Math.max(0, Math.floor(freeBytes / 1024))];
    return {
      exitCode: 0,
      stdout: `Filesystem     1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-5 ${total} ${total - free} ${free}  20% /data\n`,
    };
  }

  async #pm([verb = '', ...rest]: readonly string[], stdin: () => Promise<Buffer>): Promise<Result> {
    if (verb === 'path') {
      const [name = ''] = rest;
      return this.#packages.has(name)
        ? { exitCode: 0, stdout: `package:${apkPath(name)}\n` }
        : { exitCode: 1 };
    }
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
    return { exitCode: 20, stderr: `cmd: Can't find service: ${service}\n` };
  }

  #appops(verb: string, [name = '', operation = '', mode = '']: readonly string[]): Result {
    const found = this.#packages.get(name);
    if (found === undefined) return { exitCode: 255, stderr: `Error: No UID for ${name} in user 0\n` };
    if (verb === 'set') return (found.appOps.set(operation, mode), OK);
    const now = found.appOps.get(operation);
    return { exitCode: 0, stdout: now === undefined ? 'No operations.\n' : `${operation}: ${now}\n` };
  }

  #wifi(verb: string, [ssid = '', , password = null]: readonly (string | null)[]): Result {
    if (verb === 'status') {
      return {
        exitCode: 0,
        stdout:
          this.wifi === null
            ? 'Wifi is enabled\nWifi is not connected\n'
            : `Wifi is enabled\nWifi is connected to "${this.wifi}"\n`,
      };
    }
    if (verb !== 'connect-network') return OK;
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

  #ip(): Result {
    const { macAddress } = this.#options;
    if (macAddress === undefined) return { exitCode: 1, stderr: 'Device "wlan0" does not exist.\n' };
    const flags = '<BROADCAST,MULTICAST,UP,LOWER_UP>';
    const line = `30: wlan0: ${flags} mtu 1500 qdisc mq state UP mode DORMANT qlen 3000\\    link/ether ${macAddress} brd ff:ff:ff:ff:ff:ff\n`;
    return { exitCode: 0, stdout: line };
  }

  #settings([verb = '', , , value = '']: readonly string[]): Result {
    if (verb === 'put') return ((this.locale = value), OK);
    return { exitCode: 0, stdout: `${this.locale}\n` };
  }

  #sha256sum(path: string): Result {
    const name = this.packages.find((each) => apkPath(each) === path);
    const digest = name === undefined ? this.disk.digest(path) : this.#packages.get(name)?.sha256;
    return digest === undefined
      ? { exitCode: 1, stderr: `sha256sum: ${path}: No such file or directory\n` }
      : { exitCode: 0, stdout: `${digest}  ${path}\n` };
  }

  /** The two scripts that connect to a Wi-Fi. */
  async #sh([, script = '', ssid = '']: readonly string[], stdin: () => Promise<Buffer>): Promise<Result> {
    const isSecret = script.includes('read -r p');
    const password = isSecret ? (await stdin()).toString('utf8').replace(/\n$/, '') : null;
    return this.#wifi('connect-network', [ssid, '', password]);
  }

  #am(rest: readonly string[]): Result {
    const component = rest[rest.indexOf('-n') + 1] ?? '';
    if (!this.#packages.has(component.split('/')[0] ?? '')) {
      return { exitCode: 1, stderr: `Error: Activity class {${component}} does not exist.\n` };
    }
    const failure = this.wakeFailure(this.disk.text(rest[rest.indexOf('file') + 1] ?? '') ?? '');
    if (failure !== null) return { exitCode: 1, stderr: `Error: ${failure}\n` };
    this.onWake(rest);
    return { exitCode: 0, stdout: 'Broadcast completed: result=0\n' };
  }
}

function apkPath(name: string): string {
  return `/data/app/${name}-1/base.apk`;
}

/** Splits a command line as a shell does: single quotes, double quotes in scripts untouched. */
function words(line: string): string[] {
  const found: string[] = [];
  let word = '';
  let isOpen = false;
  let hasWord = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === "'") {
      isOpen = !isOpen;
      hasWord = true;
    } else if (!isOpen && char === '\\') {
      at += 1;
      word += line[at] ?? '';
      hasWord = true;
    } else if (!isOpen && char === ' ') {
      if (hasWord) found.push(word);
      word = '';
      hasWord = false;
    } else {
      word += char;
      hasWord = true;
    }
  }
  if (hasWord) found.push(word);
  return found;
}
