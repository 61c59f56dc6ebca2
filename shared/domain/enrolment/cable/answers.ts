import { toMacAddress } from '../../network/mac-address.ts';

// Parsers for the output of the tools on a headset. Each takes the text of one command and returns only what was
// found in it.

/** The start of a property; a longer name is none. */
const PROPERTY = /^\[([^\]]{1,256})\]: \[(.*)$/;

/** Properties by name, from `getprop`. A value may contain `]` and run over lines; one that was cut off is left out. */
export function readProperties(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let [name, lines]: [string, string[]] = ['', []];
  const store = (): void => {
    const value = lines.join('\n').trimEnd();
    if (name !== '' && value.endsWith(']')) found.set(name, value.slice(0, -1));
  };
  for (const line of text.split(/\r?\n/)) {
    const start = PROPERTY.exec(line);
    if (start === null) {
      lines.push(line);
      continue;
    }
    store();
    [, name = ''] = start;
    lines = [start[2] ?? ''];
  }
  store();
  return found;
}

/** Percent, from `dumpsys battery`; null if not stated. */
export function readBatteryLevel(text: string): number | null {
  const level = /^\s*level:\s*(\d+)/m.exec(text)?.[1];
  return level === undefined ? null : Number(level);
}

/** Free bytes, from `df -k PATH`; null if not stated. */
export function readFreeBytes(text: string): number | null {
  const fields = text.trim().split('\n').at(-1)?.trim().split(/\s+/) ?? [];
  const free = Number(fields[3]);
  return fields.length >= 4 && Number.isFinite(free) ? free * 1024 : null;
}

/** Path of the base APK, from `pm path PACKAGE`; null if the package is not installed. */
export function readBaseApk(text: string): string | null {
  const paths = [...text.matchAll(/^package:(\S+)\s*$/gm)].map(([, path = '']) => path);
  return paths.find((path) => path.endsWith('/base.apk')) ?? paths[0] ?? null;
}

/** The digest in lower case, from `sha256sum FILE`; null if there is none. */
export function readDigest(text: string): string | null {
  return /^([0-9a-f]{64})\b/m.exec(text.trim())?.[1] ?? null;
}

/** Granted permissions, from `dumpsys package PACKAGE`. */
export function readGranted(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^\s*([\w.]+): granted=true/gm)].map(([, name = '']) => name));
}

/** Mode of an operation, from `cmd appops get PACKAGE OP`; null if not set. */
export function readAppOp(text: string, operation: string): string | null {
  return new RegExp(`^\\s*${operation}:\\s*(\\w+)`, 'm').exec(text)?.[1] ?? null;
}

/** Component of the device owner, from `dumpsys device_policy`; null if there is none. */
export function readDeviceOwner(text: string): string | null {
  const owner = /Device Owner:[\s\S]*?ComponentInfo\{([^}]+)\}/.exec(text)?.[1];
  return owner ?? null;
}

/** Types of the accounts that are signed in, from `dumpsys account`. */
export function readAccountTypes(text: string): string[] {
  return [...text.matchAll(/Account \{name=[^,]*, type=([^}]+)\}/g)].map(([, type = '']) => type);
}

/** Name of the connected network, from `cmd wifi status`; null if there is none. */
export function readWifiName(text: string): string | null {
  return /connected to "(.*)"/i.exec(text)?.[1] ?? null;
}

/** The MAC address in use, from `ip -o link show wlan0`; null if there is none. */
export function readMacAddress(text: string): string | null {
  return toMacAddress(/link\/ether (\S+)/.exec(text)?.[1] ?? '') ?? null;
}

/** Returns true for the same component, whether or not its class name is abbreviated. */
export function isSameComponent(one: string, other: string): boolean {
  return longComponent(one) === longComponent(other);
}

function longComponent(text: string): string {
  const [packageName = '', name = ''] = text.split('/');
  return name.startsWith('.') ? `${packageName}/${packageName}${name}` : text;
}

/** Returns one argument quoted for the headset's shell, whatever it contains. */
export function quote(argument: string): string {
  return /^[\w./:=@%+,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
